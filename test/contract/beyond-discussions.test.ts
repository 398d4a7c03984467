import assert from 'node:assert/strict';
import type { ArgsOf, ResultOf } from '../../src/api/endpoint';
import { listDiffs } from '../../src/api/endpoints/diffs';
import * as discussions from '../../src/api/endpoints/discussions';
import { getMergeRequest, listReviewers, updateMergeRequest } from '../../src/api/endpoints/merge-requests';
import { ends, stage, type Who } from './stage';

type Discussion = ResultOf<typeof discussions.createDiscussion>;
type Place = NonNullable<ArgsOf<typeof discussions.createDiscussion>['position']>;

const request = { id: 'acme/storefront', merge_request_iid: 12 };

describe('merge request discussions', () => {
  const world = stage('each');
  const begin = (body: string, who: Who = 'maintainer', position?: Place): Promise<Discussion> =>
    world.client(who).call(discussions.createDiscussion, { ...request, body, position });
  const all = async (): Promise<Discussion[]> => {
    const found: Discussion[] = [];
    for await (const page of world.client().pages(discussions.listDiscussions, { ...request, per_page: 1 })) {
      assert.deepEqual(page.problems, []);
      found.push(...page.items);
    }
    return found;
  };
  const again = async ({ id }: Discussion): Promise<Discussion | undefined> =>
    (await all()).find((each) => each.id === id);
  const noteOf = ({ notes, id }: Discussion) => {
    const [first] = notes;
    assert.ok(first);
    return { ...request, discussion_id: id, note_id: first.id };
  };
  const statusOf = async (): Promise<string | null | undefined> => {
    await world.client().call(getMergeRequest, request);
    world.sandbox.advance(1_500);
    return (await world.client().call(getMergeRequest, request)).detailed_merge_status;
  };
  /** Returns the position of the first line that the merge request adds, in the latest diff. */
  const firstAdded = async (): Promise<Place> => {
    const { diff_refs: refs } = await world.client().call(getMergeRequest, request);
    const [file] = (await world.client().page(listDiffs, request)).items;
    assert.ok(refs && file);
    const [, start = '', text = ''] = /^@@ -\S+ \+(\d+).*?@@[^\n]*\n(.*)$/s.exec(file.diff) ?? [];
    const lines = text.split('\n').filter((line) => !line.startsWith('-'));
    const new_line = Number(start) + lines.findIndex((line) => line.startsWith('+'));
    return {
      base_sha: refs.base_sha ?? '',
      start_sha: refs.start_sha ?? '',
      head_sha: refs.head_sha ?? '',
      position_type: 'text',
      old_path: file.old_path,
      new_path: file.new_path,
      new_line,
    };
  };

  it('can be on a place in an image', async () => {
    const tidy = { id: 'acme/storefront', merge_request_iid: 22 };
    const { diff_refs: refs } = await world.client().call(getMergeRequest, tidy);
    const place = { position_type: 'image', x: 120, y: 80, width: 640, height: 480 } as const;
    const made = await world.client().call(discussions.createDiscussion, {
      ...{ ...tidy, body: 'Too small' },
      position: {
        base_sha: refs?.base_sha ?? '',
        start_sha: refs?.start_sha ?? '',
        head_sha: refs?.head_sha ?? '',
        new_path: 'media/logo.png',
        ...place,
      },
    });
    const { position } = made.notes[0] ?? {};
    const { position_type, x, y, width, height, new_line: line } = position ?? {};
    assert.deepEqual({ position_type, x, y, width, height }, place);
    assert.equal(line, null);
    const reply = await world.client().call(discussions.createReply, {
      ...{ ...tidy, discussion_id: made.id, body: 'Larger?' },
    });
    assert.equal(reply.body, 'Larger?');
    const refused = world.client().call(discussions.createDiscussion, {
      ...{ ...tidy, body: 'Where?' },
      position: {
        base_sha: refs?.base_sha ?? '',
        start_sha: refs?.start_sha ?? '',
        head_sha: refs?.head_sha ?? '',
        new_path: 'media/logo.png',
        position_type: 'image',
        x: 120,
        y: 80,
      },
    });
    await ends(refused, 'bad-request', 400, /position.*is incomplete/);
  });

  it('can be pending on a place in an image, and keep the place when their text is changed', async () => {
    const tidy = { id: 'acme/storefront', merge_request_iid: 22 };
    const { diff_refs: refs } = await world.client().call(getMergeRequest, tidy);
    const position = {
      base_sha: refs?.base_sha ?? '',
      start_sha: refs?.start_sha ?? '',
      head_sha: refs?.head_sha ?? '',
      position_type: 'image',
      ...{ old_path: 'media/logo.png', new_path: 'media/logo.png' },
      ...{ x: 120, y: 80, width: 640, height: 480 },
    } as const;
    const draft = await world
      .client()
      .call(discussions.createDraftNote, { ...tidy, note: 'Too small', position });
    const edited = await world
      .client()
      .call(discussions.editDraftNote, { ...tidy, draft_note_id: draft.id, note: 'Too large', position });
    for (const { position: at } of [draft, edited])
      assert.deepEqual(
        [at?.position_type, at?.x, at?.y, at?.width, at?.height],
        ['image', 120, 80, 640, 480],
      );
    await world.client().call(discussions.publishDraftNotes, tidy);
    const { items } = await world.client().page(discussions.listDiscussions, { ...tidy, per_page: 100 });
    const published = items.find(({ notes }) => notes[0]?.body === 'Too large')?.notes[0]?.position;
    assert.deepEqual([published?.position_type, published?.x, published?.y], ['image', 120, 80]);
  });

  it('are listed completely, page by page, with a new discussion last', async () => {
    const before = await all();
    assert.ok(before.some(({ individual_note }) => individual_note) && before.length > 1);
    const made = await begin('What about refunds?');
    const [note] = made.notes;
    assert.deepEqual(
      [note?.body, note?.author?.username, note?.resolvable, note?.resolved, note?.type],
      ['What about refunds?', 'marek', true, false, 'DiscussionNote'],
    );
    assert.deepEqual(
      (await all()).map(({ id }) => id),
      [...before.map(({ id }) => id), made.id],
    );
  });

  it('block the merge until they are resolved, and again when unresolved', async () => {
    const made = await begin('What about refunds?');
    assert.equal(await statusOf(), 'discussions_not_resolved');
    const change = (resolved: boolean) =>
      world.client('developer').call(discussions.resolveDiscussion, {
        ...request,
        discussion_id: made.id,
        resolved,
      });
    const [note] = (await change(true)).notes;
    assert.deepEqual([note?.resolved, note?.resolved_by?.username], [true, 'dana']);
    assert.notEqual(await statusOf(), 'discussions_not_resolved');
    assert.equal((await change(false)).notes[0]?.resolved, false);
    assert.equal(await statusOf(), 'discussions_not_resolved');
  });

  it('can be resolved through one of their notes', async () => {
    const at = noteOf(await begin('What about refunds?'));
    const note = await world.client().call(discussions.editNote, { ...at, resolved: true });
    assert.deepEqual([note.resolved, note.resolved_by?.username], [true, 'marek']);
  });

  it("can't be resolved if they are single comments (400)", async () => {
    const single = (await all()).find(({ individual_note }) => individual_note);
    assert.ok(single);
    const call = world.client().call(discussions.resolveDiscussion, {
      ...request,
      discussion_id: single.id,
      resolved: true,
    });
    await ends(call, 'bad-request', 400);
  });

  it('accept replies of all users who can see them, in order', async () => {
    const made = await begin('What about refunds?');
    for (const who of ['developer', 'reporter', 'guest'] as const) {
      const body = `${who} answers`;
      const reply = await world.client(who).call(discussions.createReply, {
        ...request,
        discussion_id: made.id,
        body,
      });
      assert.equal(reply.body, body);
    }
    assert.deepEqual(
      (await again(made))?.notes.map(({ author }) => author?.username),
      ['marek', 'dana', 'ravi', 'gwen'],
    );
  });

  it('can be on a line of the diff', async () => {
    const position = await firstAdded();
    const made = await begin('Why this?', 'reporter', position);
    const { type, position: at } = made.notes[0] ?? {};
    assert.equal(type, 'DiffNote');
    assert.deepEqual(
      [at?.new_path, at?.new_line, at?.old_line, at?.head_sha],
      [position.new_path, position.new_line, null, position.head_sha],
    );
  });

  it('are rejected if the diff has no such line or the text is empty (400)', async () => {
    const position = await firstAdded();
    for (const wrong of [
      { new_line: 99_999 },
      { new_path: 'no/where.ts', old_path: 'no/where.ts' },
      { head_sha: 'f'.repeat(40) },
    ]) {
      const call = begin('Why this?', 'maintainer', { ...position, ...wrong });
      await ends(call, 'bad-request', 400, /line_code: .*must be a valid line code/);
    }
    await ends(begin(' '), 'bad-request', 400, /^note: can't be blank$/);
    assert.ok((await all()).every(({ notes }) => notes.every(({ body }) => body !== 'Why this?')));
  });

  it('are for members only if the merge request is locked (403)', async () => {
    const prism = { id: 'acme/labs/prism', merge_request_iid: 1 };
    const visitor = world.client('developer');
    const { id: discussion_id, notes } = await visitor.call(discussions.createDiscussion, {
      ...prism,
      body: 'Why?',
    });
    await world.client().call(updateMergeRequest, { ...prism, discussion_locked: true });
    const thread = { ...prism, discussion_id };
    const note = { ...thread, note_id: notes[0]?.id ?? 0 };
    for (const call of [
      visitor.call(discussions.createDiscussion, { ...prism, body: 'Why not?' }),
      visitor.call(discussions.createReply, { ...thread, body: 'Still here?' }),
      visitor.call(discussions.editNote, { ...note, body: 'How?' }),
      visitor.call(discussions.resolveDiscussion, { ...thread, resolved: true }),
    ]) {
      await ends(call, 'forbidden', 403);
    }
    const member = await world.client('owner').call(discussions.createReply, { ...thread, body: 'Because.' });
    assert.equal(member.body, 'Because.');
  });

  it('have notes that can be edited by their author and by maintainers', async () => {
    const at = noteOf(await begin('Why?', 'reporter'));
    world.sandbox.advance(5_000);
    const edited = await world.client('reporter').call(discussions.editNote, { ...at, body: 'How?' });
    assert.equal(edited.body, 'How?');
    assert.ok(Date.parse(edited.updated_at ?? '') > Date.parse(edited.created_at ?? ''));
    await world.client('maintainer').call(discussions.editNote, { ...at, body: 'Well?' });
    assert.equal((await all()).at(-1)?.notes[0]?.body, 'Well?');
    const other = world.client('developer').call(discussions.editNote, { ...at, body: 'No!' });
    await ends(other, 'forbidden', 403);
    const blank = world.client('reporter').call(discussions.editNote, { ...at, body: '' });
    await ends(blank, 'bad-request', 400, /can't be blank/);
  });

  it('accept only one change of a note at a time', async () => {
    const at = noteOf(await begin('Why?'));
    const both = world.client().call(discussions.editNote, { ...at, body: 'How?', resolved: true });
    await ends(both, 'bad-request', undefined);
    await ends(world.client().call(discussions.editNote, at), 'bad-request', undefined);
    const headers = { 'private-token': world.sandbox.tokens.maintainer, 'content-type': 'application/json' };
    const path = `/api/v4/projects/1/merge_requests/12/discussions/${at.discussion_id}/notes/${at.note_id}`;
    const response = await fetch(`${world.sandbox.url}${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ body: 'How?', resolved: true }),
    });
    assert.equal(response.status, 400);
  });

  it('are deleted with their last note', async () => {
    const made = await begin('Why?');
    const { discussion_id } = noteOf(made);
    const reply = await world
      .client()
      .call(discussions.createReply, { ...request, discussion_id, body: 'Ah.' });
    await world.client().call(discussions.deleteNote, { ...request, discussion_id, note_id: reply.id });
    assert.equal((await again(made))?.notes.length, 1);
    await world.client().call(discussions.deleteNote, noteOf(made));
    assert.equal(await again(made), undefined);
    await ends(world.client().call(discussions.deleteNote, noteOf(made)), 'not-found', 404);
  });

  it('mark the review as started if a reviewer creates one', async () => {
    const stateOf = async (): Promise<unknown> =>
      (await world.client().page(listReviewers, request)).items.find(({ user }) => user.username === 'marek')
        ?.state;
    assert.equal(await stateOf(), 'unreviewed');
    await begin('Why?');
    assert.equal(await stateOf(), 'reviewed');
  });
});
