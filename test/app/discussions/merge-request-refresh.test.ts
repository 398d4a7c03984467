import assert from 'node:assert/strict';
import { MergeRequestRefresh } from '../../../src/app/discussions/merge-request-refresh';
import type { Pace } from '../../../src/app/shared/poller';

const open = { base: 'https://git.example.com', project: 1, pipeline: 11 };

interface State {
  readonly pipelinesAreFresh?: boolean;
  readonly branchIsFresh?: boolean;
  readonly failing?: string;
  readonly live?: string;
}

/** Returns a refresh that records what it reads. One part may fail. */
function refresh({ pipelinesAreFresh = false, branchIsFresh = true, failing, live }: State = {}) {
  const read: string[] = [];
  const poll = (what: string) => async (): Promise<void> => {
    await Promise.resolve();
    read.push(what);
    if (what === failing) throw new Error(what);
  };
  const pace = (what: string) => (): Pace => (what === live ? 'live' : 'idle');
  const part = new MergeRequestRefresh({
    mergeRequests: { poll: poll('merge requests'), pace: pace('merge requests') },
    lookups: { poll: poll('lookups'), settled: () => Promise.resolve() },
    todos: { poll: poll('to-do items') },
    discussions: { poll: poll('discussions') },
    pipelines: {
      pollPipelines: (keys) => poll(`${keys.length} pipelines`)(),
      paceOf: (keys) => pace(keys.length > 0 ? 'pipelines' : 'none')(),
    },
    tree: { openPipelines: [open], poll: poll('rows'), pace: pace('rows') },
    branch: { poll: poll('branch') },
    pipelinesAreFresh: () => pipelinesAreFresh,
    branchIsFresh: () => branchIsFresh,
  });
  const { signal } = new AbortController();
  return { part, read: async (all = false) => part.poll(signal, all).then(() => read.sort()), done: read };
}

describe('MergeRequestRefresh', () => {
  it('reads everything that the view shows', async () => {
    const expected = ['1 pipelines', 'discussions', 'lookups', 'merge requests', 'rows', 'to-do items'];
    assert.deepEqual(await refresh().read(), expected);
  });

  it("doesn't read pipelines while the Pipelines view is visible", async () => {
    assert.ok((await refresh({ pipelinesAreFresh: true }).read()).includes('0 pipelines'));
  });

  it("reads the branch if the status bar doesn't, or on request", async () => {
    assert.ok(!(await refresh().read()).includes('branch'));
    assert.ok((await refresh({ branchIsFresh: false }).read()).includes('branch'));
    assert.ok((await refresh().read(true)).includes('branch'));
  });

  it('fails if one part fails, after the others were read', async () => {
    const { read, done } = refresh({ failing: 'discussions' });
    await assert.rejects(read(), /discussions/);
    const others = ['1 pipelines', 'discussions', 'lookups', 'merge requests', 'rows', 'to-do items'];
    assert.deepEqual(done.sort(), others);
  });

  it('polls often while something is running, except for what another view reads', () => {
    assert.equal(refresh().part.pace(), 'idle');
    for (const live of ['merge requests', 'rows', 'pipelines'])
      assert.equal(refresh({ live }).part.pace(), 'live', live);
    assert.equal(refresh({ live: 'pipelines', pipelinesAreFresh: true }).part.pace(), 'idle');
  });
});
