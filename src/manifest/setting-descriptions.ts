import type {
  ChoiceName,
  ListName,
  SettingName,
  SwitchName,
  TextName,
} from '../presentation/shared/settings';

type AnySettingName = SettingName | SwitchName | TextName | ChoiceName | ListName;

/** Headings of the settings in the order of the settings editor: most useful first. */
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
 * Scope of a setting: `application` only by the user, `window` also in a workspace, `resource` also
 * in a folder of a workspace. Settings that protect the user are `application`, or lists whose values are
 * combined.
 */
export type SettingScope = 'application' | 'window' | 'resource';

/** Manifest data of a setting in addition to `src/presentation/shared/settings.ts`. */
export interface SettingDefinition {
  readonly group: SettingGroup;
  /** Default: `application`. */
  readonly scope?: SettingScope;
  /** Markdown. */
  readonly description: string;
  /**
   * Descriptions of the values of a choice, or texts that `items` refers to as `%setting.<setting>.<text>%`.
   */
  readonly texts?: Readonly<Record<string, string>>;
  /** JSON schema of the items of a list. */
  readonly items?: Readonly<Record<string, unknown>>;
}

/** All settings. Each group is in the order of the settings editor. */
export const SETTING_DEFINITIONS: Readonly<Record<AnySettingName, SettingDefinition>> = {
  notify: {
    group: 'pipelines',
    scope: 'resource',
    description:
      'Controls which finished pipelines you are notified about. Applies to pipelines that you start with Switchyard, to pipelines for the checked-out branch that you or your push started, and to pipelines that you watch.',
    texts: {
      failures: 'Notify when a pipeline fails. For pipelines that you watch, notify whenever they finish.',
      all: 'Notify whenever a pipeline finishes.',
      off: "Don't notify.",
    },
  },
  statusBar: {
    group: 'pipelines',
    description: "Show the checked-out branch's latest pipeline and its merge request in the status bar.",
  },
  badge: {
    group: 'pipelines',
    description: 'Controls what the badge on the Switchyard icon counts.',
    texts: {
      failures: "Failed jobs of the checked-out branch's latest pipeline.",
      attention:
        'Merge requests that need your attention. They are read every 15 minutes while the window is focused.',
      both: 'The sum of failed jobs and merge requests that need your attention.',
      none: 'No badge.',
    },
  },
  pipelinesSortJobs: {
    group: 'pipelines',
    description: 'Controls how the jobs of a pipeline are sorted.',
    texts: {
      stage: 'By stage. In each stage, failed jobs come first.',
      name: 'By name.',
      status: 'By status, failed jobs first.',
    },
  },
  pipelinesFlatStages: {
    group: 'pipelines',
    description: 'Show jobs directly below their pipeline, without rows for stages.',
  },
  logStoreFinishedLogs: {
    group: 'logs',
    description:
      'Controls whether logs of finished jobs are stored on disk so that you can open them without a connection to the server. Stored logs take up at most 200 MB, only you can read them, and they are removed when you sign out. Logs can contain secrets. Turning this setting off removes stored logs.',
  },
  logShowProblems: {
    group: 'logs',
    description:
      'Controls whether problems in open job logs are also shown in the Problems panel and in your files. Problems are always marked in the log itself.',
  },
  logMaxSize: {
    group: 'logs',
    description:
      'Maximum size of a job log to show in full, in megabytes, from 1 to 45. For larger logs, the beginning and the end are shown; use commands to load or save the rest.',
  },
  logProblemPatterns: {
    group: 'logs',
    scope: 'window',
    description:
      'Controls which additional patterns find problems in job logs. They are tried before the built-in ones. `pattern` is a regular expression; `file`, `line`, `column`, and `message` are numbers of its capture groups; `severity` is the number of a capture group or one of `error`, `warning`, and `info`. Only the first 400 characters of a line are matched. Changes apply to logs that you open afterward.',
    texts: {
      pattern: 'Regular expression. Nested quantifiers, such as `(a+)+`, are rejected.',
      group: 'Number of a capture group of the pattern.',
      severity: 'Number of a capture group of the pattern, or `error`, `warning`, or `info`.',
    },
    items: {
      type: 'object',
      required: ['pattern', 'file', 'line'],
      additionalProperties: false,
      properties: {
        pattern: { type: 'string', markdownDescription: '%setting.logProblemPatterns.pattern%' },
        file: { type: 'integer', minimum: 0, markdownDescription: '%setting.logProblemPatterns.group%' },
        line: { type: 'integer', minimum: 0, markdownDescription: '%setting.logProblemPatterns.group%' },
        column: { type: 'integer', minimum: 0, markdownDescription: '%setting.logProblemPatterns.group%' },
        message: { type: 'integer', minimum: 0, markdownDescription: '%setting.logProblemPatterns.group%' },
        severity: {
          type: ['integer', 'string'],
          markdownDescription: '%setting.logProblemPatterns.severity%',
        },
      },
    },
  },
  mergeRequestsQueries: {
    group: 'mergeRequests',
    scope: 'window',
    description:
      'Controls which saved merge request queries the Merge Requests view shows below the predefined lists. Use *Switchyard: New Merge Request Query...* to create one with a form. Queries in workspace settings are shared with everyone who works in the workspace.',
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
        name: { type: 'string', markdownDescription: '%setting.mergeRequestsQueries.name%' },
        host: { type: 'string', markdownDescription: '%setting.mergeRequestsQueries.host%' },
        group: { type: ['string', 'integer'], markdownDescription: '%setting.mergeRequestsQueries.group%' },
        project: {
          type: ['string', 'integer'],
          markdownDescription: '%setting.mergeRequestsQueries.project%',
        },
        filters: { type: 'object', markdownDescription: '%setting.mergeRequestsQueries.filters%' },
      },
    },
  },
  reviewGeneratedFiles: {
    group: 'mergeRequests',
    scope: 'resource',
    description:
      'Controls which files are shown in the *Generated* group below the changes of a merge request, in addition to files that the server marks as generated. Uses `.gitignore` patterns; start a pattern with `!` to exclude files. The default patterns match lock files, minified files, and source maps, but not test snapshots, because people review them. Workspace settings are ignored for merge requests that change the workspace settings.',
    items: { type: 'string' },
  },
  reviewAutoReveal: {
    group: 'mergeRequests',
    description:
      'Controls whether the file of the active diff is selected in the Merge Requests view while its changes are expanded there.',
  },
  reviewUseWorkspaceFiles: {
    group: 'mergeRequests',
    description:
      'Controls whether diffs of the latest version of a merge request show the file of the workspace on the right if the head of the merge request is checked out, so that it can be edited, and whether threads are shown in these files. Otherwise, both sides are read-only.',
  },
  reviewSingleKeys: {
    group: 'mergeRequests',
    description:
      'Controls whether single keys run commands in diffs of merge requests while the text is read-only: `V` marks the file as viewed, `U` goes to the next unviewed file, `]` and `[` go to the next and the previous file, `N` and `P` to the next and the previous unresolved thread, and `R` replies to the thread on the line of the cursor. The keys for threads also work in a merge request that is open as text (Read Merge Request).',
  },
  mergeRequestsAllowDelete: {
    group: 'mergeRequests',
    description:
      "Show a command to delete merge requests. You confirm by typing the reference of the merge request, such as `!12`. Deletion can't be undone and removes all comments.",
  },
  confirmRunJobPattern: {
    group: 'confirmations',
    description:
      'Controls which manual jobs require confirmation before they run: jobs whose name matches this regular expression (case-insensitive). Leave empty to ask only for jobs that match `#switchyard.confirm.additionalRunJobPatterns#`.',
  },
  confirmAdditionalRunJobPatterns: {
    group: 'confirmations',
    scope: 'resource',
    description:
      'Controls which additional manual jobs require confirmation before they run: jobs whose name matches one of these regular expressions (case-insensitive). Patterns of a workspace or folder are added to yours and never replace them.',
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
      "Controls whether you must type the name of a job, or the number of jobs, before logs and artifacts are erased. Erasing can't be undone.",
  },
  errorsCodeLens: {
    group: 'errors',
    description:
      'Show a CodeLens in your files above each line that occurs in the stack trace of an error, with the error, its number of events, and the time of the last event. Only errors that the Errors view has loaded are shown; stack traces of the 20 most recent errors are read.',
  },
  refreshInterval: {
    group: 'network',
    description:
      'Controls the polling interval in seconds while a visible pipeline is running, from 1 to 300. Polling is less frequent without user activity, and once a minute while no pipeline is running. Set to `0` to refresh manually only.',
  },
  gitUseAccountToken: {
    group: 'network',
    description:
      "Controls whether Git uses the token of your account to fetch and push over HTTPS. Git gets the token only for the account's server. Credential helpers that you configured are asked first.",
  },
  requestsMaxConcurrent: {
    group: 'network',
    description:
      'Maximum number of concurrent requests per server, from 1 to 20. Requests for visible content take priority over background refreshes.',
  },
  requestsPerMinute: {
    group: 'network',
    description: 'Maximum number of requests per minute per server, from 30 to 3,000.',
  },
};
