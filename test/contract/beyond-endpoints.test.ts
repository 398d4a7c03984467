import assert from 'node:assert/strict';
import * as approvals from '../../src/api/endpoints/approvals';
import * as awards from '../../src/api/endpoints/award-emoji';
import * as branches from '../../src/api/endpoints/branches';
import * as discussions from '../../src/api/endpoints/discussions';
import { getMergeRequest } from '../../src/api/endpoints/merge-requests';
import { listPipelines } from '../../src/api/endpoints/pipelines';
import { getCommit, listBranches } from '../../src/api/endpoints/repository';
import { jobWithArtifacts } from './artifact-job';
import { type BeyondName, beyondNames, type Place } from './beyond-calls';
import { BEYOND_ROWS } from './rows/beyond';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };
const NO_BRANCH = { branch: 'no-branch', older_branch: 'no-branch' };
/** Parameters of which only the project and the merge request exist. */
const NOTHING: Place = {
  ...request,
  pipeline_id: 999_999,
  job_id: 999_999,
  artifact_path: 'no/where.txt',
  discussion_id: 'f'.repeat(40),
  note_id: 999_999,
  draft_note_id: 999_999,
  award_id: 999_999,
  key: 'none',
  file_path: 'no/where.ts',
  secret: 'f'.repeat(32),
  filename: 'none.png',
  sha: 'f'.repeat(40),
  ...NO_BRANCH,
};

const rows = beyondNames().map((name) => ({ name, ...BEYOND_ROWS[name] }));

describe('additional endpoint', () => {
  const world = stage();

  /** Creates existing objects for one call. */
  const make = async (name: BeyondName): Promise<Place> => {
    const client = world.client();
    const [pipeline] = (await client.page(listPipelines, { id: request.id })).items;
    const discussion = await client.call(discussions.createDiscussion, { ...request, body: 'Why?' });
    const draft = await client.call(discussions.createDraftNote, { ...request, note: 'Maybe' });
    const [note] = discussion.notes;
    assert.ok(pipeline && note);
    const award = await client.call(awards.addNoteAward, { ...request, note_id: note.id, name: 'heart' });
    return {
      ...request,
      pipeline_id: pipeline.id,
      job_id: await jobWithArtifacts(client, request.id),
      artifact_path: 'dist/assets/logo.png',
      discussion_id: discussion.id,
      note_id: note.id,
      draft_note_id: draft.id,
      award_id: award.id,
      key: 'cluster',
      file_path: 'src/cart/price.ts',
      secret: 'a3f1c2d4e5b60718293a4b5c6d7e8f90',
      filename: 'logo.png',
      sha: pipeline.sha,
      ...(await makeBranches(name)),
    };
  };
  /** Creates branches only for the endpoints that need them, because they start pipelines. */
  const makeBranches = async (name: BeyondName) => {
    if (!Object.hasOwn(branches, name)) return NO_BRANCH;
    const client = world.client();
    const sha = (await client.call(getMergeRequest, request)).sha ?? '';
    const [parent = ''] = (await client.call(getCommit, { id: request.id, sha })).parent_ids;
    const [branch, older_branch] = [`at-${name}`, `before-${name}`];
    await client.call(branches.createBranch, { id: request.id, branch, ref: sha });
    await client.call(branches.createBranch, { id: request.id, branch: older_branch, ref: parent });
    return { branch, older_branch, sha };
  };
  /** Sets the approval, because approving or revoking twice fails. */
  const setApproved = async (approved: boolean): Promise<void> => {
    const { user_has_approved: has } = await world.client().call(approvals.getApprovals, request);
    if (has !== approved) {
      await world
        .client()
        .call(approved ? approvals.approveMergeRequest : approvals.unapproveMergeRequest, request);
    }
  };

  for (const { name, method, path, success } of rows) {
    it(`${method} ${path} succeeds as documented`, async () => {
      const place = await make(name);
      await setApproved(name === 'unapproveMergeRequest');
      world.as('maintainer').taken();
      await BEYOND_ROWS[name].call(world.client(), place);
      const exchanged = world.as('maintainer').taken();
      const values = new Map<string, string | number>(Object.entries(place));
      const expectedPath = path.replace(/([:*])(\w+)/g, (_all, kind: string, key: string) => {
        const value = String(values.get(key) ?? '');
        return kind === '*' ? value : encodeURIComponent(value);
      });
      assert.deepEqual(
        exchanged.map((one) => [one.method, one.path]),
        [[method, expectedPath]],
      );
      assert.ok(success.includes(exchanged[0]?.status ?? 0), `status ${exchanged[0]?.status}`);
    });
  }
});

