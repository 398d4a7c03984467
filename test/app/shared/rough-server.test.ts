import assert from 'node:assert/strict';
import { getJobTrace, listProjectJobs } from '../../../src/api/endpoints/jobs';
import { listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { Changes } from '../../../src/app/changes/changes';
import { Discussions } from '../../../src/app/discussions/discussions';
import { MergeRequestList } from '../../../src/app/merge-requests/list';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { Emitter } from '../../../src/base/emitter';
import { mergeRequestActions } from '../../../src/domain/merge-requests/rules';
import { bridgeRow, jobRow } from '../../../src/presentation/jobs/rows';
import { mergeRequestPageBody } from '../../../src/presentation/merge-request-page/page';
import { mergeRequestRow } from '../../../src/presentation/merge-requests/rows';
import { pipelineRow } from '../../../src/presentation/pipelines/rows';
import { html } from '../../../src/presentation/shared/html';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { type RoughServer, roughServer } from '../../builders/rough-server';

/**
 * Avoids the start of an hour relative to the sandbox data, because times without milliseconds are slightly
 * earlier.
 */
const NOW = Date.now() + 40_000;
const ROW = {
  now: NOW,
  who: 'dana',
  busy: false,
  pinned: false,
  snoozed: undefined,
  unread: false,
  amongProjects: true,
  ofBranch: false,
};

describe('server with other response formats', () => {
  let sandbox: Sandbox;
  let rough: RoughServer;
  before(async () => {
    sandbox = await startSandbox({ still: true });
    rough = await roughServer(sandbox.url);
  });
  after(async () => {
    await closeAll();
    await rough.close();
    await sandbox.close();
  });

  const clientAt = (base: string) =>
    clientOf(base, {
      credential: { kind: 'personal', token: () => Promise.resolve(sandbox.tokens.maintainer) },
      policy: true,
    }).client;

  /** Asserts that the same is shown for both servers. */
  async function sameAtBoth(show: (base: string) => Promise<unknown>): Promise<void> {
    // The first request makes the server check which merge requests can be merged.
    await show(sandbox.url);
    sandbox.advance(10_000);
    const [plain, other] = [await show(sandbox.url), await show(rough.url)];
    const text = (shown: unknown): string =>
      JSON.stringify(shown, null, 1)
        .replaceAll(rough.url, sandbox.url)
        .replaceAll(/<time datetime=\\"[^"]*"/g, '<time')
        // The URLs in the responses are those of the sandbox, and avatars are loaded only from the server itself.
        .replaceAll(/ data-avatar=\\"[^"]*"/g, '');
    assert.equal(text(other), text(plain));
    assert.ok(text(plain).length > 500);
  }

  it('shows the same pipelines, stages, and jobs', async () => {
    await sameAtBoth(async (base) => {
      const project = { base, project: 1 };
      const pipelines = new Pipelines(() => clientAt(base), new ManualClock());
      const list = await pipelines.list(project);
      await pipelines.loadOlder(project);
      const context = { now: NOW, busy: false };
      const shown: unknown[] = [];
      for (const pipeline of list.pipelines.slice(0, 8)) {
        const { stages } = await pipelines.content({ ...project, pipeline: pipeline.id });
        const jobs = stages.flatMap(({ members }) =>
          members.map((one) => (one.kind === 'job' ? jobRow(one.job, context) : bridgeRow(one.job, context))),
        );
        shown.push(
          pipelineRow(pipeline, context),
          stages.map(({ name }) => name),
          jobs,
        );
      }
      pipelines.dispose();
      return shown;
    });
  });

  it('shows the same merge requests', async () => {
    await sameAtBoth(async (base) => {
      const client = clientAt(base);
      const store = new MergeRequests(() => client);
      const list = new MergeRequestList({
        place: { kind: 'project', base, project: 1 },
        filters: { state: 'all' },
      });
      await list.refresh(client);
      const shown: unknown[] = [];
      for (const item of list.items) {
        const key = { base, project: 1, iid: item.iid };
        const mergeRequest = await store.get(key);
        const [reviewers, participants, commits, pipelines, closes, approvals] = await Promise.all([
          store.part(key, 'reviewers'),
          store.part(key, 'participants'),
          store.part(key, 'commits'),
          store.part(key, 'pipelines'),
          store.part(key, 'closes'),
          store.part(key, 'approvals'),
        ]);
        const page = mergeRequestPageBody(
          {
            base,
            mergeRequest,
            parts: { reviewers, participants, commits, pipelines, closes, approvals },
            discussions: {
              known: undefined,
              errorMessage: undefined,
              unsent: [],
              settling: [],
              write: (text) => html`${text}`,
            },
            actions: mergeRequestActions(mergeRequest),
            doing: undefined,
            errorMessage: undefined,
            now: NOW,
          },
          undefined,
        );
        shown.push(mergeRequestRow(item, ROW), page.toString().split('\n'));
      }
      store.dispose();
      return shown;
    });
  });

  it('returns the same comments and changes', async () => {
    await sameAtBoth(async (base) => {
      const client = clientAt(base);
      const store = new MergeRequests(() => client);
      const deps = { clientFor: () => client, mergeRequests: store };
      const discussions = new Discussions(deps);
      const reviewed = { last: () => undefined, onDidChange: new Emitter<never>().event };
      const changes = new Changes({ ...deps, reviewed });
      const shown: unknown[] = [];
      for (const { iid } of (await client.page(listProjectMergeRequests, { id: 1, per_page: 100 })).items) {
        const key = { base, project: 1, iid };
        await store.get(key);
        const { threads, drafts } = await discussions.get(key);
        const notes = [...threads.flatMap((thread) => thread.notes), ...(drafts ?? [])];
        const { files, complete, overflow } = await changes.whole(key);
        shown.push(
          notes.map((note) => [
            note.id,
            'body' in note ? note.body : note.note,
            note.position?.new_line ?? 0,
          ]),
          files.map(({ path, diff, comparison: verdict }) => [
            path,
            verdict,
            diff.change,
            diff.newMode,
            diff.added,
            diff.text,
          ]),
          [complete, overflow],
        );
      }
      for (const each of [changes, discussions, store]) each.dispose();
      return shown;
    });
  });

  it('returns the same job logs', async () => {
    await sameAtBoth(async (base) => {
      const client = clientAt(base);
      const { items } = await client.page(listProjectJobs, { id: 1, per_page: 100 });
      const shown: string[] = [];
      for (const { id } of items.slice(0, 10)) {
        const response = await client.text(getJobTrace, { id: 1, job_id: id }).catch(() => undefined);
        shown.push(
          response === undefined || response.kind === 'unchanged'
            ? ''
            : Buffer.from(response.bytes).toString(),
        );
      }
      return shown;
    });
  });
});
