import assert from 'node:assert/strict';
import type { ReviewFile } from '../../../../src/domain/changes/review-file';
import type { ChangesModel } from '../../../../src/presentation/merge-request-page/changes/model';
import { MAX_FILES, changesSection } from '../../../../src/presentation/merge-request-page/changes/section';
import type { DiscussionModel } from '../../../../src/presentation/merge-request-page/discussion-model';
import { html } from '../../../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../../../src/schemas/merge-request';

const file = (path: string, facts: Partial<ReviewFile['diff']> = {}): ReviewFile => ({
  ...{ path, generated: false, withheld: undefined, patchKey: path },
  diff: {
    ...{ oldPath: path, newPath: path, change: 'modified', oldMode: '100644', newMode: '100644' },
    ...{ text: '', binary: false, added: 3, removed: 1, hunks: [], ...facts },
  },
});
type Loaded = NonNullable<ChangesModel['loaded']>;
const loaded = (
  files: readonly ReviewFile[],
  rest: Partial<Loaded> = {},
  set: Partial<Loaded['set']> = {},
): Loaded => ({
  set: {
    ...{ files, range: { from: undefined, to: 1 }, refs: {}, complete: true, overflow: false },
    ...{ failure: undefined, ...set },
  },
  filter: { text: '', statuses: [], extensions: [], unviewed: false },
  groups: { files: { files }, generated: { files: [] }, rebased: { files: [] } },
  ...{
    count: files.length,
    progress: { files: files.length, viewed: 0 },
    lines: { added: 3, removed: 1 },
    ...rest,
  },
});

function section(changes: Partial<ChangesModel>, known?: DiscussionModel['known']): string {
  const mergeRequest = mergeRequestSchema.parse({
    ...{ id: 1, iid: 42, project_id: 1, title: 'Add rounding', state: 'opened', changes_count: '7' },
  });
  const shown = changesSection({
    ...{ base: 'https://git.example.com', mergeRequest, parts: {}, actions: [], doing: undefined },
    ...{ errorMessage: undefined, now: 0 },
    discussions: {
      ...{ known, errorMessage: undefined, unsent: [], settling: [] },
      write: (text) => html`${text}`,
    },
    changes: {
      ...{ isExpanded: true, loaded: undefined, range: undefined, newer: 0, errorMessage: undefined },
      ...{ showsAll: false, isViewed: () => false, ...changes },
    },
  });
  return html`${shown}`.toString();
}
const paths = (text: string): readonly string[] =>
  [...text.matchAll(/data-command="switchyard.openFileDiff"[^>]*path&quot;:&quot;([^"]*?)&quot;/g)].map(
    ([, path = '']) => path,
  );

describe('changes on the merge request page', () => {
  it('show only their number until they are expanded', () => {
    const text = section({ isExpanded: false, loaded: loaded([file('a.ts')]) });
    assert.deepEqual(paths(text), []);
    assert.match(section({ isExpanded: false }), /Changes <span class="quiet">7 files</);
    assert.match(text, />0\/1 viewed · \+3 −1</);
  });

  it('show the status, lines, viewed state, and threads of each file', () => {
    const renamed = file('src/b.ts', { change: 'renamed', oldPath: 'src/a.ts' });
    const known = {
      ...{ cut: false, missing: undefined },
      threads: [true, false].map((resolved) => ({
        id: String(resolved),
        notes: [
          {
            ...{ id: 1, body: 'Why?', system: false, resolvable: true, resolved },
            position: { position_type: 'text', new_path: 'src/b.ts', old_path: 'src/a.ts', new_line: 1 },
          },
        ],
      })),
    };
    const text = section(
      { loaded: loaded([renamed, file('a.ts')]), isViewed: ({ path }) => path === 'a.ts' },
      known,
    );
    assert.deepEqual(paths(text), ['a.ts', 'src/b.ts']);
    assert.match(
      text,
      /aria-label="src\/b.ts, renamed, renamed from a.ts, 3 lines added, 1 line removed, 1 unresolved thread"/,
    );
    assert.match(text, /<span class="mark renamed"[^>]*>R</);
    assert.match(text, /data-command="switchyard.markNotViewed" value="[^"]*a.ts[^"]*" checked/);
    assert.match(text, /data-command="switchyard.markViewed" value="[^"]*src\/b.ts[^"]*" title/);
  });

  it('limit long lists until all files are requested', () => {
    const files = Array.from({ length: MAX_FILES + 10 }, (_, index) => file(`${index}.ts`));
    assert.equal(paths(section({ loaded: loaded(files) })).length, MAX_FILES);
    assert.match(section({ loaded: loaded(files) }), /data-act="showAllFiles"[^>]*>\s*Show All 60 Files/);
    const all = section({ loaded: loaded(files), showsAll: true });
    assert.equal(paths(all).length, files.length);
    assert.doesNotMatch(all, /showAllFiles/);
  });

  it('collapse generated files, and files that were only rebased', () => {
    const groups = {
      files: { files: [file('a.ts')] },
      generated: { files: [file('package-lock.json')] },
      rebased: { files: [{ ...file('c.ts'), verdict: 'rebased' as const }] },
    };
    const text = section({ loaded: loaded([file('a.ts')], { groups }) });
    for (const name of ['generated', 'rebased'])
      assert.match(text, new RegExp(`<details id="changes-${name}" class="file-group">`));
  });

  it('state that they are loading, missing, incomplete, or not available', () => {
    assert.match(section({}), /role="status">Loading…</);
    assert.match(
      section({ errorMessage: "Couldn't load the changes." }),
      /role="alert"[^]*data-act="loadChanges"/,
    );
    assert.match(section({ loaded: loaded([]) }), /No changes</);
    assert.match(section({ loaded: loaded([], {}, { refs: undefined }) }), /still preparing/);
    assert.match(section({ loaded: loaded([], {}, { complete: false }) }), /Loading more files…/);
    assert.match(
      section({ loaded: loaded([], {}, { overflow: true }) }),
      /data-command="switchyard.loadRestOfChanges"/,
    );
    const filter = { text: 'x', statuses: [], extensions: [], unviewed: false };
    const filtered = section({ loaded: loaded([], { filter }, { files: [file('a.ts')] }) });
    assert.match(filtered, /Filtered[^]*data-command="switchyard.filterChanges"[^]*No matching changes/);
    const range = { from: 1, to: 2, newest: 2, compared: true, sinceReview: true };
    assert.match(
      section({ loaded: loaded([]), range }),
      /Since Last Review[^]*data-command="switchyard.compareVersions"/,
    );
  });

  it('escape paths from the server', () => {
    const text = section({ loaded: loaded([file('"><b>.ts')]) });
    assert.doesNotMatch(text, /<b>/);
    assert.match(text, /id="file-[^"]*%3Cb%3E.ts"/);
  });
});
