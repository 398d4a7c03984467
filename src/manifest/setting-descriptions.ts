import type {
  ChoiceName,
  ListName,
  SettingName,
  SwitchName,
  TextName,
} from '../presentation/shared/settings';

type AnySettingName = SettingName | SwitchName | TextName | ChoiceName | ListName;

/** Headings of the settings, in the order in which the settings editor shows them: most useful first. */
export const SETTING_GROUPS = {
  pipelines: 'Pipelines',
  logs: 'Job Logs',
  mergeRequests: 'Merge Requests',
  confirmations: 'Confirmations',
  errors: 'Errors',
  network: 'Network',
} as const;
type SettingGroup = keyof typeof SETTING_GROUPS;

/**
 * Where a setting can be set: `application` only by the user, `window` also by a workspace, `resource` also by a folder of
 * a workspace. Settings that protect the user are `application`, or lists whose values add up.
 */
export type SettingScope = 'application' | 'window' | 'resource';

/** What the manifest says about a setting in addition to `src/presentation/shared/settings.ts`. */
export interface SettingDefinition {
  readonly group: SettingGroup;
  /** `application` unless it is given. */
  readonly scope?: SettingScope;
  /** Markdown. */
  readonly description: string;
  /** Descriptions of the values of a choice, or texts that `items` refers to as `%setting.<setting>.<text>%`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** JSON schema of the items of a list. */
  readonly items?: Readonly<Record<string, unknown>>;
}

