import assert from 'node:assert/strict';
import { createDiscussion } from '../../../../src/api/endpoints/discussions';
import { OutdatedThreads } from '../../../../src/app/discussions/outdated-threads';
import { argsOf } from '../../../../src/app/merge-requests/calls';
import { systemClock } from '../../../../src/base/clock';
import { orderedThreads, walkThreads } from '../../../../src/domain/discussions/threads';
import { threadsRow } from '../../../../src/presentation/discussions/thread-rows';
import { shownActivity } from '../../../../src/presentation/merge-request-page/activity-shown';
import { readingPage } from '../../../../src/presentation/merge-request-page/text/reading-page';
import { mergeRequestSchema } from '../../../../src/schemas/merge-request';
import { ThreadsSubtree } from '../../../../src/ui/merge-request-view/trees/threads-subtree';
import { commenting } from '../../../app/discussions/helpers/commenting';
import { model } from '../../../builders/merge-request-page';

const MANY = 1_150;
const PAGE = 100;

describe('many threads in a merge request', () => {
  const world = commenting();

  it('are all read, page by page, and each has a row', async () => {
    const { client, changes, discussions, mergeRequests, outbox, key } = world.person();
    const before = await discussions.get(key);
    for (let index = 0; index < MANY; index += 1)
      await client.call(createDiscussion, { ...argsOf(key), body: `Question ${index}` });
    const requestCount = () =>
      world.sandbox.requests().filter(({ method, path }) => method === 'GET' && /\/discussions\?/.test(path))
        .length;
    const first = requestCount();
    const { threads, cut } = await discussions.refresh(key);
    assert.equal(threads.length, before.threads.length + MANY);
    assert.equal(cut, false);
    assert.equal(requestCount() - first, Math.ceil(threads.length / PAGE));
    const outdatedThreads = new OutdatedThreads({ changes, discussions, mergeRequests });
    const subtree = new ThreadsSubtree({ discussions, outbox, outdatedThreads, clock: systemClock });
    const rows = (await subtree.entries(key)).flatMap(({ data }) =>
      data.kind === 'thread' ? [subtree.row(data).label] : [],
    );
    assert.equal(rows.length, orderedThreads(threads).length);
    assert.ok(rows.includes('Question 0'));
    assert.ok(rows.includes(`Question ${MANY - 1}`));
    assert.equal(subtree.section(key, undefined).description?.includes('+'), false);
    outdatedThreads.dispose();
  });

  it('require one read of threads per thread, in rows, on the page, and as text', () => {
    /** Returns how often the comments of threads are read, per thread. */
    const readsPerThread = (count: number): number => {
      let reads = 0;
      const threads = Array.from({ length: count }, (_, index) => {
        const note = {
          ...{ id: index, body: `Question ${index}`, system: index % 5 === 0, resolvable: index % 5 !== 0 },
          ...{ resolved: index % 3 === 0, created_at: '2026-11-05T12:00:00Z' },
          position: { new_path: `src/${index % 20}.ts`, new_line: index },
        };
        return {
          id: String(index),
          get notes() {
            reads += 1;
            return [note];
          },
        };
      });
      const request = { id: 1, iid: 42, project_id: 1, title: 'Many', state: 'opened' };
      orderedThreads(threads);
      walkThreads(threads, ['src/1.ts', 'src/2.ts']);
      threadsRow({ threads, cut: false }, { drafts: 0, unsent: 0 });
      readingPage({
        ...{ key: { base: 'https://git.example.com', project: 1, iid: 42 }, approvalsLeft: 0 },
        ...{ mergeRequest: mergeRequestSchema.parse(request), reviewers: [], files: [] },
        ...{ isViewed: () => false, threads, cut: false, drafts: 0, events: [], problem: undefined, now: 0 },
      });
      const { discussions } = model();
      const known = { threads, cut: false, missing: undefined };
      shownActivity(model({}, { discussions: { ...discussions, known } }));
      return reads / count;
    };
    assert.ok(readsPerThread(4_000) <= readsPerThread(1_000));
  });
});
