import assert from 'node:assert/strict';
import { AttentionCount } from '../../../src/app/merge-requests/attention-count';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { RowLookups } from '../../../src/app/merge-requests/row-lookups';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';

describe('AttentionCount', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  function setUp(who: string | undefined = 'marek') {
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const clock = new ManualClock();
    const mergeRequests = new MergeRequests(() => client, clock);
    const lookups = new RowLookups(mergeRequests, clock);
    const snoozed = new Set<number>();
    const pins = {
      isSnoozed: ({ iid }: { readonly iid: number }) => snoozed.has(iid),
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const users = () => [{ base: sandbox.url, who }];
    const count = new AttentionCount({ users, mergeRequests, lookups, pins, clock });
    const asked = (): number => sandbox.requests().length;
    return { count, mergeRequests, snoozed, clock, asked };
  }

  it('counts nothing and sends no request until it is polled', () => {
    const { count, asked } = setUp();
    const before = asked();
    assert.deepEqual([count.count, asked() - before], [0, 0]);
  });

  it('counts each merge request that needs attention once, except snoozed ones', async () => {
    const { count, snoozed } = setUp();
    let changes = 0;
    count.onDidChange(() => changes++);
    await count.poll({});
    const all = count.count;
    assert.ok(all > 2 && changes > 0);
    snoozed.add(12);
    assert.equal(count.count, all - 1);
  });

  it('sends no request for a server whose username is unknown', async () => {
    const { count, asked } = setUp('');
    const before = asked();
    const unknown = new AttentionCount({
      ...setUp(),
      users: () => [{ base: sandbox.url, who: undefined }],
      lookups: {
        factsOf: () => ({}),
        retain: () => ({ dispose: () => undefined }),
        poll: () => Promise.resolve(),
        onDidChange: () => ({ dispose: () => undefined }),
      },
      pins: { isSnoozed: () => false, onDidChange: () => ({ dispose: () => undefined }) },
    });
    await unknown.poll({});
    assert.deepEqual([unknown.count, asked() - before], [0, 0]);
    count.dispose();
  });

  it('reads the lists every 15 minutes, and not if a view has read them', async () => {
    const { count, mergeRequests, clock } = setUp();
    const lists = (): number =>
      sandbox.requests().filter(({ path }) => /\/merge_requests\?/.test(path)).length;
    await count.poll({});
    const before = lists();
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(60_000);
      await count.poll({});
    }
    assert.equal(lists() - before, 4 * 3);
    clock.advance(14 * 60_000);
    for (const query of presetQueries('attention', { kind: 'host', base: sandbox.url }, 'marek'))
      await mergeRequests.refreshList(query);
    const read = lists();
    clock.advance(5 * 60_000);
    await count.poll({});
    assert.equal(lists(), read);
  });
});