describe('errors of additional endpoints', () => {
  const world = stage();
  const drive = (name: BeyondName, who: Who, place: Partial<Place> = {}): Promise<unknown> =>
    BEYOND_ROWS[name].call(world.client(who), { ...NOTHING, ...place });

  it('include an unknown token (401)', async () => {
    for (const { name } of rows)
      await ends(drive(name, 'stranger'), 'unauthorized', 401, /^401 Unauthorized$/);
  });

  it('include requests without a token, except reading public data (401)', async () => {
    const pipeline = (await world.client().page(listPipelines, { id: request.id })).items[0];
    const { items } = await world.client().page(discussions.listDiscussions, request);
    const talked = items.find(({ notes }) => notes.some(({ system }) => !system));
    const there = {
      pipeline_id: pipeline?.id ?? 0,
      note_id: talked?.notes[0]?.id ?? 0,
      file_path: 'README.md',
      sha: pipeline?.sha ?? '',
      branch: 'main',
    };
    for (const { name } of rows) {
      const call = drive(name, 'nobody', there);
      if (BEYOND_ROWS[name].open === true) await call;
      else await ends(call, 'unauthorized', 401);
    }
  });

  for (const [what, who, id] of [
    ['a project that is not there', 'maintainer', 'acme/nowhere'],
    ['a private project, to who is no member', 'developer', 'acme/vault'],
    ['a private project, to the public, where reading needs no token', 'nobody', 'acme/vault'],
  ] as const) {
    it(`include ${what} (404)`, async () => {
      for (const { name } of rows.filter(({ path }) => path.includes(':id'))) {
        if (who === 'nobody' && BEYOND_ROWS[name].open !== true) continue;
        await ends(drive(name, who, { id }), 'not-found', 404, /^404 Project Not Found$/);
      }
    });
  }

  it('include missing objects in an existing project (404)', async () => {
    const inside = /[:*](?!id\b)(?!merge_request_iid)\w+/;
    for (const { name } of rows.filter(({ path }) => inside.test(path))) {
      await ends(drive(name, 'owner'), 'not-found', 404, /^404 .*Not [Ff]ound$/);
    }
    for (const { name } of rows.filter(({ path }) => path.includes(':merge_request_iid'))) {
      await ends(drive(name, 'owner', { merge_request_iid: 99_999 }), 'not-found', 404, /^404 Not found$/);
    }
  });

  it('include requests of guests of a private project for data that requires the Reporter role (403)', async () => {
    const id = 'acme/roadmap';
    for (const name of [
      'listPipelines',
      'getPipeline',
      'listBranches',
      'getRawFile',
      'getCommit',
      'listCommits',
      'listCommitDiff',
      'listDiscussions',
    ] as const) {
      await ends(drive(name, 'guest', { id }), 'forbidden', 403, /^403 Forbidden$/);
    }
    for (const name of ['getProject', 'listMembers', 'listLabels', 'listMilestones', 'listIssues'] as const) {
      await drive(name, 'guest', { id });
    }
  });

  it('include requests of reporters for actions that require the Developer role (403)', async () => {
    const [pipeline] = (await world.client().page(listPipelines, { id: request.id })).items;
    const { id: discussion_id, notes } = await world
      .client()
      .call(discussions.createDiscussion, { ...request, body: 'Why?' });
    const place = { pipeline_id: pipeline?.id ?? 0, discussion_id, note_id: notes[0]?.id ?? 0 };
    for (const name of [
      'retryPipeline',
      'cancelPipeline',
      'createPipeline',
      'resolveDiscussion',
      'editNote',
      'deleteNote',
      'listResourceGroups',
    ] as const) {
      await ends(drive(name, 'reporter', place), 'forbidden', 403, /^403 Forbidden$/);
    }
    // Servers return this status if the user isn't allowed to approve.
    await ends(drive('approveMergeRequest', 'reporter'), 'unauthorized', 401);
  });

  it('include writes in an archived project (403), but not reads', async () => {
    const [branch] = (await world.client().page(listBranches, { id: 'acme/attic' })).items;
    const sha = branch?.commit?.id ?? '';
    const place = { id: 'acme/attic', merge_request_iid: 1, file_path: 'README.md', sha, branch: 'main' };
    for (const { name, method, path } of rows.filter((row) => row.path.includes(':id'))) {
      const call = drive(name, 'owner', place);
      if (method !== 'GET') await ends(call, 'forbidden', 403);
      else if (['getPipeline', 'listNoteAwards', 'getUpload'].includes(name) || /:job_id|:key/.test(path))
        await ends(call, 'not-found', 404);
      else await call;
    }
  });
});
