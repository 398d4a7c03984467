import assert from 'node:assert/strict';
import { ChangeEvents } from '../../../../src/app/discussions/activity/change-events';
import { ActivityViewStore } from '../../../../src/app/discussions/activity/view';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { PageActivity } from '../../../../src/ui/merge-request-page/page/activity';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';

const GIFT_CARDS = 12;

describe('activity for the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const page = (visible = true, memory = heldMemory()) => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
    const key = keyOf(GIFT_CARDS);
    const events = new ChangeEvents({ clientFor: () => client, mergeRequests });
    const view = new ActivityViewStore(memory);
    const seen = new Emitter<boolean>();
    const sight = { visible, onDidChangeVisible: seen.event };
    const part = new PageActivity(sight, key, { events, view, log: silentLog });
    return {
      ...{ part, events, mergeRequests, key, client },
      show: (now: boolean) => {
        sight.visible = now;
        seen.fire(now);
      },
      when: (holds: (facts: PageActivity['details']) => boolean): Promise<void> =>
        new Promise((resolve) => {
          const check = (): void => {
            if (!holds(part.details)) return;
            listening.dispose();
            resolve();
          };
          const listening = part.onDidChange(check);
          check();
        }),
    };
  };
  const readings = (): number =>
    sandbox.requests().filter(({ path }) => /resource_\w+_events/.test(path)).length;

  it('is loaded once, when the page is first visible', async () => {
    const one = page(false);
    assert.deepEqual(sandbox.requests(), []);
    one.show(true);
    await one.when(({ events }) => events !== undefined);
    assert.deepEqual(
      one.part.details.events?.map(({ kind }) => kind),
      ['label', 'milestone'],
    );
    one.show(false);
    one.show(true);
    await one.events.load(one.key);
    assert.equal(readings(), 3);
  });

  it("isn't requested while only comments are shown, and remembers the filter", async () => {
    const memory = heldMemory();
    const one = page(false, memory);
    one.part.run({ act: 'filterActivity', filter: 'comments' });
    one.show(true);
    assert.deepEqual(sandbox.requests(), []);
    assert.equal(page(true, memory).part.details.view.filter, 'comments');
    assert.deepEqual(sandbox.requests(), []);
    one.part.run({ act: 'filterActivity', filter: 'history' });
    assert.equal(one.part.shownThreads.count, 0, 'the code of threads is not needed');
    await one.when(({ events }) => events !== undefined);
  });

  it('is read again after the merge request changed', async () => {
    const one = page();
    await one.mergeRequests.get(one.key);
    await one.events.refresh(one.key);
    await one.when(({ events }) => events?.length === 2);
    const response = await fetch(`${sandbox.url}/api/v4/projects/1/merge_requests/${GIFT_CARDS}`, {
      method: 'PUT',
      headers: { 'private-token': sandbox.tokens.owner, 'content-type': 'application/json' },
      body: JSON.stringify({ state_event: 'close' }),
    });
    assert.equal(response.status, 200);
    await one.mergeRequests.refresh(one.key);
    await one.when(({ events }) => events?.some(({ kind }) => kind === 'state') === true);
  });

  it('is empty if the server has no events, and reports other failures', async () => {
    sandbox.faults.add({ kind: 'status', status: 404, path: '**/resource_*' });
    const one = page();
    await one.when(({ events }) => events !== undefined);
    assert.deepEqual([one.part.details.events, one.part.details.errorMessage], [[], undefined]);
    // Waits for the request that is still in progress.
    await one.part.refresh();
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'status', status: 400, path: '**/resource_state_events' });
    await one.part.refresh();
    assert.match(one.part.details.errorMessage ?? '', /^Couldn't load the history\. /);
  });

  it('shows more entries on request', () => {
    const { part } = page(false);
    assert.equal(part.shownThreads.count, 50);
    part.run({ act: 'showOlderActivity' });
    assert.deepEqual([part.details.pages, part.shownThreads.count], [2, 100]);
  });

  it('shows the threads that match the search field, from the latest on', () => {
    const { part } = page(false);
    let changes = 0;
    part.onDidChange(() => changes++);
    const type = (text: unknown, form = 'search-threads') =>
      part.search({ kind: 'change', form, values: { text: typeof text === 'string' ? text : true } });
    part.run({ act: 'filterActivity', filter: 'history' });
    part.run({ act: 'showOlderActivity' });
    changes = 0;
    assert.equal(type('rank'), true);
    assert.deepEqual([part.details.search, part.details.pages, changes], ['rank', 1, 1]);
    assert.deepEqual(part.shownThreads, { count: 50, search: 'rank', revealed: undefined });
    assert.equal(type('rank'), true);
    assert.equal(changes, 1);
    assert.deepEqual([type('x', 'comment'), type(true)], [false, false]);
    type('y'.repeat(10_000));
    assert.equal(part.details.search.length, 200);
    type('');
    assert.deepEqual(part.shownThreads, { count: 0, search: '', revealed: undefined });
  });

  it('shows a comment that a link leads to until another filter is selected', () => {
    const { part } = page(false);
    let changes = 0;
    part.onDidChange(() => changes++);
    part.reveal(7);
    part.reveal(7);
    assert.deepEqual([part.details.revealed, part.shownThreads.revealed, changes], [7, 7, 1]);
    part.search({ kind: 'change', form: 'search-threads', values: { text: 'x' } });
    part.search({ kind: 'change', form: 'search-threads', values: { text: '' } });
    assert.equal(part.details.revealed, 7, 'the page clears a search that hides the comment');
    part.run({ act: 'filterActivity', filter: 'history' });
    assert.equal(part.details.revealed, undefined);
  });
});
