import assert from 'node:assert/strict';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { ReviewQueue } from '../../../src/app/merge-requests/review-queue';
import { RowLookups } from '../../../src/app/merge-requests/row-lookups';
import { nextStepFor } from '../../../src/domain/merge-requests/next-step';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('ReviewQueue', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  function setUp({ who }: { readonly who: string | undefined } = { who: 'marek' }) {
    const base = sandbox.url;
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(base, { credential: { kind: 'personal', token } });
    const clock = new ManualClock();
    const mergeRequests = new MergeRequests(() => client, clock);
    const lookups = new RowLookups(mergeRequests, clock);
    const pinned = new Set<number>();
    const snoozed = new Set<number>();
    const pins = {
      isPinned: ({ iid }: { readonly iid: number }) => pinned.has(iid),
      isSnoozed: ({ iid }: { readonly iid: number }) => snoozed.has(iid),
    };
    const queue = new ReviewQueue({
      users: () => [{ base, who }],
      userOf: () => Promise.resolve({ username: 'marek' }),
      mergeRequests,
      lookups,
      pins,
      clock,
    });
    const queries = presetQueries('attention', { kind: 'host', base }, 'marek');
    const asked = (): number => sandbox.requests().length;
    const key = (iid: number) => ({ base, project: 1, iid });
    /** Returns the queue as the user goes through it. */
    const walk = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let next = await queue.next(undefined, {}); next !== undefined;) {
        const name = `${next.project}!${next.iid}`;
        if (found.includes(name)) break;
        found.push(name);
        next = await queue.next(next, {});
      }
      return found;
    };
    return { queue, queries, mergeRequests, lookups, pinned, snoozed, clock, asked, key, walk };
  }

  it('begins with requested reviews, the oldest request first, and continues in the order of the steps', async () => {
    const { walk, mergeRequests, lookups, queries } = setUp();
    const order = await walk();
    assert.ok(order.length > 3);
    const rows = queries.flatMap((query) => mergeRequests.peekList(query)?.items ?? []);
    const stepOf = (name: string) => {
      const item = rows.find((each) => `${each.project_id}!${each.iid}` === name);
      assert.ok(item);
      const key = { base: sandbox.url, project: item.project_id, iid: item.iid };
      const reviewers = mergeRequests.peekPart(key, 'reviewers')?.items;
      const mine = reviewers?.find(({ user }) => user.username === 'marek');
      const step = nextStepFor('marek', { ...item, ...lookups.factsOf(key), review: mine?.state });
      return { step, since: mine?.created_at ?? '' };
    };
    const found = order.map(stepOf);
    const steps = found.map(({ step }) => step);
    const positions = steps.map((step) =>
      ['review', 'conflicts', 'threads', 'ci', 'finish', 'merge'].indexOf(step),
    );
    assert.deepEqual(positions, [...positions].sort());
    assert.ok(!positions.includes(-1) && steps.includes('review') && steps.includes('merge'));
    const requests = found.filter(({ step }) => step === 'review').map(({ since }) => since);
    assert.deepEqual(requests, [...requests].sort());
  });

  it('skips the current merge request and snoozed ones', async () => {
    const { queue, walk, snoozed, key } = setUp();
    const [first, second] = await walk();
    assert.equal(queue.peek(undefined)?.iid, Number(first?.split('!')[1]));
    const current = queue.peek(undefined);
    assert.ok(current);
    assert.equal(`${queue.peek(current)?.project}!${queue.peek(current)?.iid}`, second);
    snoozed.add(current.iid);
    assert.notEqual(queue.peek(undefined)?.iid, current.iid);
    // A merge request that isn't in the queue doesn't change its beginning.
    assert.deepEqual(await queue.next(key(9999), {}), queue.peek(undefined));
  });

  it('prefers pinned merge requests of the same step', async () => {
    const { walk, pinned } = setUp();
    const before = await walk();
    const last = before.at(-1);
    pinned.add(Number(last?.split('!')[1]));
    const after = await walk();
    assert.deepEqual([...after].sort(), [...before].sort());
    assert.ok(last !== undefined && after.indexOf(last) < before.indexOf(last) && after.indexOf(last) > 0);
  });

  it('sends no request if the lists and reviews are loaded', async () => {
    const { queue, queries, mergeRequests, lookups, asked } = setUp();
    assert.equal(queue.peek(undefined), undefined);
    for (const query of queries) await mergeRequests.refreshList(query);
    const held = lookups.retain({ who: 'marek', queries });
    await lookups.poll({});
    const before = asked();
    assert.ok(await queue.next(undefined, {}));
    assert.equal(asked(), before);
    held.dispose();
  });

  it('reads each list once, and again after 15 minutes without a view', async () => {
    const { queue, clock } = setUp();
    const lists = (): number =>
      sandbox.requests().filter(({ path }) => /\/merge_requests\?/.test(path)).length;
    await queue.next(undefined, {});
    await queue.next(undefined, {});
    assert.equal(lists(), 3);
    clock.advance(15 * 60_000);
    await queue.next(undefined, {});
    assert.equal(lists(), 6);
  });

  it('leaves out merge requests that the user has reviewed, and reads only reviews that matter', async () => {
    const { queue, walk } = setUp();
    const [first] = await walk();
    const next = await queue.next(undefined, {});
    assert.ok(next && first === `${next.project}!${next.iid}`);
    const path = `/api/v4/projects/${next.project}/merge_requests/${next.iid}/approve`;
    const approved = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': sandbox.tokens.maintainer },
    });
    assert.equal(approved.status, 201);
    const other = setUp();
    assert.ok(!(await other.walk()).includes(first));
  });

  it('asks for the username if it is unknown, and can be canceled', async () => {
    const { queue } = setUp();
    const unknown = setUp({ who: undefined });
    assert.equal(unknown.queue.peek(undefined), undefined);
    assert.ok(await unknown.queue.next(undefined, {}));
    await assert.rejects(queue.next(undefined, { signal: AbortSignal.abort() }));
  });
});
