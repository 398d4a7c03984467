import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/domain/changes/file-diff';
import { NO_CHANGE_FILTER } from '../../../src/domain/changes/file-filter';
import type { ChangeComparison } from '../../../src/domain/changes/review-file';
import { diffNote } from '../../../src/presentation/changes/change-labels';
import {
  CHANGE_MARKS,
  changeOfResource,
  changeResource,
} from '../../../src/presentation/changes/change-marks';
import {
  changeFilterRow,
  limitedRow,
  noChangesRow,
  rangeRow,
  restFailedRow,
} from '../../../src/presentation/changes/change-notes';
import {
  changedFileRow,
  changeFolderRow,
  changeGroupRow,
  changesRow,
} from '../../../src/presentation/changes/change-rows';
import type { Row } from '../../../src/presentation/shared/row';
import { changedFile } from '../../builders/changed-files';

const OF = { base: 'https://git.example/base', project: 7, iid: 42 };
const PLAIN = { layout: 'tree', viewed: false, generated: false } as const;
const factsOf = ({ details: facts = [] }: Row) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

describe('Changes row', () => {
  const counts = { files: 12, added: 340, removed: 20, viewed: 3 };
  const known = { read: true, ...counts, complete: true, newer: 0 } as const;

  it('shows the number of files from the server before they are loaded', () => {
    assert.equal(changesRow({ read: false, count: undefined }).description, undefined);
    assert.equal(changesRow({ read: false, count: '1' }).description, '1 file');
    assert.equal(changesRow({ read: false, count: '1000+' }).description, '1000+ files');
  });

  it('shows progress and lines after they are loaded', () => {
    const row = changesRow({ ...known, compared: false, filtered: false });
    assert.equal(row.description, '3/12 viewed · +340 −20');
    assert.equal(row.accessibleLabel, 'Changes, 12 files, 340 lines added, 20 lines removed, 3 of 12 viewed');
    assert.deepEqual(row.contextTokens, ['section', 'changes']);
  });

  it('starts with the number of versions newer than the selected one', () => {
    const row = changesRow({ ...known, newer: 1, compared: false, filtered: false });
    assert.equal(row.description, '1 newer version · 3/12 viewed · +340 −20');
    assert.match(row.accessibleLabel, /^Changes, 1 newer version, /);
    assert.deepEqual(row.contextTokens, ['section', 'changes', 'newer']);
  });

  it('shows that more files are loading, and no lines for a comparison of versions', () => {
    const partly = changesRow({ ...known, complete: false, compared: true, filtered: true });
    assert.equal(partly.description, '12+ files · 3/12 viewed');
    assert.ok(partly.contextTokens.includes('filtered'));
    const none = changesRow({
      ...known,
      files: 0,
      added: 0,
      removed: 0,
      viewed: 0,
      compared: false,
      filtered: false,
    });
    assert.equal(none.description, '0 files');
  });
});

