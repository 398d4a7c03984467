import assert from 'node:assert/strict';
import { approveMergeRequest } from '../../../src/api/endpoints/approvals';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { MAX_AT_ONCE, RowLookups } from '../../../src/app/merge-requests/row-lookups';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { type MergeRequestStep, nextStepFor } from '../../../src/domain/merge-requests/next-step';
import { presetQueries } from '../../../src/domain/merge-requests/query';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { heldMemory } from '../../builders/stores';

const MINUTE = 60_000;
const ME = 'dana';
const OTHER = 'marek';

/** Fields of a merge request on the test server. */
interface Facts {
  readonly author?: string;
  readonly reviewers?: Readonly<Record<string, string>>;
  readonly pipeline?: { readonly id: number; readonly status: string } | null;
  readonly draft?: boolean;
  readonly sha?: string;
  readonly updated_at?: string;
  readonly status?: string;
}

const user = (username: string) => ({ id: username.length, username, name: username, state: 'active' });

describe('RowLookups', () => {
  afterEach(closeAll);

  const waiting = (base: string) => presetQueries('attention', { kind: 'project', base, project: 1 }, ME);

  /** Starts a server with these merge requests, by IID, and retains the lists of "Waiting for Me". */
  async function having(requests: Map<number, Facts>) {
    const requestedParts: string[] = [];
    const missing = new Set<string>();
    const fails = { on: false };
    const shown = (iid: number) => {
      const { author = OTHER, reviewers = {}, draft = false, sha = 'a', status } = requests.get(iid) ?? {};
      return {
        ...{ id: 1_000 + iid, iid, project_id: 1, title: `Number ${iid}`, state: 'opened', sha, draft },
        author: user(author),
        reviewers: Object.keys(reviewers).map(user),
        updated_at: requests.get(iid)?.updated_at ?? '2026-01-01T00:00:00Z',
        detailed_merge_status: status ?? 'mergeable',
      };
    };
    const server = await startServer(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://server');
      const [, iid = '', part = ''] = /merge_requests(?:\/(\d+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
      const of = requests.get(Number(iid));
      if (iid === '') {
        const isMine = searchParams.get('scope') !== 'all';
        const listed = [...requests].filter(([, { author = OTHER, reviewers = {} }]) =>
          isMine ? author === ME : ME in reviewers,
        );
        sendJson(
          response,
          listed.map(([each]) => shown(each)),
        );
        return;
      }
      requestedParts.push(part === '' ? iid : `${iid}/${part}`);
      if (fails.on) sendJson(response, {}, 400);
      else if (missing.has(part)) sendJson(response, { message: '404 Not Found' }, 404);
      else if (part === 'reviewers')
        sendJson(
          response,
          Object.entries(of?.reviewers ?? {}).map(([name, state]) => ({ user: user(name), state })),
        );
      else if (part === 'approvals') {
        sendJson(response, { approved_by: [{ user: user(ME) }] });
      } else sendJson(response, { ...shown(Number(iid)), head_pipeline: pipelineOf(of) });
    });
    const pipelineOf = (of: Facts | undefined) =>
      of?.pipeline ? { ...of.pipeline, project_id: 1, sha: of.sha ?? 'a', ref: 'x' } : null;
    const { client } = clientOf(server.url);
    const clock = new ManualClock();
    const store = new MergeRequests(() => client, clock);
    const reviewed = new ReviewedVersions(heldMemory());
    const lookups = new RowLookups(store, clock, undefined, reviewed);
    const queries = waiting(server.url);
    const read = async () => {
      await Promise.all(queries.map((query) => store.refreshList(query)));
      await lookups.poll({});
    };
    for (const query of queries) store.retainList(query);
    lookups.retain({ who: ME, queries });
    const key = (iid: number): MergeRequestKey => ({ base: server.url, project: 1, iid });
    const step = (iid: number): MergeRequestStep | undefined => {
      const item = queries
        .flatMap((query) => store.peekList(query)?.items ?? [])
        .find((each) => each.iid === iid);
      return item && nextStepFor(ME, { ...item, ...lookups.factsOf(key(iid)) });
    };
    /** Returns the requests for single merge requests since the last call. */
    const since = (): readonly string[] => requestedParts.splice(0).sort();
    return { store, lookups, clock, reviewed, read, step, key, since, missing, fails, queries };
  }

  const withReviewState = (state: string): Facts => ({ reviewers: { [ME]: state, [OTHER]: 'unreviewed' } });

  it('reads whether the user has reviewed or approved, with one request per row', async () => {
    const requests = new Map([
      [1, withReviewState('unreviewed')],
      [2, withReviewState('reviewed')],
      [3, withReviewState('approved')],
      [4, withReviewState('requested_changes')],
      [5, { ...withReviewState('unreviewed'), draft: true }],
    ]);
    const { read, step, since } = await having(requests);
    await read();
    assert.deepEqual([1, 2, 3, 4, 5].map(step), ['review', 'reviewed', 'reviewed', 'author', 'others']);
    assert.deepEqual(since(), ['1/reviewers', '2/reviewers', '3/reviewers', '4/reviewers']);
  });

  it('returns the step "review" if commits were pushed after the user\'s review, until the user has seen them', async () => {
    const requests = new Map([
      [1, { ...withReviewState('reviewed'), sha: 'b'.repeat(40) }],
      [2, { ...withReviewState('requested_changes'), sha: 'b'.repeat(40) }],
    ]);
    const { read, step, reviewed, lookups, key } = await having(requests);
    await read();
    const changed: number[] = [];
    lookups.onDidChange((keys) => changed.push(...keys.map(({ iid }) => iid)));
    assert.deepEqual([1, 2].map(step), ['reviewed', 'author']);
    await reviewed.submitted(key(1), 'a'.repeat(40));
    await reviewed.submitted(key(2), 'a'.repeat(40));
    assert.deepEqual([1, 2].map(step), ['review', 'review']);
    await reviewed.saw(key(2), { version: 5, head: 'b'.repeat(40) });
    assert.deepEqual([1, 2].map(step), ['review', 'author']);
    assert.deepEqual(changed, [1, 2, 2]);
  });

  it("reads the reviewers of the user's merge requests within the same budget", async () => {
    const own: Facts = { author: ME, reviewers: { [OTHER]: 'approved' }, pipeline: null };
    const requests = new Map(Array.from({ length: MAX_AT_ONCE }, (_, index) => [index + 1, own] as const));
    const { read, step, since, store, key } = await having(requests);
    await read();
    const sent = since();
    assert.equal(sent.length, MAX_AT_ONCE);
    assert.ok(sent.includes('1') && sent.includes('1/reviewers'));
    assert.equal(store.peekPart(key(1), 'reviewers')?.items[0]?.state, 'approved');
    assert.equal(step(1), 'merge');
  });

  it('treats an approval as a review if the server has no list of reviewers', async () => {
    const { read, step, missing, since } = await having(new Map([[1, withReviewState('unreviewed')]]));
    missing.add('reviewers');
    await read();
    assert.equal(step(1), 'reviewed');
    assert.deepEqual(since(), ['1/approvals', '1/reviewers']);
  });

  it("reads the pipelines of the user's merge requests, and keeps them when the list is reloaded", async () => {
    const requests = new Map<number, Facts>([
      [1, { author: ME, pipeline: { id: 7, status: 'failed' } }],
      [2, { author: ME, pipeline: { id: 8, status: 'success' } }],
      [3, { author: ME, status: 'conflict', pipeline: { id: 9, status: 'failed' } }],
    ]);
    const { read, step, since, store, queries } = await having(requests);
    await read();
    assert.deepEqual([1, 2, 3].map(step), ['ci', 'merge', 'conflicts']);
    assert.deepEqual(since(), ['1', '2'], 'conflicts are known without a pipeline');
    for (const query of queries) await store.refreshList(query);
    assert.equal(step(1), 'ci');
    requests.set(1, {
      author: ME,
      pipeline: { id: 10, status: 'success' },
      sha: 'b',
      updated_at: '2026-01-02T00:00:00Z',
    });
    for (const query of queries) await store.refreshList(query);
    assert.equal(step(1), 'merge', 'a pipeline of other commits says nothing');
  });

  it('reads a row again after it changed or after a while', async () => {
    const requests = new Map<number, Facts>([
      [1, withReviewState('unreviewed')],
      [2, { author: ME, pipeline: { id: 7, status: 'success' } }],
      [3, { author: ME, pipeline: { id: 8, status: 'running' } }],
    ]);
    const { read, clock, since } = await having(requests);
    await read();
    since();
    await read();
    assert.deepEqual(since(), []);
    requests.set(2, {
      author: ME,
      pipeline: { id: 9, status: 'success' },
      updated_at: '2026-01-02T00:00:00Z',
    });
    await read();
    assert.deepEqual(since(), ['2']);
    clock.advance(5 * MINUTE);
    await read();
    assert.deepEqual(since(), ['3'], 'a pipeline that runs, sooner');
    clock.advance(10 * MINUTE);
    await read();
    assert.deepEqual(since(), ['1/reviewers', '2', '3']);
  });

  it('limits the number of requests, starting with the rows that have waited longest', async () => {
    const many = new Map(
      Array.from({ length: 30 }, (_, index) => [index + 1, withReviewState('reviewed')] as const),
    );
    const { read, clock, since } = await having(many);
    await read();
    const first = since();
    assert.equal(first.length, MAX_AT_ONCE);
    clock.advance(4 * MINUTE);
    await read();
    const second = since();
    assert.equal(second.length, 2);
    assert.ok(second.every((each) => !first.includes(each)));
  });

  it("doesn't immediately retry after an error", async () => {
    const { read, lookups, fails, since } = await having(new Map([[1, withReviewState('unreviewed')]]));
    await read();
    since();
    lookups.clear();
    fails.on = true;
    await assert.rejects(lookups.poll({}));
    since();
    await lookups.poll({});
    assert.deepEqual(since(), []);
  });

  it('is settled when the rows of the lists were looked up', async () => {
    const { store, lookups, step, queries } = await having(new Map([[1, withReviewState('approved')]]));
    await Promise.all(queries.map((query) => store.refreshList(query)));
    await lookups.settled();
    assert.equal(step(1), 'reviewed');
    const polling = lookups.poll({}, true);
    let isOver = false;
    void polling.then(() => (isOver = true));
    await lookups.settled();
    assert.ok(isOver);
  });

  it('reports the merge requests that the user changed', async () => {
    const { store, lookups, reviewed, key } = await having(new Map([[1, withReviewState('unreviewed')]]));
    const acted: number[] = [];
    store.onDidAct(({ iid }) => acted.push(iid));
    lookups.refresh(key(1));
    await reviewed.submitted(key(1), 'a'.repeat(40));
    await store.reloadLists(key(1));
    assert.deepEqual([...new Set(acted)], [1]);
    assert.equal(acted.length, 3);
  });

  it('updates a row when its reviewers are read', async () => {
    const requests = new Map([[1, withReviewState('unreviewed')]]);
    const { read, step, store, lookups, key } = await having(requests);
    await read();
    const changedKeys: MergeRequestKey[] = [];
    lookups.onDidChange((keys) => changedKeys.push(...keys));
    requests.set(1, withReviewState('approved'));
    await store.refreshPart(key(1), 'reviewers');
    assert.equal(step(1), 'reviewed');
    assert.deepEqual(changedKeys, [key(1)]);
  });

  it('updates a row when the user approves it', async () => {
    const sandbox: Sandbox = await startSandbox({ still: true });
    try {
      const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
      const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
      const clock = new ManualClock();
      const store = new MergeRequests(() => client, clock);
      const lookups = new RowLookups(store, clock);
      const queries = presetQueries('attention', { kind: 'project', base: sandbox.url, project: 1 }, OTHER);
      const [review] = queries;
      assert.ok(review);
      for (const query of queries) await store.list(query);
      const key = { base: sandbox.url, project: 1, iid: 12 };
      const step = (): MergeRequestStep => {
        const item = store.peekList(review)?.items.find(({ iid }) => iid === 12);
        assert.ok(item);
        return nextStepFor(OTHER, { ...item, ...lookups.factsOf(key) });
      };
      lookups.retain({ who: OTHER, queries });
      await lookups.poll({});
      assert.equal(step(), 'review');
      const moved = new Promise((resolve) => lookups.onDidChange(resolve));
      await client.call(approveMergeRequest, { id: 1, merge_request_iid: 12 });
      lookups.refresh(key);
      await moved;
      assert.equal(step(), 'reviewed');
    } finally {
      await sandbox.close();
    }
  });
});
