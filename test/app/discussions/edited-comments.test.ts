import assert from 'node:assert/strict';
import type { CommentToPost } from '../../../src/app/discussions/comment-to-post';
import { CommentConflictError } from '../../../src/domain/merge-requests/edit';
import { writesTo } from '../../builders/acting';
import { commenting } from './helpers/commenting';

describe('edits of comments', () => {
  const world = commenting();
  const { person } = world;

  /** Posts a comment, and returns an edit of it. */
  async function posted(draft: boolean) {
    const who = person();
    const { discussions, discussionActions, key } = who;
    await discussions.get(key);
    await discussionActions.post(key, { kind: draft ? 'pending' : 'comment', body: 'One' });
    const thread = discussions.peek(key)?.threads.at(-1);
    const note = (draft ? discussions.peek(key)?.drafts?.at(-1)?.id : thread?.notes[0]?.id) ?? 0;
    const discussion = thread?.id ?? '';
    const edit = (was: string, body: string): CommentToPost =>
      draft ? { kind: 'pending-edit', body, note, was } : { kind: 'edit', body, discussion, note, was };
    const text = async (): Promise<string | undefined> => {
      const { threads, drafts } = await discussions.refresh(key);
      return draft ? drafts?.at(-1)?.note : threads.find(({ id }) => id === discussion)?.notes[0]?.body;
    };
    return { ...who, edit, text };
  }

  for (const draft of [false, true]) {
    const name = draft ? 'a pending comment' : 'a comment';

    it(`of ${name} don't overwrite a change that was made elsewhere`, async () => {
      const { discussionActions, key, edit, text, outbox } = await posted(draft);
      await person().discussionActions.post(key, edit('One', 'Two'));
      const before = writesTo(world.sandbox).length;
      const kept = await discussionActions.post(key, edit('One', 'Three'));
      assert.ok(kept.kind === 'kept' && kept.error instanceof CommentConflictError);
      assert.deepEqual(
        outbox.list(key).map(({ body, why, unconfirmed }) => [body, why, unconfirmed]),
        [['Three', 'changed', false]],
      );
      assert.deepEqual([await text(), writesTo(world.sandbox).length], ['Two', before]);
      // The user has seen the other text.
      assert.deepEqual(await discussionActions.sendAgain(kept.id), { kind: 'sent' });
      assert.deepEqual([await text(), outbox.list(key)], ['Three', []]);
    });

    it(`of ${name} aren't sent if it already has the text`, async () => {
      const { discussionActions, key, edit } = await posted(draft);
      await person().discussionActions.post(key, edit('One', 'Two'));
      const before = writesTo(world.sandbox).length;
      assert.deepEqual(await discussionActions.post(key, edit('One', 'Two')), { kind: 'arrived' });
      assert.equal(writesTo(world.sandbox).length, before);
    });
  }
});