describe('changed file row', () => {
  const row = (...of: Parameters<typeof changedFile>) => changedFileRow(OF, changedFile(...of), PLAIN);

  it('shows name, lines, and badge, with a complete accessible label', () => {
    const file = row('src/app/a.ts', { diff: { added: 12, removed: 1 } });
    assert.equal(file.label, 'a.ts');
    assert.equal(file.description, '+12 −1');
    assert.equal(file.accessibleLabel, 'a.ts in src/app, modified, 12 lines added, 1 line removed');
    assert.equal(file.onClick?.command, 'switchyard.openFileDiff');
    assert.ok(file.resource && changeOfResource(file.resource) === 'modified');
    assert.deepEqual(factsOf(file), {
      Path: 'src/app/a.ts',
      Change: 'modified',
      Lines: '12 lines added · 1 line removed',
    });
  });

  const odd: readonly (readonly [
    string,
    Parameters<typeof changedFile>[1],
    brief: string,
    accessibleLabel: RegExp,
  ])[] = [
    ['that is new', { diff: { change: 'added', added: 1 } }, '+1', /^f\.ts in src, added, 1 line added$/],
    [
      'that is gone',
      { diff: { change: 'deleted', removed: 2 } },
      '−2',
      /^f\.ts in src, deleted, 2 lines removed$/,
    ],
    [
      'that was renamed in its folder',
      { diff: { change: 'renamed', oldPath: 'src/old.ts', newPath: 'src/f.ts' } },
      'renamed from old.ts',
      /^f\.ts in src, renamed from src\/old\.ts$/,
    ],
    [
      'that came from another folder',
      { diff: { change: 'copied', oldPath: 'lib/f.ts', newPath: 'src/f.ts', added: 1 } },
      '+1 · copied from lib/f.ts',
      /copied from lib\/f\.ts, 1 line added$/,
    ],
    [
      'with another mode',
      { diff: { newMode: '100755' } },
      'mode 100644 → 100755',
      /^f\.ts in src, modified, mode 100644 → 100755$/,
    ],
    ['that is no text', { diff: { binary: true } }, 'binary', /, binary$/],
    [
      'that is a symbolic link',
      { diff: { change: 'added', newMode: '120000', added: 1 } },
      '+1 · symbolic link',
      /, symbolic link, /,
    ],
    ['that is a submodule', { diff: { oldMode: '160000', newMode: '160000' } }, 'submodule', /, submodule$/],
    ['that is too large', { withheld: 'too-large' }, 'diff too large', /, diff too large$/],
    ['that is collapsed', { withheld: 'collapsed' }, 'collapsed by the server', /, collapsed by the server$/],
    ['that changed since', { comparison: 'changed', diff: { added: 9 } }, 'changed', /, changed$/],
    [
      'that is new since',
      { comparison: 'new', diff: { added: 9 } },
      '+9 · newly changed',
      /, newly changed$/,
    ],
    [
      'that is gone since',
      { comparison: 'gone', diff: { added: 9 } },
      'no longer changed',
      /, no longer changed$/,
    ],
    ['that only moved', { comparison: 'rebased', diff: { added: 9 } }, '', /, only rebased$/],
  ];
  for (const [what, of, brief, accessibleLabel] of odd) {
    it(`shows a file ${what}`, () => {
      const file = row('src/f.ts', of);
      assert.equal(file.description ?? '', brief);
      assert.match(file.accessibleLabel, accessibleLabel);
    });
  }

  it('has a note in the diff about what its lines do not show', () => {
    const note = (...[of]: readonly [Parameters<typeof changedFile>[1]]) =>
      diffNote(changedFile('src/f.ts', of));
    assert.equal(note({ diff: { change: 'modified', added: 3 } }), undefined);
    const renamed = {
      change: 'renamed',
      oldPath: 'src/old\n.ts',
      newPath: 'src/f.ts',
      newMode: '100755',
    } as const;
    assert.equal(note({ diff: renamed }), 'renamed from src/old .ts · mode 100644 → 100755');
    assert.equal(note({ diff: { change: 'added', newMode: '120000' } }), 'symbolic link');
  });

  it('has the sizes of a binary file in the note, as far as they are known', () => {
    const note = (change: FileChange, old: number | undefined, now: number | undefined) =>
      diffNote(changedFile('media/font.woff2', { diff: { change, binary: true } }), { old, new: now });
    assert.equal(note('modified', 12_000, 14_000), 'binary, 12 kB → 14 kB');
    assert.equal(note('modified', 12_000, 12_000), 'binary, 12 kB');
    assert.equal(note('modified', 12_001, 12_002), 'binary, 12 kB → 12 kB');
    assert.equal(note('modified', undefined, 14_000), 'binary');
    assert.equal(note('added', undefined, 1), 'binary, 1 byte');
    assert.equal(note('deleted', 1_400_000, undefined), 'binary, 1.4 MB');
    assert.equal(diffNote(changedFile('a.bin', { diff: { binary: true } })), 'binary');
  });

  it('has the badge of the change between two versions, not of either version', () => {
    const badge = (...[of]: readonly [Parameters<typeof changedFile>[1]]) => {
      const { resource } = row('src/f.ts', of);
      return resource && changeOfResource(resource);
    };
    const version = (change: FileChange) => changedFile('src/f.ts', { diff: { change } }).diff;
    const cases: readonly (readonly [
      FileChange | undefined,
      ChangeComparison,
      FileChange,
      shown: FileChange,
    ])[] = [
      ['added', 'changed', 'added', 'modified'],
      ['modified', 'changed', 'deleted', 'deleted'],
      ['deleted', 'changed', 'modified', 'added'],
      ['renamed', 'changed', 'renamed', 'modified'],
      [undefined, 'new', 'added', 'added'],
      [undefined, 'new', 'renamed', 'renamed'],
      ['added', 'gone', 'added', 'deleted'],
      ['renamed', 'gone', 'renamed', 'deleted'],
      ['modified', 'gone', 'modified', 'modified'],
      ['deleted', 'gone', 'deleted', 'added'],
      ['added', 'rebased', 'added', 'added'],
    ];
    for (const [before, comparison, change, shown] of cases) {
      const of = { comparison, before: before && version(before), diff: { change } };
      assert.equal(badge(of), shown, `${before} ${comparison} ${change}`);
    }
  });

  it('shows the folder if folders have no rows', () => {
    const file = changedFile('src/app/a.ts', { diff: { added: 1 } });
    assert.equal(changedFileRow(OF, file, { ...PLAIN, layout: 'list' }).description, 'src/app · +1');
    assert.equal(changedFileRow(OF, changedFile('a'), { ...PLAIN, layout: 'list' }).description, undefined);
  });

  it('has a checkbox for the viewed state', () => {
    const viewed = changedFileRow(OF, changedFile('a/b.ts'), { ...PLAIN, viewed: true, generated: true });
    assert.deepEqual(viewed.checkbox, {
      checked: true,
      tooltip: 'Mark as Unviewed',
      accessibleLabel: 'Viewed: a/b.ts',
    });
    assert.match(viewed.accessibleLabel, /, generated, viewed$/);
    assert.ok(viewed.contextTokens.includes('viewed') && !viewed.contextTokens.includes('unviewed'));
    assert.ok(row('a/b.ts').contextTokens.includes('unviewed'));
  });

  it('has a unique letter for each change', () => {
    const letters = Object.values(CHANGE_MARKS).map(({ letter }) => letter);
    assert.deepEqual(letters, ['A', 'D', 'M', 'R', 'C']);
    assert.deepEqual(changeResource(OF, 'a b/ü#?.ts', 'added'), {
      scheme: 'switchyard-change',
      authority: 'git.example',
      path: '/7!42/a b/ü#?.ts',
      query: 'added',
    });
    assert.equal(changeOfResource({ scheme: 'file', query: 'added' }), undefined);
    assert.equal(changeOfResource({ scheme: 'switchyard-change', query: 'constructor' }), undefined);
  });
});

