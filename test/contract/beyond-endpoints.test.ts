import assert from 'node:assert/strict';
import * as approvals from '../../src/api/endpoints/approvals';
import * as awards from '../../src/api/endpoints/award-emoji';
import * as talk from '../../src/api/endpoints/discussions';
import { listPipelines } from '../../src/api/endpoints/pipelines';
import { listBranches } from '../../src/api/endpoints/repository';
import { type BeyondName, beyondNames, type Place } from './beyond-calls';
import { BEYOND_ROWS } from './rows/beyond';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };
/** Of these, only project and merge request are there. */
const NOTHING: Place = {
  ...request,
  pipeline_id: 999_999,
  discussion_id: 'f'.repeat(40),
  note_id: 999_999,
  draft_note_id: 999_999,
  award_id: 999_999,
  file_path: 'no/where.ts',
  sha: 'f'.repeat(40),
};

const rows = beyondNames().map((name) => ({ name, ...BEYOND_ROWS[name] }));

describe('each additional endpoint', () => {
  const world = stage();

  /** Things that are there, made for one call. */
  const make = async (): Promise<Place> => {
    const client = world.client();
    const [pipeline] = (await client.page(listPipelines, { id: request.id })).items;
    const discussion = await client.call(talk.createDiscussion, { ...request, body: 'Why?' });
    const draft = await client.call(talk.createDraftNote, { ...request, note: 'Maybe' });
    const [note] = discussion.notes;
    assert.ok(pipeline && note);
    const award = await client.call(awards.giveNoteAward, { ...request, note_id: note.id, name: 'heart' });
    return {
      ...request,
      pipeline_id: pipeline.id,
      discussion_id: discussion.id,
      note_id: note.id,
      draft_note_id: draft.id,
      award_id: award.id,
      file_path: 'src/cart/price.ts',
      sha: pipeline.sha,
    };
  };
  /** An approval is given once and taken back once. */
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
      const place = await make();
      await setApproved(name === 'unapproveMergeRequest');
      world.as('maintainer').taken();
      await BEYOND_ROWS[name].call(world.client(), place);
      const exchanged = world.as('maintainer').taken();
      const values = new Map<string, string | number>(Object.entries(place));
      const asked = path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(values.get(key) ?? ''));
      assert.deepEqual(
        exchanged.map((one) => [one.method, one.path]),
        [[method, asked]],
      );
      assert.ok(success.includes(exchanged[0]?.status ?? 0), `status ${exchanged[0]?.status}`);
    });
  }
});

describe('additional endpoints refuse', () => {
  const world = stage();
  const drive = (name: BeyondName, who: Who, place: Partial<Place> = {}): Promise<unknown> =>
    BEYOND_ROWS[name].call(world.client(who), { ...NOTHING, ...place });

  it('a token that nobody knows, everywhere (401)', async () => {
    for (const { name } of rows)
      await ends(drive(name, 'stranger'), 'unauthorized', 401, /^401 Unauthorized$/);
  });

  it('everything but reading what is public to who has no token (401)', async () => {
    const pipeline = (await world.client().page(listPipelines, { id: request.id })).items[0];
    const [talked] = (await world.client().page(talk.listDiscussions, request)).items;
    const there = {
      pipeline_id: pipeline?.id ?? 0,
      note_id: talked?.notes[0]?.id ?? 0,
      file_path: 'README.md',
      sha: pipeline?.sha ?? '',
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
    it(`${what} (404)`, async () => {
      for (const { name } of rows.filter(({ path }) => path.includes(':id'))) {
        if (who === 'nobody' && BEYOND_ROWS[name].open !== true) continue;
        await ends(drive(name, who, { id }), 'not-found', 404, /^404 Project Not Found$/);
      }
    });
  }

  it('what is not there in a project that is (404)', async () => {
    const inside = /:(?!id\b)(?!merge_request_iid)\w+/;
    for (const { name } of rows.filter(({ path }) => inside.test(path))) {
      await ends(drive(name, 'owner'), 'not-found', 404, /^404 .*Not [Ff]ound$/);
    }
    for (const { name } of rows.filter(({ path }) => path.includes(':merge_request_iid'))) {
      await ends(drive(name, 'owner', { merge_request_iid: 99_999 }), 'not-found', 404, /^404 Not found$/);
    }
  });

  it('to guests of a private project what only reporters may read (403)', async () => {
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
    for (const name of ['getProject', 'listMembers', 'listLabels', 'listMilestones'] as const) {
      await drive(name, 'guest', { id });
    }
  });

  it('to reporters what only developers may do (403)', async () => {
    const [pipeline] = (await world.client().page(listPipelines, { id: request.id })).items;
    const { id: discussion_id, notes } = await world
      .client()
      .call(talk.createDiscussion, { ...request, body: 'Why?' });
    const place = { pipeline_id: pipeline?.id ?? 0, discussion_id, note_id: notes[0]?.id ?? 0 };
    for (const name of [
      'retryPipeline',
      'cancelPipeline',
      'createPipeline',
      'resolveDiscussion',
      'editNote',
      'deleteNote',
    ] as const) {
      await ends(drive(name, 'reporter', place), 'forbidden', 403, /^403 Forbidden$/);
    }
    // The real service says so where somebody may not approve.
    await ends(drive('approveMergeRequest', 'reporter'), 'unauthorized', 401);
  });

  it('every write in a project that is archived (403), and let it be read', async () => {
    const [branch] = (await world.client().page(listBranches, { id: 'acme/attic' })).items;
    const sha = branch?.commit?.id ?? '';
    const place = { id: 'acme/attic', merge_request_iid: 1, file_path: 'README.md', sha };
    for (const { name, method } of rows.filter(({ path }) => path.includes(':id'))) {
      const call = drive(name, 'owner', place);
      if (method !== 'GET') await ends(call, 'forbidden', 403);
      else if (name === 'getPipeline' || name === 'listNoteAwards') await ends(call, 'not-found', 404);
      else await call;
    }
  });
});
