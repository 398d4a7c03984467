import { EDIT_SCHEME } from '../presentation/merge-requests/edit-address';
import { REVIEW_SCHEME } from '../presentation/review/side-address';
import { LOG_SCHEME } from '../presentation/shared/document-address';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../presentation/shared/tool-addresses';
import { VIEW } from '../presentation/shared/view-ids';

/** Conditions of `when` clauses. The context keys are set in `src/editor/shared/context-keys.ts`. */
export const WHEN = {
  signedIn: 'switchyard.projects != signed-out',
  /** Unlike `signedIn`, known from activation on. */
  hasAccount: 'switchyard.signedIn',
  /** The window of a demo. */
  demo: 'switchyard.demo',
  /** A view has searched for projects on the servers of the accounts. */
  projectsSearched: 'switchyard.projects =~ /^(found|no-)/',
  projectFound: 'switchyard.projects == found',

  pipelines: `view == ${VIEW.pipelines}`,
  mergeRequests: `view == ${VIEW.mergeRequests}`,
  errors: `view == ${VIEW.errors}`,
  /** Pipelines and jobs are shown in both views. */
  pipelinesOrMergeRequests: String.raw`view =~ /^switchyard\.(pipelines|mergeRequests)$/`,
  pipelinesFiltered: 'switchyard.pipelinesFiltered',
  changesAsTree: 'switchyard.changesLayout == tree',
  changesAsList: 'switchyard.changesLayout == list',

  log: `resourceScheme == ${LOG_SCHEME}`,
  logHasLines: 'switchyard.activeLogLines',
  logGrows: 'switchyard.activeLog == growing',
  logFailed: 'switchyard.activeLogFailed',
  logRetried: 'switchyard.activeLogRetried',
  /** A part of the log is left out. */
  logHasMore: 'switchyard.activeLogLeft',
  comparison: `resourceScheme == ${COMPARE_SCHEME}`,
  searchResults: `resourceScheme == ${SEARCH_SCHEME}`,
  history: `resourceScheme == ${HISTORY_SCHEME}`,

  mergeRequestPage: 'activeWebviewPanelId == switchyard.mergeRequest',
  review: `resourceScheme == ${REVIEW_SCHEME}`,
  diffEditor: 'isInDiffEditor',
  /** The diff of a file of a merge request is open. */
  fileDiff: 'switchyard.activeFileViewed =~ /viewed$/',
  fileNotViewed: 'switchyard.activeFileViewed != viewed',
  fileNotUnviewed: 'switchyard.activeFileViewed != unviewed',
  commit: 'switchyard.activeCommit',
  comments: 'commentController == switchyard.comments',
  reviewStarted: 'switchyard.review == begun',

  commitMessage: `resourceScheme == ${EDIT_SCHEME} && resourcePath =~ /Commit Message$/`,
  deleteAllowed: 'config.switchyard.mergeRequests.allowDelete',
  timerRuns: 'switchyard.timerRuns',
} as const;

/** True if all conditions are. */
export const all = (...conditions: readonly string[]): string => conditions.join(' && ');

/** True if one of the conditions is. */
export const anyOf = (...conditions: readonly string[]): string => conditions.join(' || ');

/** True if a context key contains a word. The word is a regular expression. */
export const hasWord = (key: string, word: string): string => String.raw`${key} =~ /\b${word}\b/`;