/** All settings. Each group is in the order in which the settings editor shows it. */
export const SETTING_DEFINITIONS: Readonly<Record<AnySettingName, SettingDefinition>> = {
  notify: {
    group: 'pipelines',
    scope: 'resource',
    description:
      'Controls which finished pipelines you are notified about. Applies to pipelines that you or your push started, and to pipelines that you watch.',
    texts: {
      failures: 'Notify when a pipeline fails. For pipelines that you watch, notify whenever they finish.',
      all: 'Notify whenever a pipeline finishes.',
      off: "Don't notify.",
    },
  },
  statusBar: {
    group: 'pipelines',
    description:
      'Show the latest pipeline of the checked-out branch and its merge request in the status bar, and the number of its failed jobs on the Switchyard icon.',
  },
  sortJobs: {
    group: 'pipelines',
    description: 'Controls how the jobs of a pipeline are sorted.',
    texts: {
      stage: 'By stage. In each stage, failed jobs come first.',
      name: 'By name.',
      status: 'By status, failed jobs first.',
    },
  },
  flatStages: {
    group: 'pipelines',
    description: 'Show jobs directly below their pipeline, without rows for stages.',
  },
  keepFinishedLogs: {
    group: 'logs',
    description:
      'Controls whether logs of finished jobs are stored on this computer so that they open without the server. Stored logs take at most 200 MB, only you can read them, and they are removed when you sign out. Logs can contain secrets. Turning this setting off removes stored logs.',
  },
  logProblems: {
    group: 'logs',
    description:
      'Show problems that are found in open job logs in the Problems panel and in the files. Problems are always marked in the log itself.',
  },
  largestLog: {
    group: 'logs',
    description:
      'Maximum number of megabytes of a job log to show. For larger logs, the beginning and the end are shown, and commands load or save the rest.',
  },
  problemPatterns: {
    group: 'logs',
    scope: 'window',
    description:
      'Additional patterns that find problems in job logs, tried before the built-in ones. `pattern` is a regular expression; `file`, `line`, `column`, and `message` are numbers of its groups; `severity` is a group number or one of `error`, `warning`, and `info`. Only the first 400 characters of a line are matched. Changes apply to logs that you open afterward.',
    texts: {
      pattern: 'Regular expression. Nested quantifiers, such as `(a+)+`, are rejected.',
      group: 'Number of a group of the pattern.',
      severity: 'Number of a group of the pattern, or `error`, `warning`, or `info`.',
    },
    items: {
      type: 'object',
      required: ['pattern', 'file', 'line'],
      additionalProperties: false,
      properties: {
        pattern: { type: 'string', description: '%setting.problemPatterns.pattern%' },
        file: { type: 'integer', minimum: 0, description: '%setting.problemPatterns.group%' },
        line: { type: 'integer', minimum: 0, description: '%setting.problemPatterns.group%' },
        column: { type: 'integer', minimum: 0, description: '%setting.problemPatterns.group%' },
        message: { type: 'integer', minimum: 0, description: '%setting.problemPatterns.group%' },
        severity: { type: ['integer', 'string'], description: '%setting.problemPatterns.severity%' },
      },
    },
  },
  savedQueries: {
    group: 'mergeRequests',
    scope: 'window',
    description:
      'Saved merge request queries, shown in the Merge Requests view below the predefined lists. Use *Switchyard: New Merge Request Query...* to create one with a form. Queries in workspace settings are shared with everyone who works in the workspace.',
    texts: {
      name: 'Name of the query in the view.',
      host: 'Server URL, such as `https://gitlab.com`.',
      group: 'Full path of the group to search. Without a group or project, the whole server is searched.',
      project: 'Full path of the project to search.',
      filters: "Filters, using the API's parameter names: `state`, `labels`, `author_username`, `not`, …",
    },
    items: {
      type: 'object',
      required: ['name', 'host', 'filters'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', description: '%setting.savedQueries.name%' },
        host: { type: 'string', description: '%setting.savedQueries.host%' },
        group: { type: ['string', 'integer'], description: '%setting.savedQueries.group%' },
        project: { type: ['string', 'integer'], description: '%setting.savedQueries.project%' },
        filters: { type: 'object', description: '%setting.savedQueries.filters%' },
      },
    },
  },
  generatedFiles: {
    group: 'mergeRequests',
    scope: 'resource',
    description:
      "Files to show in the *Generated* group below the changes of a merge request, in addition to files that the server marks as generated. Uses `.gitignore` patterns; start a pattern with `!` to exclude files. By default, these are lock files, minified files, and source maps. Test snapshots aren't included, because people review them. Workspace settings don't apply to merge requests that modify these settings.",
    items: { type: 'string' },
  },
  allowDelete: {
    group: 'mergeRequests',
    description:
      "Show a command to delete merge requests. You confirm by typing the number of the merge request. Deletion can't be undone and removes all comments.",
  },
  confirmPlayPattern: {
    group: 'confirmations',
    description:
      'Ask before running a manual job whose name matches this regular expression (case-insensitive). Leave empty to never ask.',
  },
  confirmPlayAlso: {
    group: 'confirmations',
    scope: 'resource',
    description:
      'Additional regular expressions (case-insensitive) for the names of manual jobs that require confirmation. Patterns of a workspace or folder are added to yours and never replace them.',
    items: { type: 'string' },
  },
  confirmCancelPipeline: {
    group: 'confirmations',
    description: 'Controls whether to ask for confirmation before canceling all jobs of a pipeline.',
  },
  confirmForceCancel: {
    group: 'confirmations',
    description:
      'Controls whether to ask for confirmation before force canceling a job, which skips the rest of its `after_script`.',
  },
  confirmErase: {
    group: 'confirmations',
    description:
      "Controls whether you must type the name of a job to confirm that its log and artifacts are erased. Erasing can't be undone.",
  },
  errorLenses: {
    group: 'errors',
    description:
      'Show a CodeLens with the number of events and the time of the last event above lines that caused errors. Only errors that the Errors view has loaded are shown; stack traces of the 20 most recent errors are read.',
  },
  refreshInterval: {
    group: 'network',
    description:
      'Polling interval in seconds while a visible pipeline is running. Polling is less frequent without user activity, and once a minute while no pipeline is running. Set to `0` to refresh manually only.',
  },
  requestsAtOnce: {
    group: 'network',
    description:
      'Maximum number of concurrent requests per server. Requests for visible content take priority over background refreshes.',
  },
  requestsPerMinute: {
    group: 'network',
    description: 'Maximum number of requests per minute per server.',
  },
};
