import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import type { FoundItem } from '../../../../src/app/navigation/found';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { mergeRequestSchema } from '../../../../src/schemas/merge-request';
import {
  pageLinkCommands,
  type PageLinkDeps,
} from '../../../../src/ui/navigation/commands/page-link-commands';
import type { MessageAction } from '../../../../src/ui/shared/editor/prompts';
import { aJob } from '../../../builders/jobs';
import { only, runCommand } from '../../../builders/run-command';

const BASE = 'https://git.example.com';
const SHOP = `${BASE}/acme/shop`;
const from = { base: BASE, project: 1, iid: 7 };
const SHA = '1a2b3c4d'.repeat(5);

/** Follows a link in !7 with recorded results. */
function pageWith({
  found = [],
  file,
  error,
}: { found?: readonly FoundItem[]; file?: string; error?: Error } = {}) {
  const log: unknown[] = [];
  let actions: readonly MessageAction[] = [];
  const rows = pageLinkCommands(
    only<PageLinkDeps>({
      bases: () => [BASE],
      pageOf: () => `${SHOP}/-/merge_requests/7`,
      find: {
        page: (project, page) => {
          log.push(['find', project.project, page]);
          return error === undefined ? Promise.resolve(found) : Promise.reject(error);
        },
      },
      now: () => 0,
      prompts: only<PageLinkDeps['prompts']>({
        progress: only<PageLinkDeps['prompts']['progress']>({
          inView: (_title, work) => work(new AbortController().signal),
        }),
        showMessage: (_severity, message, offered) => {
          log.push(message);
          actions = offered;
        },
      }),
      recent: only<PageLinkDeps['recent']>({ add: () => Promise.resolve() }),
      commitsOf: () => Promise.resolve([SHA]),
      fileIn: (project, path) => {
        log.push(['file', project.project, path]);
        return Promise.resolve(file);
      },
      openFile: (address, line) => Promise.resolve(void log.push(['open', address, line])),
      browse: (link) => Promise.resolve(void log.push(['browse', link])),
      openLog: (key, name, line) => Promise.resolve(void log.push(['log', key.job, name, line])),
      openMergeRequest: (project, iid) => Promise.resolve(void log.push(['page', project.project, iid])),
      openPlace: (key, place) => Promise.resolve(void log.push(['place', key.iid, place])),
      execute: (id, argument) => Promise.resolve(void log.push([id, argument])),
    }),
  );
  return {
    log,
    follow: (address: string) => runCommand(rows, COMMAND.openLink, { address, mergeRequest: from }),
    titles: () => actions.map(({ title }) => title),
    choose: async () => actions[0]?.run(),
  };
}

const five = {
  what: 'merge-request',
  project: { base: BASE, project: 1 },
  mergeRequest: mergeRequestSchema.parse({ id: 5, iid: 5, project_id: 1, title: 'Five', state: 'opened' }),
} as const;

describe('Open Link', () => {
  it('opens merge requests and jobs in the editor', async () => {
    const request = pageWith({ found: [five] });
    await request.follow(`${SHOP}/-/merge_requests/5`);
    assert.deepEqual(request.log.at(-1), ['page', 1, 5]);
    const key = { base: BASE, project: 1, job: 8 };
    const job = pageWith({ found: [{ what: 'job', key, job: aJob({ id: 8, name: 'lint' }), line: 5 }] });
    await job.follow(`${SHOP}/-/jobs/8#L5`);
    assert.deepEqual(job.log.at(-1), ['log', 8, 'lint', 5]);
  });

  it('reveals comments of the same merge request on its page without a request', async () => {
    const { follow, log } = pageWith();
    const target = { kind: 'merge-request', mergeRequest: from };
    await follow(`${BASE}/Acme/shop/-/merge_requests/7#note_3`);
    await follow(`${SHOP}/-/merge_requests/7/diffs?commit_id=${SHA}`);
    assert.deepEqual(log, [
      [COMMAND.openMergeRequest, { target, note: 3 }],
      ['place', 7, { commit: SHA }],
    ]);
  });

  it('shows commits of the merge request, and others in the browser', async () => {
    const { follow, log } = pageWith();
    await follow(`${SHOP}/-/commit/1a2b3c4d`);
    await follow(`${SHOP}/-/commit/ffffffff`);
    const target = { kind: 'commit', mergeRequest: from, sha: SHA };
    assert.deepEqual(log, [
      [COMMAND.showCommit, { target }],
      ['browse', `${SHOP}/-/commit/ffffffff`],
    ]);
  });

  it('opens files in a clone, or else in the browser', async () => {
    const link = `${SHOP}/-/blob/HEAD/src/a.ts#L3`;
    const inClone = pageWith({ file: 'file:///shop/src/a.ts' });
    await inClone.follow(link);
    assert.deepEqual(inClone.log, [
      ['file', 'acme/shop', 'src/a.ts'],
      ['open', 'file:///shop/src/a.ts', 3],
    ]);
    const elsewhere = pageWith();
    await elsewhere.follow(link);
    assert.deepEqual(elsewhere.log.at(-1), ['browse', link]);
  });

  it('shows the reason of a failure, and offers to open the browser', async () => {
    const link = `${SHOP}/-/merge_requests/5`;
    const missing = pageWith();
    await missing.follow(link);
    assert.equal(
      missing.log.at(-1),
      "Couldn't open merge request !5. The page doesn't exist, or you don't have access.",
    );
    await missing.choose();
    assert.deepEqual(missing.log.at(-1), ['browse', link]);
    const error = new ApiError({ kind: 'network', endpoint: 'GET /x', host: 'git.example.com' });
    const failed = pageWith({ error });
    await failed.follow(link);
    assert.match(String(failed.log.at(-1)), /^Couldn't open merge request !5\. Couldn't connect/);
    assert.deepEqual(failed.titles(), ['Open in Browser']);
  });

  it('offers to sign in again if the token is rejected', async () => {
    const error = new ApiError({
      kind: 'unauthorized',
      endpoint: 'GET /x',
      host: 'git.example.com',
      base: BASE,
      status: 401,
    });
    const { follow, titles, choose, log } = pageWith({ error });
    await follow(`${SHOP}/-/merge_requests/5`);
    assert.deepEqual(titles(), ['Sign In Again', 'Open in Browser']);
    await choose();
    assert.deepEqual(log.at(-1), [COMMAND.signIn, { base: BASE }]);
  });

  it('opens other links in the browser, and never runs scripts or commands', async () => {
    const { follow, log } = pageWith();
    for (const link of [
      'https://evil.example/acme/shop/-/merge_requests/5',
      `${SHOP}/-/issues/3`,
      'mailto:a@b.example',
    ])
      await follow(link);
    for (const link of ['javascript:alert(1)', 'command:x', `https://a@git.example.com/`]) await follow(link);
    assert.deepEqual(log, [
      ['browse', 'https://evil.example/acme/shop/-/merge_requests/5'],
      ['browse', `${SHOP}/-/issues/3`],
      ['browse', 'mailto:a@b.example'],
    ]);
  });
});
