import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type HistoryCommandDeps, historyCommands } from '../../../../src/ui/jobs/commands/history-commands';
import { type SearchCommandDeps, searchCommands } from '../../../../src/ui/logs/commands/search-commands';
import { only, runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const project = { base: 'https://host', project: 7 };
const row = { target: { kind: 'pipeline', pipeline: { ...project, pipeline: 3 } } };

describe('log search commands', () => {
  function setUp() {
    const calls: unknown[] = [];
    const prompts = new ScriptedPrompts();
    const tools: SearchCommandDeps['tools'] = {
      results: {
        run: ({ pipeline }, search) => {
          calls.push([pipeline, search]);
          return Promise.resolve();
        },
        active: () => undefined,
      },
      openLogAt: (place) => {
        calls.push(place);
        return Promise.resolve();
      },
    };
    return { asked: calls, prompts, rows: searchCommands(only<SearchCommandDeps>({ tools, prompts })) };
  }

  it('asks for the text until it is valid', async () => {
    const { asked: calls, prompts, rows } = setUp();
    prompts.type('/(/', 'timeout');
    await runCommand(rows, COMMAND.searchLogs, row);
    assert.equal(prompts.problems.length, 1);
    assert.equal(calls.length, 1);
  });

  it('repeats the search of a result', async () => {
    const { asked: calls, rows } = setUp();
    await runCommand(rows, COMMAND.repeatLogSearch, { ...row, typed: 'timeout' });
    assert.equal(calls.length, 1);
  });

  it('shows a message if there is no search to repeat', async () => {
    for (const argument of [undefined, row]) {
      const { asked: calls, prompts, rows } = setUp();
      await runCommand(rows, COMMAND.repeatLogSearch, argument);
      assert.deepEqual([calls.length, prompts.messages.length], [0, 1]);
    }
  });

  it('opens a log at the line of a result', async () => {
    const { asked: calls, rows } = setUp();
    await runCommand(rows, COMMAND.openLogLine, { ...project, job: 5, name: 'unit-tests', line: 8 });
    assert.deepEqual(calls, [{ key: { ...project, job: 5 }, name: 'unit-tests', line: 8 }]);
  });
});

describe('job history commands', () => {
  const address = { ...project, name: 'unit-tests', ref: undefined };

  it('acts on the given history, otherwise on the one in the active editor', async () => {
    const calls: unknown[] = [];
    const prompts = new ScriptedPrompts();
    const act = (given: unknown): Promise<boolean> => {
      calls.push(given);
      return Promise.resolve(given !== undefined);
    };
    const history = { open: () => Promise.resolve(), older: act, refresh: act, toggleRef: act };
    const rows = historyCommands(only<HistoryCommandDeps>({ tools: { history }, prompts }));
    await runCommand(rows, COMMAND.loadOlderRuns, address);
    await runCommand(rows, COMMAND.refreshHistory, { document: 'x' }).catch(() => calls.push('refused'));
    assert.deepEqual(calls, [address, 'refused']);
    assert.deepEqual(prompts.messages, []);
    await runCommand(rows, COMMAND.toggleHistoryRef);
    assert.deepEqual(
      prompts.messages.map(({ message }) => message),
      ['Open the history of a job first.'],
    );
  });
});
