import assert from 'node:assert/strict';
import type { MergeRequestStep } from '../../../../src/domain/merge-requests/next-step';
import { presetQueries } from '../../../../src/domain/merge-requests/query';
import { type MergeRequest, mergeRequestSchema } from '../../../../src/schemas/merge-request';
import type { ListNodeData } from '../../../../src/ui/merge-request-view/trees/node';
import { grouped, hasNewRows, keepGroups } from '../../../../src/ui/merge-request-view/trees/results';
import { StableGroups } from '../../../../src/ui/merge-request-view/trees/stable-groups';

const BASE = 'https://gitlab.example.com';
const ME = 'dana';

describe('StableGroups', () => {
  const listOf = (preset: 'attention' | 'others'): ListNodeData => {
    const queries = presetQueries(preset, { kind: 'host', base: BASE }, ME);
    return { kind: 'list', queries, who: ME, preset, open: true };
  };
  const itemOf = (iid: number): MergeRequest =>
    mergeRequestSchema.parse({
      ...{ id: 1_000 + iid, iid, project_id: 1, title: `Number ${iid}`, state: 'opened', draft: false },
      author: { id: 1, username: 'marek', name: 'Marek' },
      reviewers: [{ id: 2, username: ME, name: 'Dana' }],
      updated_at: '2026-01-01T00:00:00Z',
    });
  const keyOf = (iid: number) => ({ base: BASE, project: 1, iid });

  function shown() {
    const reviews = new Map<number, string>();
    const snoozed = new Set<number>();
    const stableGroups = new StableGroups();
    const deps = {
      stableGroups,
      pins: { isPinned: () => false, isSnoozed: ({ iid }: { iid: number }) => snoozed.has(iid) },
      lookups: { factsOf: ({ iid }: { iid: number }) => ({ review: reviews.get(iid) }) },
    };
    const result = (...iids: readonly number[]) => ({
      items: iids.map(itemOf),
      hasMore: false,
      total: undefined,
    });
    /** Returns the merge requests by group, as `group: IIDs`. */
    const groups = (preset: 'attention' | 'others', ...iids: readonly number[]): readonly string[] =>
      [...grouped(listOf(preset), result(...iids), deps)].map(
        ([group, items]: readonly [MergeRequestStep | 'all' | 'snoozed', readonly MergeRequest[]]) =>
          `${group}: ${items.map(({ iid }) => iid).join(' ')}`,
      );
    const keep = (...iids: readonly number[]): void => {
      keepGroups(listOf('attention'), result(...iids), deps);
    };
    const isNew = (...iids: readonly number[]): boolean =>
      hasNewRows(listOf('attention'), result(...iids), deps);
    return { stableGroups, reviews, snoozed, groups, keep, isNew };
  }

  it('keeps the groups of both lists when reviews are read after the rows are shown', () => {
    const { reviews, groups, keep } = shown();
    reviews.set(3, 'approved');
    keep(1, 2, 3);
    reviews.set(1, 'approved').delete(3);
    assert.deepEqual(groups('attention', 1, 2, 3), ['review: 1 2']);
    assert.deepEqual(groups('others', 1, 2, 3), ['all: 3']);
  });

  it('keeps the order when merge requests are updated, and adds new ones at the end', () => {
    const { groups, keep } = shown();
    keep(1, 2, 3);
    assert.deepEqual(groups('attention', 4, 3, 1, 2), ['review: 1 2 3 4']);
    keep(4, 3, 1, 2);
    assert.deepEqual(groups('attention', 5, 2, 4, 1, 3), ['review: 1 2 3 4 5']);
    assert.deepEqual(groups('attention', 2, 4), ['review: 2 4']);
  });

  it('moves a merge request that the user changed, as often as it changes, until the order is forgotten', () => {
    const { stableGroups, reviews, snoozed, groups, keep } = shown();
    keep(1, 2);
    stableGroups.release(keyOf(1));
    keep(1, 2);
    assert.deepEqual(groups('attention', 1, 2), ['review: 1 2']);
    reviews.set(1, 'approved').set(2, 'approved');
    keep(1, 2);
    assert.deepEqual(groups('attention', 1, 2), ['review: 2']);
    snoozed.add(1);
    assert.deepEqual(groups('attention', 1, 2), ['snoozed: 1', 'review: 2']);
    assert.equal(
      stableGroups.forget(() => false),
      true,
    );
    assert.deepEqual(groups('others', 1, 2), ['all: 2']);
    snoozed.clear();
    keep(1, 2);
    reviews.clear();
    assert.deepEqual(groups('others', 1, 2), ['all: 1 2']);
  });

  it('keeps the groups of merge requests that are held when the order is forgotten', () => {
    const { stableGroups, reviews, groups, keep, isNew } = shown();
    keep(1, 2);
    reviews.set(1, 'reviewed').set(2, 'reviewed');
    assert.equal(
      stableGroups.forget(({ iid }) => iid === 2),
      true,
    );
    assert.equal(isNew(2), true);
    keep(1, 2);
    assert.deepEqual(groups('attention', 1, 2), ['review: 2']);
    assert.deepEqual(groups('others', 1, 2), ['all: 1']);
  });

  it('knows which rows are new', () => {
    const { stableGroups, isNew, keep } = shown();
    assert.equal(
      stableGroups.forget(() => false),
      false,
    );
    assert.equal(isNew(1), true);
    keep(1);
    assert.deepEqual([isNew(1), isNew(1, 2)], [false, true]);
    stableGroups.release(keyOf(1));
    assert.equal(isNew(1), false);
  });
});
