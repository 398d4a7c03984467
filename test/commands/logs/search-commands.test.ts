import assert from 'node:assert/strict';
import { type HistoryCommandDeps, historyCommands } from '../../../src/commands/jobs/history-commands';
import { type SearchCommandDeps, searchCommands } from '../../../src/commands/logs/search-commands';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { only, runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

const project = { base: 'https://host', project: 7 };
const row = { target: { kind: 'pipeline', pipeline: { ...project, pipeline: 3 } } };

describe('commands that search logs', () => {
  function setUp() {
    const asked: unknown[] = [];
    const prompts = new ScriptedPrompts();
    const tools: SearchCommandDeps['tools'] = {
      results: {
        run: ({ pipeline }, search) => {
          asked.push([pipeline, search]);
          return Promise.resolve();
        },
        active: () => undefined,
      },
      openLogAt: (place) => {
        asked.push(place);
        return Promise.resolve();
      },
    };
    return { asked, prompts, rows: searchCommands(only<SearchCommandDeps>({ tools, prompts })) };
  }

  it('ask for the text until it can be searched for', async () => {
    const { asked, prompts, rows } = setUp();
    prompts.type('/(/', 'timeout');
    await runCommand(rows, COMMAND.searchLogs, row);
    assert.equal(prompts.problems.length, 1);
    assert.equal(asked.length, 1);
  });

  it('search again for the text of a result', async () => {
    const { asked, rows } = setUp();
    await runCommand(rows, COMMAND.repeatLogSearch, { ...row, typed: 'timeout' });
    assert.equal(asked.length, 1);
  });

  it('say what to open if nothing was searched for', async () => {
    for (const argument of [undefined, row]) {
      const { asked, prompts, rows } = setUp();
      await runCommand(rows, COMMAND.repeatLogSearch, argument);
      assert.deepEqual([asked.length, prompts.told.length], [0, 1]);
    }
  });

  it('open a log at the line of a result', async () => {
    const { asked, rows } = setUp();
    await runCommand(rows, COMMAND.openLogLine, { ...project, job: 5, name: 'unit-tests', line: 8 });
    assert.deepEqual(asked, [{ key: { ...project, job: 5 }, name: 'unit-tests', line: 8 }]);
  });
});

describe('commands on the history of a job', () => {
  const address = { ...project, name: 'unit-tests', ref: undefined };

  it('act on the history whose action was used, else on the one in the active editor', async () => {
    const asked: unknown[] = [];
    const prompts = new ScriptedPrompts();
    const act = (given: unknown): Promise<boolean> => {
      asked.push(given);
      return Promise.resolve(given !== undefined);
    };
    const history = { open: () => Promise.resolve(), older: act, refresh: act, toggleRef: act };
    const rows = historyCommands(only<HistoryCommandDeps>({ tools: { history }, prompts }));
    await runCommand(rows, COMMAND.loadOlderRuns, address);
    await runCommand(rows, COMMAND.refreshHistory, { document: 'x' }).catch(() => asked.push('refused'));
    assert.deepEqual(asked, [address, 'refused']);
    assert.deepEqual(prompts.told, []);
    await runCommand(rows, COMMAND.toggleHistoryRef);
    assert.deepEqual(
      prompts.told.map(({ message }) => message),
      ['Open the history of a job first.'],
    );
  });
});
