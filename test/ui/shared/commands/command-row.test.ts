import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { explain } from '../../../../src/presentation/shared/error-messages';
import { COMMAND_ARGUMENTS, InvalidArgumentError } from '../../../../src/schemas/command-argument';
import {
  type CommandRow,
  defineCommand,
  definedCommand,
} from '../../../../src/ui/shared/commands/command-row';

const nothing = (): void => undefined;
const target = { kind: 'older', project: { base: 'https://host', project: 7 } } as const;

describe('command', () => {
  it('receives the rows on which it was invoked', async () => {
    const seen: unknown[] = [];
    const row: CommandRow = {
      id: COMMAND.loadOlderPipelines,
      failure: () => '',
      run: (argument, _failing, selected) => {
        seen.push(argument, selected);
      },
    };
    await definedCommand(row).runWith({ target, id: 'row' }, nothing, [{ target }, {}]);
    assert.deepEqual(seen, [{ target }, [{ target }, {}]]);
  });

  it('rejects an invalid argument', () => {
    const refuse = (): never => assert.fail();
    const commands: readonly CommandRow[] = [
      { id: COMMAND.loadOlderPipelines, failure: () => '', run: refuse },
      defineCommand({
        id: COMMAND.openLogLine,
        args: COMMAND_ARGUMENTS.openLogLine,
        failure: () => '',
        run: refuse,
      }),
    ];
    for (const command of commands) {
      const { runWith } = definedCommand(command);
      for (const given of [{ target: { ...target, project: 7 } }, 'older', 5])
        assert.throws(() => runWith(given, nothing, []), InvalidArgumentError);
    }
  });

  it('explains that its argument is invalid', () => {
    assert.deepEqual(explain(new InvalidArgumentError('target')), {
      why: 'The command was called with an invalid argument.',
      steps: ['show-output'],
    });
  });
});
