import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { ReviewCompletion } from '../../../src/app/discussions/review-completion';
import type { MergeRequestActed } from '../../../src/app/merge-requests/actions';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import { diffVersionSchema } from '../../../src/schemas/diff';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };

interface State {
  readonly complete?: boolean;
  readonly overflow?: boolean;
  readonly to?: number;
  readonly viewed?: number;
  readonly versions?: readonly number[];
  /** Whether the versions were read before. */
  readonly known?: boolean;
}

/** Returns a completion for two files of the latest version, 12, in the given state. */
function completion({
  complete = true,
  overflow = false,
  to = 12,
  viewed = 2,
  versions = [12, 11],
  known = true,
}: State = {}) {
  const acted = new Emitter<Pick<MergeRequestActed, 'key' | 'action' | 'approved'>>();
  const marked = new Emitter<MergeRequestKey>();
  const reviewed = new ReviewedVersions(heldMemory());
  const all = versions.map((id) => version(id));
  const part = new ReviewCompletion({
    actions: { onDidAct: acted.event },
    viewed: { onDidChange: marked.event },
    changes: {
      peekVersions: () => (known && all.length > 0 ? all : undefined),
      versions: () => Promise.resolve(all),
    },
    shown: {
      peek: () => ({
        set: { complete, overflow, range: { from: undefined, to } },
        progress: { files: 2, viewed },
      }),
    },
    reviewed,
  });
  return { acted, marked, reviewed, part };
}

const headOf = (id: number): string => String(id).padEnd(40, '0');

const version = (id: number) =>
  z.parse(diffVersionSchema, {
    id,
    head_commit_sha: headOf(id),
    base_commit_sha: 'b'.repeat(40),
    start_commit_sha: 'b'.repeat(40),
    created_at: '2026-01-01T00:00:00Z',
  });

describe('ReviewCompletion', () => {
  it('completes the review after an approval, even if no files were viewed', async () => {
    const { acted, reviewed } = completion({ viewed: 0 });
    acted.fire({ key, action: 'approve', approved: headOf(12) });
    await setImmediate();
    assert.deepEqual(reviewed.last(key), { version: 12, head: headOf(12) });
  });

  it('completes the review after an approval, even if the changes were never shown', async () => {
    const { acted, reviewed } = completion({ viewed: 0, known: false });
    acted.fire({ key, action: 'approve', approved: headOf(12) });
    await setImmediate();
    assert.deepEqual(reviewed.last(key), { version: 12, head: headOf(12) });
  });

  it('records the approved version, even if a later one exists', async () => {
    const { acted, reviewed } = completion();
    acted.fire({ key, action: 'approve', approved: headOf(11) });
    await setImmediate();
    assert.deepEqual(reviewed.last(key), { version: 11, head: headOf(11) });
  });

  it("doesn't complete the review after other actions or if no version has the approved commit", async () => {
    for (const [state, action] of [
      [{}, 'unapprove'],
      [{ versions: [] }, 'approve'],
      [{ versions: [11] }, 'approve'],
    ] as const) {
      const { acted, reviewed } = completion(state);
      acted.fire({ key, action, approved: headOf(12) });
      await setImmediate();
      assert.equal(reviewed.last(key), undefined);
    }
  });

  it('completes the review when all files of the latest version are viewed', () => {
    const { marked, reviewed } = completion();
    marked.fire(key);
    assert.equal(reviewed.last(key)?.version, 12);
  });

  it("doesn't complete the review if files are missing or not viewed, or in an older version", () => {
    for (const state of [
      { complete: false },
      { overflow: true },
      { to: 11 },
      { viewed: 1 },
      { versions: [] },
    ]) {
      const { marked, reviewed } = completion(state);
      marked.fire(key);
      assert.equal(reviewed.last(key), undefined, JSON.stringify(state));
    }
  });

  it('does nothing after it is disposed', async () => {
    const { acted, marked, reviewed, part } = completion();
    part.dispose();
    acted.fire({ key, action: 'approve', approved: headOf(12) });
    marked.fire(key);
    await setImmediate();
    assert.equal(reviewed.last(key), undefined);
  });
});
