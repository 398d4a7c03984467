import assert from 'node:assert/strict';
import { isSuggested } from '../../../src/app/discussions/own-suggestions';
import type { CommentPosition } from '../../../src/domain/changes/positions';

const POSITION: CommentPosition = {
  base_sha: 'b',
  start_sha: 's',
  head_sha: 'h',
  position_type: 'text',
  old_path: 'a.ts',
  new_path: 'a.ts',
  new_line: 4,
};
const BODY = '```suggestion:-0+0\nx\n```\n';

describe('suggestions that were added before', () => {
  const none = { comments: { threads: [], drafts: undefined }, unsent: [] };
  const draft = (body: string, position: CommentPosition) => ({
    ...none,
    comments: { threads: [], drafts: [{ id: 1, note: body, position }] },
  });

  it('are found among pending comments, apart from whitespace at the end that the server removes', () => {
    assert.ok(isSuggested(draft(BODY.trim(), POSITION), BODY, POSITION));
    assert.ok(!isSuggested(draft('other', POSITION), BODY, POSITION));
    assert.ok(!isSuggested(none, BODY, POSITION));
  });

  it('are those on the same line, file, and commit', () => {
    const others = [{ new_line: 5 }, { new_path: 'b.ts' }, { head_sha: 'other' }];
    for (const other of others)
      assert.ok(!isSuggested(draft(BODY, { ...POSITION, ...other }), BODY, POSITION));
  });

  it('are found among comments that may have been sent', () => {
    assert.ok(isSuggested({ ...none, unsent: [{ body: BODY, position: POSITION }] }, BODY, POSITION));
  });
});
