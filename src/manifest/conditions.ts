import { READING_SCHEME } from '../presentation/changes/reading-address';
import { REVIEW_SCHEME } from '../presentation/changes/side-address';
import { EDIT_SCHEME } from '../presentation/merge-requests/edit-address';
import { LOG_SCHEME } from '../presentation/shared/document-address';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../presentation/shared/tool-addresses';
import { VIEW } from '../presentation/shared/view-ids';
import type { Verdict } from '../schemas/verdict';

/** Conditions of `when` clauses. The context keys are set in `src/ui/shared/editor/context-keys.ts`. */
export const WHEN = {
  signedIn: 'switchyard.projects != signed-out',
  /** Unlike `signedIn`, available from activation on. */
  hasAccount: 'switchyard.signedIn',
  /** The token of the account can change something, as far as it is known. */
  canWrite: '!switchyard.readOnly',
  /** The window of a demo. */
  demo: 'switchyard.demo',
  /** A view has searched for projects on the servers of the accounts. */
  projectsSearched: 'switchyard.projects =~ /^(found|no-)/',
  projectFound: 'switchyard.projects == found',

  pipelines: `view == ${VIEW.pipelines}`,
  mergeRequests: `view == ${VIEW.mergeRequests}`,
  errors: `view == ${VIEW.errors}`,
  /** Both views show pipelines and jobs. */
  pipelinesOrMergeRequests: String.raw`view =~ /^switchyard\.(pipelines|mergeRequests)$/`,
  pipelinesFiltered: 'switchyard.pipelinesFiltered',
  changesAsTree: 'switchyard.changesLayout == tree',
  changesAsList: 'switchyard.changesLayout == list',

  log: `resourceScheme == ${LOG_SCHEME}`,
  logHasLines: 'switchyard.activeLogLines',
  logGrows: 'switchyard.activeLog == growing',
  logFailed: 'switchyard.activeLogFailed',
  logRetried: 'switchyard.activeLogRetried',
  /** A part of the log is omitted. */
  logHasMore: 'switchyard.activeLogLeft',
  comparison: `resourceScheme == ${COMPARE_SCHEME}`,
  searchResults: `resourceScheme == ${SEARCH_SCHEME}`,
  history: `resourceScheme == ${HISTORY_SCHEME}`,

  mergeRequestPage: 'activeWebviewPanelId == switchyard.mergeRequest',
  /** A side of a diff at a commit. */
  reviewCommit: `resourceScheme == ${REVIEW_SCHEME}`,
  /** A side of a diff, or the diff of a file of the workspace whose merge request is checked out. */
  review: `(resourceScheme == ${REVIEW_SCHEME} || resource in switchyard.reviewDiffs)`,
  /** A side of a diff that is an image, or the drawing that replaces it. */
  reviewedImage: `resourceScheme == ${REVIEW_SCHEME} && resourceExtname =~ /^[.](png|jpe?g|jpe|gif|webp|bmp|ico|avif|svg)$/i`,
  /** A merge request as text. */
  reading: `resourceScheme == ${READING_SCHEME}`,
  /** A file of the workspace that is used as the new side of a diff. */
  workingSide: 'resource in switchyard.reviewFiles',
  diffEditor: 'isInDiffEditor',
  /** The diff of a file of a merge request is open. */
  fileDiff: 'switchyard.activeFileViewed =~ /viewed$/',
  fileNotViewed: 'switchyard.activeFileViewed != viewed',
  fileNotUnviewed: 'switchyard.activeFileViewed != unviewed',
  fileViewed: 'switchyard.activeFileViewed == viewed',
  /** An editor with several files of a merge request is open, with or without a cursor. */
  severalFiles: 'activeEditor == multiDiffEditor && switchyard.activeFileViewed =~ /^(un)?viewed$|^several$/',
  /** The open diff shows an older version. */
  olderVersion: 'switchyard.activeVersionOutdated',
  commit: 'switchyard.activeCommit',
  comments: 'commentController == switchyard.comments',
  reviewStarted: 'switchyard.review == begun',
  reviewNotStarted: 'switchyard.review != begun',
  /** The server has pending comments. */
  pendingComments: 'switchyard.review =~ /^(ready|begun)$/',
  suggestionBatch: 'switchyard.suggestionBatch',

  description: `resourceScheme == ${EDIT_SCHEME} && resourcePath =~ /Description[.]md$/`,
  commitMessage: `resourceScheme == ${EDIT_SCHEME} && resourcePath =~ /Commit Message$/`,
  deleteAllowed: 'config.switchyard.mergeRequests.allowDelete',
  timerRuns: 'switchyard.timerRuns',
  /** The conflicts of a merge request are being resolved. */
  resolving: 'switchyard.resolving',
  resolvingInWorktree: 'switchyard.resolving == worktree',
  /** The merge editor of a file in a worktree of the extension. */
  mergeEditorInWorktree: 'isMergeEditor && resourcePath =~ /worktrees.[0-9a-f]{32}.files/',
} as const;

