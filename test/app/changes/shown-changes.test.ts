import assert from 'node:assert/strict';
import { ChangeFilters } from '../../../src/app/changes/change-filter';
import type { ChangeSet } from '../../../src/app/changes/change-set';
import { patternsFor } from '../../../src/app/changes/generated-patterns';
import { ShownChanges } from '../../../src/app/changes/shown-changes';
import { ViewedFiles } from '../../../src/app/changes/viewed-files';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import { NO_CHANGE_FILTER } from '../../../src/domain/changes/file-filter';
import { globs } from '../../../src/domain/changes/file-globs';
import type { ReviewFile } from '../../../src/domain/changes/review-file';
import { changedFile } from '../../builders/changed-files';
import { heldMemory } from '../../builders/stores';

const key: MergeRequestKey = { base: 'https://host.example', project: 1, iid: 7 };

/** Returns the shown changes of files that the test provides. Waits end when the test calls `rest`. */
function showing(files: ReviewFile[], of: Partial<ChangeSet> = {}) {
  const changed = new Emitter<MergeRequestKey>();
  const settings = new Emitter<void>();
  let patterns: readonly string[] = [];
  const set = (): ChangeSet => ({
    mergeRequest: key,
    range: { from: undefined, to: 1 },
    refs: undefined,
    fromRefs: undefined,
    files,
    complete: true,
    overflow: false,
    failure: undefined,
    ...of,
  });
  let wake = (): void => undefined;
  const clock = {
    now: () => 1,
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
  const viewed = new ViewedFiles(heldMemory(), heldMemory(), clock);
  const filters = new ChangeFilters();
  const shown = new ShownChanges({
    changes: { get: () => Promise.resolve(set()), peek: set, onDidChange: changed.event },
    viewed,
    filters,
    generated: {
      for: (_, all) => patternsFor(all, { all: globs(patterns), withoutWorkspace: globs(['*.lock']) }),
      onDidChange: settings.event,
    },
    clock,
  });
  let changeCount = 0;
  shown.onDidChange(() => changeCount++);
  return {
    shown,
    viewed,
    filters,
    page: (...more: readonly ReviewFile[]) => {
      files.push(...more);
      changed.fire(key);
    },
    rest: async () => {
      wake();
      await Promise.resolve();
      await Promise.resolve();
    },
    setPatterns: (...newPatterns: readonly string[]) => {
      patterns = newPatterns;
      settings.fire();
    },
    changeCount: () => changeCount,
    paths: () => shown.peek(key)?.groups.files.files.map(({ path }) => path),
  };
}

describe('ShownChanges', () => {
  it('caches the groups until something changes', () => {
    const { shown } = showing([changedFile('a.ts')]);
    assert.equal(shown.peek(key)?.groups, shown.peek(key)?.groups);
    assert.equal(shown.peek(key)?.groups.files.tree, shown.peek(key)?.groups.files.tree);
  });

  it('fires for the first page immediately, and for further pages together', async () => {
    const { page, rest, changeCount, paths } = showing([]);
    for (let index = 0; index < 30; index++) page(changedFile(`${index}.ts`));
    assert.equal(changeCount(), 1);
    assert.equal(paths()?.length, 30, 'all files are returned, also before the next event');
    await rest();
    assert.equal(changeCount(), 2);
    await rest();
    page(changedFile('last.ts'));
    assert.equal(changeCount(), 3);
  });

  it('counts the progress of all files except rebased ones, regardless of the filter', async () => {
    const files = [
      changedFile('a.ts', { diff: { added: 2 } }),
      changedFile('b.md'),
      changedFile('c.ts', { comparison: 'rebased' }),
    ];
    const { shown, viewed, filters, changeCount } = showing(files);
    await viewed.set(key, files.slice(0, 1), true);
    filters.set(key, { ...NO_CHANGE_FILTER, extensions: ['.md'] });
    const now = shown.peek(key);
    assert.equal(changeCount(), 2);
    assert.ok(now);
    assert.deepEqual(now.progress, { files: 2, viewed: 1 });
    assert.deepEqual(now.lines, { added: 2, removed: 0 });
    assert.equal(now.count, 1);
    assert.equal(now.file('a.ts'), files[0], 'also of one that the filter leaves out');
  });

  it('hides a file when it is viewed, if viewed files are filtered', async () => {
    const files = [changedFile('a.ts'), changedFile('b.ts')];
    const { viewed, filters, paths } = showing(files);
    filters.set(key, { ...NO_CHANGE_FILTER, unviewed: true });
    assert.deepEqual(paths(), ['a.ts', 'b.ts']);
    await viewed.set(key, files.slice(0, 1), true);
    assert.deepEqual(paths(), ['b.ts']);
    filters.clear(key);
    assert.deepEqual(paths(), ['a.ts', 'b.ts']);
  });

  it('applies the patterns for generated files', () => {
    const { shown, setPatterns, paths } = showing([
      changedFile('a.lock'),
      changedFile('b.ts', { generated: true }),
    ]);
    assert.deepEqual(paths(), ['a.lock']);
    setPatterns('*.lock', '!b.ts');
    assert.deepEqual(paths(), ['b.ts']);
    assert.ok(shown.peek(key)?.isGenerated(changedFile('x.lock')));
  });

  it('returns the shown files of a folder', async () => {
    const { shown, filters } = showing([changedFile('x/a.ts'), changedFile('x/y/b.md'), changedFile('c.ts')]);
    const of = async (path: string, group = 'files') =>
      (await shown.filesOf({ kind: 'change-folder', mergeRequest: key, group, path })).map(
        (file) => file.path,
      );
    assert.deepEqual(await of('x'), ['x/a.ts', 'x/y/b.md']);
    assert.deepEqual(await of('x', 'made up'), []);
    filters.set(key, { ...NO_CHANGE_FILTER, text: '.md' });
    assert.deepEqual(await of('x'), ['x/y/b.md']);
    const file = { kind: 'change', mergeRequest: key, path: 'nowhere' } as const;
    assert.deepEqual(await shown.filesOf(file), []);
  });

  for (const settings of ['.vscode/settings.json', 'a/.VSCode/settings.json', 'team.code-workspace'])
    it(`ignores workspace settings for groups if the changes contain ${settings}`, () => {
      const files = [changedFile('src/auth/login.ts'), changedFile('yarn.lock')];
      const { setPatterns, page, paths } = showing(files);
      setPatterns('src/auth/**', '*.json', '*.code-workspace');
      assert.deepEqual(paths(), ['yarn.lock']);
      page(changedFile(settings));
      assert.deepEqual(paths(), ['src/auth/login.ts', settings]);
    });

  it('ignores workspace settings for groups if the changes rename them', () => {
    const moved = changedFile('old.json', {
      diff: { oldPath: '.vscode/settings.json', newPath: 'old.json' },
    });
    const { setPatterns, paths } = showing([changedFile('src/a.ts'), moved]);
    setPatterns('src/**');
    assert.deepEqual(paths(), ['src/a.ts', 'old.json']);
  });
});