describe('rows around changed files', () => {
  it('include folders that are checked if all files in them are viewed', () => {
    const folder = { path: 'src/app', name: 'app' };
    const partly = changeFolderRow(OF, folder, { files: 3, viewed: 1 });
    assert.equal(partly.label, 'app');
    assert.equal(partly.accessibleLabel, 'Folder src/app, 3 files, 1 of 3 viewed');
    assert.equal(partly.checkbox?.checked, false);
    assert.deepEqual(partly.contextTokens, ['changeFolder', 'unviewed', 'viewed']);
    assert.deepEqual(changeFolderRow(OF, folder, { files: 2, viewed: 2 }).contextTokens, [
      'changeFolder',
      'viewed',
    ]);
    assert.equal(changeFolderRow(OF, folder, { files: 2, viewed: 2 }).checkbox?.checked, true);
  });

  it('include groups that are collapsed at first', () => {
    const generated = changeGroupRow('generated', { files: 2, viewed: 0, added: 900, removed: 1 });
    assert.equal(generated.label, 'Generated');
    assert.equal(generated.description, '2 files · +900 −1');
    assert.equal(generated.expandable, 'collapsed');
    const moved = changeGroupRow('rebased', { files: 1, viewed: 0, added: 900, removed: 1 });
    assert.equal(moved.description, '1 file');
  });

  it('show the range of versions', () => {
    const since = rangeRow({ from: 2, to: 4, newest: 4, compared: true, sinceReview: true });
    assert.equal(since.label, 'Since Last Review');
    assert.equal(since.description, 'versions 2 → 4');
    assert.equal(since.onClick?.command, 'switchyard.compareVersions');
    const chosen = rangeRow({ from: 1, to: 2, newest: 4, compared: true, sinceReview: false });
    assert.equal(chosen.accessibleLabel, 'Between Two Versions, versions 1 to 2, 2 newer versions');
    assert.deepEqual(chosen.contextTokens, ['changesRange', 'newer']);
    assert.deepEqual(since.contextTokens, ['changesRange']);
    const older = rangeRow({ from: undefined, to: 3, newest: 4, compared: false, sinceReview: false });
    assert.deepEqual([older.label, older.description], ['Older Version', 'version 3 of 4 · 1 newer version']);
    const unknown = rangeRow({ from: undefined, to: 3, newest: 4, compared: true, sinceReview: false });
    assert.equal(unknown.description, '1 newer version');
  });

  it('show that the branch was force-pushed between the versions', () => {
    const since = rangeRow({
      ...{ from: 1, to: 2, newest: 2, compared: true, sinceReview: true },
      ...{ push: { kind: 'rebased' }, base: '0123456789abcdef' },
    });
    assert.equal(since.description, 'versions 1 → 2 · rebased and force-pushed');
    assert.match(since.accessibleLabel, /, The branch was rebased onto 01234567 and force-pushed\.$/);
  });

  it('show the filter and the number of matching files', () => {
    const row = changeFilterRow(
      { ...NO_CHANGE_FILTER, unviewed: true, extensions: ['.ts', ''], text: ' cart ' },
      5,
      1200,
    );
    assert.equal(row.description, 'unviewed · .ts or no extension · "cart" · 5 of 1,200');
  });

  it('show what is missing, and load it on a click', () => {
    for (const row of [limitedRow(3000), restFailedRow(new Error('gone'))]) {
      assert.equal(row.onClick?.command, 'switchyard.loadRestOfChanges');
      assert.ok(row.description !== undefined && row.contextTokens.includes('changesLimited'));
    }
    assert.equal(limitedRow(3000).description, 'more than 3,000 files');
    for (const why of ['filtered', 'compared', 'all', 'unprepared'] as const)
      assert.match(noChangesRow(why).label, /^\p{Lu}/u);
  });
});
