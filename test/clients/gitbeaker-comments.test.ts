import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { clientOf, refusalOf, STOREFRONT } from './helpers/gitbeaker';

const positionSchema = z.looseObject({ new_line: z.number(), new_path: z.string() });

// Tests that add comments use different merge requests.
const world = withSandbox({}, 'once');

describe('gitbeaker: discussions', () => {
  it('creates a thread, replies, edits, resolves, and deletes', async () => {
    const of = [STOREFRONT, 17] as const;
    const { MergeRequestDiscussions: discussions } = clientOf(world(), 'developer');
    const thread = await discussions.create(...of, 'Why?');
    const [question] = thread.notes ?? [];
    assert.ok(question);
    const reply = await discussions.addNote(...of, thread.id, 'Because.');
    await discussions.editNote(...of, thread.id, reply.id, { body: 'Therefore.' });
    await discussions.resolve(...of, thread.id, true);
    const shown = await discussions.show(...of, thread.id);
    assert.deepEqual(
      shown.notes?.map(({ body, resolved }) => [body, resolved]),
      [
        ['Why?', true],
        ['Therefore.', true],
      ],
    );
    await discussions.removeNote(...of, thread.id, reply.id);
    await discussions.removeNote(...of, thread.id, question.id);
    assert.equal((await refusalOf(discussions.show(...of, thread.id)))[0], 404);
  });

  it('creates a thread on a line of the diff from form data', async () => {
    const of = [STOREFRONT, 20] as const;
    const { MergeRequestDiscussions: discussions, MergeRequests } = clientOf(world(), 'developer');
    const [version] = await MergeRequests.allDiffVersions(...of);
    const [diff] = await MergeRequests.allDiffs(...of);
    assert.ok(version && diff);
    const line = addedLine(diff.diff);
    const begin = (newLine: number) =>
      discussions.create(...of, 'Here', {
        position: {
          positionType: 'text',
          baseSha: version.base_commit_sha,
          startSha: version.start_commit_sha,
          headSha: version.head_commit_sha,
          oldPath: diff.old_path,
          newPath: diff.new_path,
          newLine: String(newLine),
        },
      });
    const [note] = (await begin(line)).notes ?? [];
    assert.equal(note?.type, 'DiffNote');
    const { new_line, new_path } = z.parse(positionSchema, note['position']);
    assert.deepEqual([new_line, new_path], [line, diff.new_path]);
    const [status, message] = await refusalOf(begin(100_000));
    assert.equal(status, 400);
    assert.match(message, /line_code/);
  });
});

/** Returns the number of the first added line in the new file. */
function addedLine(diff: string): number {
  let line = 0;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(text);
    if (hunk !== null) line = Number(hunk[1]);
    else if (text.startsWith('+')) return line;
    else if (!text.startsWith('-')) line++;
  }
  return assert.fail('nothing is added');
}

describe('gitbeaker: notes', () => {
  it('lists notes in either order, and gets one', async () => {
    const { MergeRequestNotes: notes, MergeRequestDiscussions: discussions } = clientOf(world(), 'reporter');
    const threads = await discussions.all(STOREFRONT, 12);
    const ids = threads.flatMap((thread) => thread.notes?.map(({ id }) => id) ?? []);
    const newest = await notes.all(STOREFRONT, 12);
    const oldest = await notes.all(STOREFRONT, 12, { sort: 'asc', orderBy: 'created_at' });
    assert.deepEqual(new Set(newest.map(({ id }) => id)), new Set(ids));
    assert.deepEqual(
      oldest.map(({ id }) => id),
      newest.map(({ id }) => id).reverse(),
    );
    const times = oldest.map(({ created_at: at }) => Date.parse(at));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const [first] = oldest;
    assert.ok(first);
    assert.equal((await notes.show(STOREFRONT, 12, first.id)).body, first.body);
    assert.equal((await refusalOf(notes.show(STOREFRONT, 11, first.id)))[0], 404);
  });

  it('creates, edits, and deletes notes, and lets only maintainers delete notes of others', async () => {
    const of = [STOREFRONT, 21] as const;
    const { MergeRequestNotes: notes } = clientOf(world(), 'reporter');
    const { MergeRequestNotes: asDeveloper } = clientOf(world(), 'developer');
    const { MergeRequestNotes: asOwner } = clientOf(world(), 'owner');
    const written = await notes.create(...of, 'It works here.');
    assert.deepEqual([written.author.username, written['type']], ['ravi', null]);
    assert.equal((await notes.edit(...of, written.id, { body: 'It works.' })).body, 'It works.');
    assert.equal((await refusalOf(asDeveloper.edit(...of, written.id, { body: 'No.' })))[0], 403);
    assert.equal((await refusalOf(asDeveloper.remove(...of, written.id)))[0], 403);
    await asOwner.remove(...of, written.id);
    assert.equal((await refusalOf(notes.show(...of, written.id)))[0], 404);
    assert.match((await refusalOf(notes.create(...of, ' ')))[1], /can't be blank/);
  });
});

describe('gitbeaker: draft notes', () => {
  it('shows draft notes only to their author, and publishes them individually or in bulk', async () => {
    const of = [STOREFRONT, 22] as const;
    const { MergeRequestDraftNotes: drafts, MergeRequestNotes: notes } = clientOf(world(), 'developer');
    const { MergeRequestDraftNotes: ofOthers } = clientOf(world(), 'owner');
    const [one, two, three, four] = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((text) => drafts.create(...of, text)),
    );
    assert.ok(one && two && three && four);
    assert.equal((await drafts.show(...of, one.id)).note, 'One');
    assert.deepEqual(await ofOthers.all(...of), []);
    assert.equal((await refusalOf(ofOthers.show(...of, one.id)))[0], 404);
    await drafts.remove(...of, one.id);
    await drafts.publish(...of, two.id);
    const bodies = async () =>
      (await notes.all(...of)).flatMap(({ body, system }) => (system ? [] : [body])).sort();
    assert.deepEqual(await bodies(), ['Two']);
    await drafts.publishBulk(...of);
    assert.deepEqual(await bodies(), ['Four', 'Three', 'Two']);
    assert.deepEqual(await drafts.all(...of), []);
  });
});
