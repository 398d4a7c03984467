import { RISKY_NAMES } from '../../domain/jobs/risks';

/** First part of every setting's name. */
export const SECTION = 'switchyard';

/** Whole numbers that a person can set. The manifest is generated from these tables. */
export const SETTINGS = {
  /** Requests under way to one server at the same time. */
  requestsAtOnce: { key: 'requests.maxConcurrent', default: 6, least: 1, most: 20 },
  /** Requests to one server within a minute. */
  requestsPerMinute: { key: 'requests.perMinute', default: 300, least: 30, most: 3_000 },
  /** Megabytes of a job log that are shown whole; the editor gives extensions no document above 50. */
  largestLog: { key: 'log.maxSize', default: 20, least: 1, most: 45 },
  /** Seconds between two looks while something runs; 0: only when asked to. */
  refreshInterval: { key: 'refresh.interval', default: 3, least: 0, most: 300 },
} as const;
export type SettingName = keyof typeof SETTINGS;

/** What a person can switch on and off. */
export const BOOLEAN_SETTINGS = {
  /** Logs of jobs that are over stay on this computer's disk. */
  keepFinishedLogs: { key: 'log.storeFinishedLogs', default: true },
  /** Entries in the Problems panel for what logs say about files of the workspace. */
  logProblems: { key: 'log.showProblems', default: true },
  /** Questions before what cannot be undone. */
  confirmCancelPipeline: { key: 'confirm.cancelPipeline', default: true },
  confirmForceCancel: { key: 'confirm.forceCancel', default: true },
  confirmErase: { key: 'confirm.erase', default: true },
  /** The branch's pipeline in the status bar, and its failed jobs as a number at the view's icon. */
  statusBar: { key: 'statusBar', default: true },
  /** How often errors came from a line, above it. */
  errorLenses: { key: 'errors.codeLens', default: true },
  /** Jobs directly below their pipeline. */
  flatStages: { key: 'pipelines.flatStages', default: false },
  /** Merge requests can be deleted. */
  allowDelete: { key: 'mergeRequests.allowDelete', default: false },
} as const;
export type SwitchName = keyof typeof BOOLEAN_SETTINGS;

/** What a person can set by a text. */
export const TEXTS = {
  /** Starting a manual job whose name this regular expression fits is asked about. */
  confirmPlayPattern: { key: 'confirm.runJobPattern', default: RISKY_NAMES },
} as const;
export type TextName = keyof typeof TEXTS;

/** What a person, or a workspace for all who work in it, can list. */
export const LIST_SETTINGS = {
  /** Rules for problems in logs. */
  problemPatterns: { key: 'log.problemPatterns', default: [] },
  /** Starting a manual job whose name one of these regular expressions fits is asked about, too. */
  confirmPlayAlso: { key: 'confirm.additionalRunJobPatterns', default: [] },
  /** Saved queries for merge requests. */
  savedQueries: { key: 'mergeRequests.queries', default: [] },
  /** Files that a program made of others, as patterns in the way of `.gitignore`. */
  generatedFiles: {
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

/** What a person can choose of a few. */
export const CHOICES = {
  /** Order of the jobs of a pipeline. */
  sortJobs: { key: 'pipelines.sortJobs', default: 'stage', values: ['stage', 'name', 'status'] },
  /** Which ends of one's own and of watched pipelines are told. */
  notify: { key: 'notify', default: 'failures', values: ['failures', 'all', 'off'] },
} as const;
export type ChoiceName = keyof typeof CHOICES;
