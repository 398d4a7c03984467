import assert from 'node:assert/strict';
import { trackedTime } from '../../../../src/presentation/merge-requests/time-tracking-messages';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { timeCommands, type TimeDeps } from '../../../../src/ui/merge-requests/commands/time-commands';
import { closeAll } from '../../../api/helpers/client';
import { actingOn, whyNot, writesTo } from '../../../builders/acting';
import { only, runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

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

  it('restores the time that was reset, including time that someone else added in the meantime', async () => {
    const { prompts, rows, row, store } = setUp();
    const at = row.target.mergeRequest;
    const { total_time_spent: before = 0 } = (await store.get(at)).time_stats ?? {};
    const { actions } = actingOn(sandbox, 'owner');
    const { after } = await actions.trackTime(at, { kind: 'spend', duration: '5h' });
    assert.equal(after.total_time_spent, before + 18_000);
    prompts.choose((labels) => labels.findIndex((label) => label.includes('Reset Time Spent')));
    await runCommand(rows, COMMAND.resetTime, row);
    const [message] = prompts.messages;
    assert.equal(message?.message, `Time spent on !12 reset. It was ${trackedTime(before + 18_000)}.`);
    await actions.trackTime(at, { kind: 'spend', duration: '1h' });
    await message.actions[0]?.run();
    assert.equal((await store.refresh(at)).time_stats?.total_time_spent, before + 21_600);
  });

  it("doesn't restore an estimate if another one was set in the meantime", async () => {
    const { prompts, rows, row, store } = setUp();
    const at = row.target.mergeRequest;
    prompts.choose((labels) => labels.findIndex((label) => label.includes('Reset Estimate')));
    await runCommand(rows, COMMAND.resetTime, row);
    await actingOn(sandbox, 'owner').actions.trackTime(at, { kind: 'estimate', duration: '2h' });
    await prompts.messages[0]?.actions[0]?.run();
    assert.equal((await store.refresh(at)).time_stats?.time_estimate, 7_200);
    assert.equal(prompts.messages[1]?.message, 'The estimate for !12 was set to 2h in the meantime.');
  });

  it('asks before it adds time that may have been added before', async () => {
    const { prompts, rows, row, store } = setUp();
    const at = row.target.mergeRequest;
    const { total_time_spent: before = 0 } = (await store.get(at)).time_stats ?? {};
    sandbox.faults.add({ kind: 'cut', path: '**/add_spent_time', next: 1 });
    prompts.type('1h', '');
    await assert.rejects(runCommand(rows, COMMAND.addTimeSpent, row));
    await actingOn(sandbox, 'owner').actions.trackTime(at, { kind: 'spend', duration: '2h' });
    prompts.type('1h', '');
    await runCommand(rows, COMMAND.addTimeSpent, row);
    assert.equal(
      prompts.confirmed[0]?.detail,
      `The server didn't confirm that 1h was added before. Since then, the time spent changed from ${trackedTime(before)} to ${trackedTime(before + 10_800)}.`,
    );
    assert.equal((await store.refresh(at)).time_stats?.total_time_spent, before + 10_800);
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
