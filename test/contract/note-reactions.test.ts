import assert from 'node:assert/strict';
import * as awards from '../../src/api/endpoints/award-emoji';
import * as discussions from '../../src/api/endpoints/discussions';
import { listNoteReactions } from '../../src/api/queries/note-reactions';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };

describe('emoji reactions on comments', () => {
  const world = stage('each');
  const tried = async (): Promise<number> => {
    const { items } = await world.client().page(discussions.listDiscussions, request);
    const note = items.flatMap(({ notes }) => notes).find(({ body }) => body.startsWith('I tried it'));
    assert.ok(note);
    return note.id;
  };
  /** Returns the reactions of each note by its ID. */
  const given = async (who: Who = 'maintainer', fullPath = request.id, iid = '12') => {
    const found = new Map<number, string[]>();
    let after: string | undefined;
    for (;;) {
      const args = { fullPath, iid, first: 2, ...(after === undefined ? {} : { after }) };
      const { project } = await world.client(who).query(listNoteReactions, args);
      const notes = project?.mergeRequest?.notes;
      if (!notes) return undefined;
      for (const note of notes.nodes ?? []) {
        const emoji = (note?.awardEmoji?.nodes ?? []).map(
          (each) => `${each?.emoji ?? '?'} ${each?.name ?? ''} ${each?.user?.username ?? ''}`,
        );
        if (emoji.length > 0) found.set(Number(/\d+$/.exec(note?.id ?? '')?.[0]), emoji);
      }
      if (!notes.pageInfo.hasNextPage) return found;
      after = notes.pageInfo.endCursor ?? '';
    }
  };

  it('are returned for all notes at once, page by page', async () => {
    const found = await given();
    assert.deepEqual(
      [...(found ?? [])],
      [[await tried(), ['🎉 tada dana', '👍 thumbsup olivia', '👍 thumbsup marek']]],
    );
  });

  it('can be added once, are also returned for a single note, and can be removed by their author', async () => {
    const at = { ...request, note_id: await tried() };
    const award = await world.client().call(awards.addNoteAward, { ...at, name: 'rocket' });
    assert.equal(award.name, 'rocket');
    const again = world.client().call(awards.addNoteAward, { ...at, name: 'rocket' });
    await ends(again, 'not-found', 404, /already been taken/);
    const names = async (): Promise<string[]> =>
      (await world.client('nobody').page(awards.listNoteAwards, at)).items.map(({ name }) => name);
    assert.deepEqual(await names(), ['tada', 'thumbsup', 'thumbsup', 'rocket']);
    assert.ok((await given())?.get(at.note_id)?.some((each) => each.startsWith('🚀 rocket')));
    const other = world.client('owner').call(awards.removeNoteAward, { ...at, award_id: award.id });
    await ends(other, 'unauthorized', 401);
    await world.client().call(awards.removeNoteAward, { ...at, award_id: award.id });
    assert.deepEqual(await names(), ['tada', 'thumbsup', 'thumbsup']);
  });

  it('must be emoji', async () => {
    const at = { ...request, note_id: await tried() };
    const odd = world.client().call(awards.addNoteAward, { ...at, name: 'no-such-thing' });
    await ends(odd, 'not-found', 404, /not a valid emoji name/);
  });

  it('are returned to users who can read the merge request, and are null for others', async () => {
    assert.equal((await given('nobody'))?.size, 1);
    assert.equal(await given('maintainer', request.id, '99999'), undefined);
    assert.equal(await given('developer', 'acme/vault', '1'), undefined);
    assert.equal(await given('guest', 'acme/roadmap', '1'), undefined);
  });
});

describe('pending comment', () => {
  const world = stage('each');

  it('can be edited by its author and keeps its thread (404 for others)', async () => {
    const thread = await world.client().call(discussions.createDiscussion, { ...request, body: 'Why?' });
    const made = await world
      .client()
      .call(discussions.createDraftNote, { ...request, note: 'Maybe', in_reply_to_discussion_id: thread.id });
    const at = { ...request, draft_note_id: made.id };
    const edited = await world.client().call(discussions.editDraftNote, { ...at, note: 'Surely' });
    assert.deepEqual([edited.note, edited.discussion_id], ['Surely', thread.id]);
    await ends(
      world.client('owner').call(discussions.editDraftNote, { ...at, note: 'No' }),
      'not-found',
      404,
    );
    await ends(world.client().call(discussions.editDraftNote, { ...at, note: ' ' }), 'bad-request', 400);
  });
});
