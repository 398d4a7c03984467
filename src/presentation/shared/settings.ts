import { RISKY_NAMES } from '../../domain/jobs/risks';

/** First part of the name of every setting. */
export const SECTION = 'switchyard';

/** Settings with a number. The manifest is generated from these tables. */
export const SETTINGS = {
  /** Maximum number of concurrent requests per server. */
  requestsMaxConcurrent: { key: 'requests.maxConcurrent', default: 6, least: 1, most: 20 },
  /** Maximum number of requests per minute per server. */
  requestsPerMinute: { key: 'requests.perMinute', default: 300, least: 30, most: 3_000 },
  /**
   * Maximum size of a log that is shown in full, in megabytes. VS Code opens no documents above 50 MB for
   * extensions.
   */
  logMaxSize: { key: 'log.maxSize', default: 20, least: 1, most: 45 },
  /** Polling interval in seconds while a pipeline is running; 0: refresh only manually. */
  refreshInterval: { key: 'refresh.interval', default: 3, least: 0, most: 300 },
} as const;
export type SettingName = keyof typeof SETTINGS;

/** Settings that can be turned on and off. */
export const BOOLEAN_SETTINGS = {
  /** Stores logs of finished jobs on this computer. */
  logStoreFinishedLogs: { key: 'log.storeFinishedLogs', default: true },
  /** Shows problems in logs in the Problems panel. */
  logShowProblems: { key: 'log.showProblems', default: true },
  /** Asks for confirmation before these actions. */
  confirmCancelPipeline: { key: 'confirm.cancelPipeline', default: true },
  confirmForceCancel: { key: 'confirm.forceCancel', default: true },
  confirmErase: { key: 'confirm.erase', default: true },
  /** Shows the branch's pipeline in the status bar. */
  statusBar: { key: 'statusBar', default: true },
  /** Shows how often errors occurred above the lines that caused them. */
  errorsCodeLens: { key: 'errors.codeLens', default: true },
  /** Shows jobs directly below their pipeline. */
  pipelinesFlatStages: { key: 'pipelines.flatStages', default: false },
  /** Selects the row of the file whose diff is active. */
  reviewAutoReveal: { key: 'review.autoReveal', default: true },
  /** Shows the file of the workspace in diffs if the head of the merge request is checked out. */
  reviewUseWorkspaceFiles: { key: 'review.useWorkspaceFiles', default: true },
  /** Allows keys without modifiers in diffs of merge requests. */
  reviewSingleKeys: { key: 'review.singleKeys', default: true },
  /** Uses the tokens of accounts as passwords for git. */
  gitUseAccountToken: { key: 'git.useAccountToken', default: true },
  /** Allows the user to delete merge requests. */
  mergeRequestsAllowDelete: { key: 'mergeRequests.allowDelete', default: false },
} as const;
export type SwitchName = keyof typeof BOOLEAN_SETTINGS;

/** Settings with a text. */
export const TEXTS = {
  /** Regular expression for names of manual jobs that require confirmation. */
  confirmRunJobPattern: { key: 'confirm.runJobPattern', default: RISKY_NAMES },
} as const;
export type TextName = keyof typeof TEXTS;

/** Settings with a list, which workspaces can set too. */
export const LIST_SETTINGS = {
  /** Patterns for problems in logs. */
  logProblemPatterns: { key: 'log.problemPatterns', default: [] },
  /** Additional regular expressions for names of manual jobs that require confirmation. */
  confirmAdditionalRunJobPatterns: { key: 'confirm.additionalRunJobPatterns', default: [] },
  /** Saved merge request queries. */
  mergeRequestsQueries: { key: 'mergeRequests.queries', default: [] },
  /** Patterns of generated files, in the format of `.gitignore`. */
  reviewGeneratedFiles: {
    key: 'review.generatedFiles',
    default: [
      '*.lock',
      'package-lock.json',
      'npm-shrinkwrap.json',
      'pnpm-lock.yaml',
      'go.sum',
      '*.min.js',
      '*.min.css',
      '*.map',
    ],
  },
} as const;
export type ListName = keyof typeof LIST_SETTINGS;

/** Contents of the badge of the icon. */
export const BADGE_CONTENTS = ['failures', 'attention', 'both', 'none'] as const;

/** Settings with a few values. */
export const CHOICES = {
  /** Order of the jobs of a pipeline. */
  pipelinesSortJobs: { key: 'pipelines.sortJobs', default: 'stage', values: ['stage', 'name', 'status'] },
  /** Which finished pipelines the user is notified about. */
  notify: { key: 'notify', default: 'failures', values: ['failures', 'all', 'off'] },
  /** Contents of the badge of the icon. */
  badge: { key: 'badge', default: 'failures', values: BADGE_CONTENTS },
} as const;
export type ChoiceName = keyof typeof CHOICES;
