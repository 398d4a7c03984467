import type {
  ChoiceName,
  ListName,
  SettingName,
  SwitchName,
  TextName,
} from '../presentation/shared/settings';

type AnySettingName = SettingName | SwitchName | TextName | ChoiceName | ListName;

/** What the manifest says about a setting in addition to `src/presentation/shared/settings.ts`. */
export interface SettingDefinition {
  /** Markdown. */
  readonly description: string;
  /** Descriptions of the values of a choice, or texts that `items` refers to as `%setting.<setting>.<text>%`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** JSON schema of the items of a list. */
  readonly items?: Readonly<Record<string, unknown>>;
}

/** All settings, in the order in which the settings editor shows them. */
export const SETTING_DEFINITIONS: Readonly<Record<AnySettingName, SettingDefinition>> = {
  requestsAtOnce: {
    description:
      'How many requests to one server may be under way at the same time. The rest waits, what you look at before what is refreshed in the background.',
  },
  requestsPerMinute: {
    description: 'How many requests one server gets within a minute at the most.',
  },
  refreshInterval: {
    description:
      'Seconds between two looks at the pipelines while something that you see is running. It takes longer the longer you only watch, and a minute while nothing runs. With 0, pipelines are refreshed only when you ask for it.',
  },
  largestLog: {
    description:
      'How many megabytes of a job log are shown. Of a larger one, the beginning and the end are shown, and commands show or save the rest.',
  },
  keepFinishedLogs: {
    description:
      'Keep the logs of jobs that are over on this computer, so that they open again without their server: at most 200 MB, readable by you only, removed when you sign out. A log may hold secrets. Switched off, what was kept is removed.',
  },
  statusBar: {
    description:
      "Show the newest pipeline of the branch that is checked out, with its merge request, in the status bar, and the number of its failed jobs at Switchyard's icon.",
  },
  notify: {
    description:
      'Which ends of pipelines you are told of: of those that you started here or pushed, and of those that you watch.',
    texts: {
      failures: 'When a pipeline fails. A pipeline that you watch notifies you whenever it finishes.',
      all: 'Whenever one is over.',
      off: 'Never.',
    },
  },
  savedQueries: {
    description:
      'Saved queries for merge requests, shown in the Merge Requests view below the presets. *Switchyard: New Query...* writes them with a form. In the settings of a workspace they are shared with everybody who works in it.',
    texts: {
      name: 'What the query is called in the view.',
      host: 'Address of the server, such as https://gitlab.com.',
      group: 'Full path of the group to ask in; neither group nor project asks on the whole server.',
      project: 'Full path of the project to ask in.',
      filters: 'What is asked for, by the names that the API has: state, labels, author_username, not, …',
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
  allowDelete: {
    description:
      'Offers to delete merge requests. What is deleted is gone for everybody, with its comments; its number has to be typed first.',
  },
  generatedFiles: {
    description:
      "Files to show in the *Generated* group below the changes of a merge request, in addition to files that the server marks as generated. Uses `.gitignore` patterns; start a pattern with `!` to exclude files. By default, these are lock files, minified files, and source maps. Test snapshots aren't included, because people review them. Workspace settings don't apply to merge requests that change them.",
    items: { type: 'string' },
  },
  confirmPlayPattern: {
    description:
      'Ask before a manual job is played whose name matches this regular expression (without regard to case). Empty: never ask.',
  },
  confirmCancelPipeline: {
    description: 'Ask before all jobs of a pipeline are canceled.',
  },
  confirmForceCancel: {
    description: 'Ask before a canceling job is force canceled, which skips the rest of its `after_script`.',
  },
  confirmErase: {
    description: 'Ask to type the name of a job before its log and artifacts are erased for good.',
  },
  errorLenses: {
    description:
      'Says above lines of the workspace\'s files how often errors came from them, and when last. Only errors that the view "Errors" has listed are known; the stack traces of the newest 20 are read for it.',
  },
  problemPatterns: {
    description:
      'Rules of your own for lines of job logs that name a problem in a file, tried before the built-in ones. `pattern` is a regular expression; `file`, `line`, `column` and `message` are the numbers of its groups, `severity` is one too or one of `error`, `warning` and `info`. Only the first 400 characters of a line are looked at. Takes effect when a log is opened.',
    texts: {
      pattern: 'A regular expression without repeats of what repeats itself.',
      group: 'Number of a group in the pattern.',
      severity: 'Number of a group in the pattern, or the severity itself.',
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
};