/** True if all conditions are true. */
export const all = (...conditions: readonly string[]): string => conditions.join(' && ');

/** True if at least one of the conditions is true. */
export const anyOf = (...conditions: readonly string[]): string => conditions.join(' || ');

/** True if a context key contains a word. `word` is a regular expression. */
export const hasWord = (key: string, word: string): string => String.raw`${key} =~ /\b${word}\b/`;

/**
 * A key without modifiers, for the focused text of a diff, which is read-only. The user can turn these keys
 * off; extensions that emulate Vim use the same keys.
 */
export const reviewKey = (key: string, ...conditions: readonly string[]) =>
  singleKey(WHEN.review, key, conditions);

/** A key without modifiers for diffs, which also applies to a merge request as text. */
export const readingKey = (key: string) => singleKey(`(${anyOf(WHEN.review, WHEN.reading)})`, key, []);

/** The focus is in an editor, which may have no text, such as an image. */
const EDITOR_FOCUS = all('!sideBarFocus', '!panelFocus', '!auxiliaryBarFocus', '!inQuickOpen');
/**
 * The focus is on a row of a merge request, while a diff is open. In views, VS Code doesn't set the context keys of the active
 * editor's resource. A separate key binding, because VS Code loses parentheses around alternatives that contain `in`.
 */
const ROW_FOCUS = all(
  `focusedView == ${VIEW.mergeRequests}`,
  'switchyard.activeFileViewed =~ /^(un)?viewed$|^several$/',
);

/** Keys for diffs of merge requests, also while the text can be edited, or in an editor without text. */
export const walkKeys = (key: string) => bound({ key }, WHEN.review, WHEN.severalFiles);

/** Keys with a letter for diffs of merge requests: Alt+Shift, or Ctrl+Option on macOS. */
export const walkLetters = (letter: string) => bound(withLetter(letter), WHEN.review, WHEN.severalFiles);

/** Keys with a letter for diffs, which also apply to a merge request as text. */
export const threadLetters = (letter: string) =>
  bound(withLetter(letter), WHEN.review, WHEN.severalFiles, WHEN.reading);

const withLetter = (letter: string) => ({ key: `alt+shift+${letter}`, mac: `ctrl+alt+${letter}` });

const bound = <K extends object>(keys: K, ...places: readonly string[]) => [
  { ...keys, when: all(EDITOR_FOCUS, `(${anyOf(...places)})`) },
  { ...keys, when: ROW_FOCUS },
];

/** A key that opens the form of a review with a verdict, in diffs, texts, and pages of merge requests. */
export const verdictKey = (digit: number, verdict: Verdict) => ({
  key: `alt+shift+${digit}`,
  mac: `ctrl+alt+${digit}`,
  when: all(WHEN.hasAccount, `(${anyOf(WHEN.review, WHEN.reading, WHEN.mergeRequestPage)})`),
  args: { verdict },
});

const singleKey = (where: string, key: string, conditions: readonly string[]) => ({
  key,
  when: all(
    where,
    'editorTextFocus',
    'editorReadonly',
    'config.switchyard.review.singleKeys',
    '!vim.active',
    '!neovim.init',
    ...conditions,
  ),
});
