import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedFileRow, changeFolderRow } from '../../../src/presentation/changes/change-rows';
import { MERGE_REQUEST_VERBS } from '../../../src/presentation/merge-requests/action-messages';
import {
  commitRow,
  issueRow,
  participantRow,
  reviewerRow,
} from '../../../src/presentation/merge-requests/part-rows';
import { listRow, placeRow } from '../../../src/presentation/merge-requests/place-rows';
import { mergeRequestRow } from '../../../src/presentation/merge-requests/rows';
import { escapeInvisible } from '../../../src/presentation/shared/escape-invisible';
import { plainText } from '../../../src/presentation/shared/plain-text';
import type { Row } from '../../../src/presentation/shared/row';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';
import { changedFile } from '../../builders/changed-files';

const CHANGES_OF = { base: 'https://git.example', project: 7, iid: 42 };
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Hostile names for merge requests, branches, labels, and users. */
const HOSTILE = [
  '<img src=x onerror=alert(1)><script>alert(2)</script>',
  '$(sync~spin) $(error) fine',
  '[Click](command:workbench.action.quit) ![x](https://evil.example/x.png)',
  'safe\u202etxt.exe\u202c \u2066a\u2069',
  '</a><b>| a | b |\n\n# heading `code`',
];

/** Returns rows of a merge request and its children, in which every text of the server is `text`. */
function rowsOf(text: string, state = 'opened'): readonly Row[] {
  const person = { id: 1, username: text, name: text, state: 'active' };
  const request = mergeRequestSchema.parse({
    id: 1,
    iid: 42,
    project_id: 7,
    title: text,
    state,
    source_branch: text,
    target_branch: text,
    detailed_merge_status: text,
    references: { full: `${text}!42` },
    author: person,
    assignees: [person],
    reviewers: [person],
    labels: [text],
    milestone: { id: 1, iid: 1, title: text },
    head_pipeline: { id: 3, status: text, sha: 'a', tag: false },
    updated_at: '2026-11-21T10:00:00Z',
  });
  const context = {
    now: NOW,
    who: 'marek',
    busy: false,
    pinned: false,
    snoozed: undefined,
    unread: false,
    amongProjects: true,
    ofBranch: false,
  };
  const place = { kind: 'project', base: 'https://git.example', project: 7 } as const;
  return [
    mergeRequestRow(request, context),
    commitRow({ id: 'a'.repeat(40), title: text, author_name: text, message: `${text}\n\n${text}` }, NOW),
    issueRow({ id: text, title: text, state: text, web_url: text }),
    reviewerRow({ user: person, state: text }, NOW),
    participantRow(person, 'author'),
    listRow({
      preset: undefined,
      saved: { name: text, shared: false },
      count: '1',
      open: false,
      filterDetails: [],
    }),
    changedFileRow(
      CHANGES_OF,
      changedFile('a/b.ts', { diff: { change: 'renamed', oldPath: text, newPath: 'a/b.ts' } }),
      { layout: 'list', viewed: false, generated: false },
    ),
    changeFolderRow(CHANGES_OF, { path: text, name: text }, { files: 1, viewed: 0 }),
    placeRow(place, { path: text, who: text, added: false, open: false, alone: false }),
  ];
}

describe('hostile names in merge requests', () => {
  it('are shown unchanged in rows and tooltips, without effect on other parts', () => {
    for (const text of HOSTILE) {
      for (const row of rowsOf(text)) {
        const shown = [row.label, row.description ?? '', row.accessibleLabel].join('\n');
        assert.ok(shown.includes(text), `${row.label} tells it as it is`);
        assert.match(row.icon.id, /^[a-z-]+(~spin)?$/);
        // The click always runs a command of the extension.
        assert.match(row.onClick?.command ?? 'switchyard.', /^switchyard\./);
        assert.doesNotMatch(row.onClick?.title ?? '', /command:|\$\(/);
      }
    }
  });

  it('never add context values for menus', () => {
    for (const text of HOSTILE) {
      for (const row of rowsOf(text)) for (const word of row.contextTokens) assert.match(word, /^[\w-]+$/);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const row of rowsOf(text, text))
          for (const word of row.contextTokens) assert.match(word, /^[\w-]+$/);
      }),
      { numRuns: 50 },
    );
  });

  it('contain no icons, links, or text direction changes in messages', () => {
    for (const text of HOSTILE) {
      for (const verb of Object.values(MERGE_REQUEST_VERBS)) {
        const texts = Object.values(verb).map((format) => format(text));
        const message = plainText(texts.join(' '));
        assert.doesNotMatch(message, /\$\(|\]\(|[\u202a-\u202e\u2066-\u2069]/);
      }
    }
  });

  it('have visible direction characters in rows', () => {
    for (const row of rowsOf('safe\u202etxt.exe'))
      assert.match(escapeInvisible(`${row.label} ${row.accessibleLabel}`), /safe⟨U\+202E⟩txt\.exe/);
  });
});
