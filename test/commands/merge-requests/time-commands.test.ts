import assert from 'node:assert/strict';
import { timeCommands, type TimeDeps } from '../../../src/commands/merge-requests/time-commands';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn, whyNot, writesTo } from '../../builders/acting';
import { only, runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

const GIFT_CARDS = 12;

describe('time tracking commands', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  function setUp(role: 'maintainer' | 'reporter' = 'maintainer') {
    const prompts = new ScriptedPrompts();
    const { actions, store, key } = actingOn(sandbox, role);
    const mergeRequest = key(GIFT_CARDS);
    const deps = only<TimeDeps>({
      actions,
      store,
      prompts,
      active: () => mergeRequest,
      shownHead: () => undefined,
      who: () => (role === 'reporter' ? 'ravi' : 'marek'),
      roles: {
        roleIn: () => ({ path: 'acme/storefront', access: role === 'reporter' ? 20 : 40 }),
        doubtRole: () => undefined,
      },
    });
    return {
      prompts,
      store,
      rows: timeCommands(deps),
      row: { target: { kind: 'merge-request', mergeRequest } },
    };
  }

  it('sets the estimate of a row and shows the result in the status bar', async () => {
    const { prompts, rows, row } = setUp();
    prompts.type('tomorrow', '3h 30m');
    await runCommand(rows, COMMAND.setEstimate, row);
    assert.deepEqual(writesTo(sandbox), ['POST 12/time_estimate']);
    assert.equal(prompts.problems.length, 1);
    assert.match(prompts.mentioned.join(), /^Time tracking for !12 updated: .*3h 30m estimated\.$/);
  });

  it('uses the active merge request, and sends nothing if the prompt is dismissed', async () => {
    const { prompts, rows } = setUp();
    await runCommand(rows, COMMAND.setEstimate);
    assert.equal(prompts.asked.length, 1);
    assert.deepEqual(writesTo(sandbox), []);
  });

  it('rejects the action before prompting if the role is too low', async () => {
    const { prompts, store, rows, row } = setUp('reporter');
    await store.get(row.target.mergeRequest);
    assert.equal(
      await whyNot(runCommand(rows, COMMAND.setEstimate, row)),
      'Changing this merge request requires at least the Developer role. Your role in acme/storefront is Reporter.',
    );
    assert.deepEqual(prompts.asked, []);
  });

  it("does nothing on a row that isn't a merge request", async () => {
    const { prompts, rows } = setUp();
    await runCommand(rows, COMMAND.setEstimate, { target: { kind: 'pasted-trace', id: '1' } });
    assert.deepEqual([prompts.asked, writesTo(sandbox)], [[], []]);
  });
});
