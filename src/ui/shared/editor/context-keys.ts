import { commands, type Uri } from 'vscode';
import { background } from '../../../base/background';

/** Context keys for `when` clauses in the manifest. */
interface Keys {
  /** Result of the search for projects; determines the welcome content of views. */
  'switchyard.projects': 'signed-out' | 'no-repository' | 'no-project' | 'found';
  /**
   * Whether there is an account. At activation, true if any data about accounts is stored; exact shortly
   * after.
   */
  'switchyard.signedIn': boolean;
  /** Whether the token of the active item's account, or of the workspace's accounts, can only read. */
  'switchyard.readOnly': boolean;
  /** Whether this is the window of a demo, and whether its server is running. Not set in other windows. */
  'switchyard.demo': 'running' | 'stopped';
  /** Whether the Pipelines view has a filter. */
  'switchyard.pipelinesFiltered': boolean;
  /**
   * Whether the active editor is a job log, and its state. `waiting`: the job has no output yet. `growing`:
   * more output is expected.
   */
  'switchyard.activeLog': 'none' | 'waiting' | 'growing' | 'complete';
  /** The allowed actions on the active log's job, separated by spaces. */
  'switchyard.activeLogActions': string;
  /** Whether the active log's job failed. */
  'switchyard.activeLogFailed': boolean;
  /** Whether the active log has any lines. */
  'switchyard.activeLogLines': boolean;
  /** Whether a part of the active log is omitted. */
  'switchyard.activeLogLeft': boolean;
  /** Whether the active log's job was retried. */
  'switchyard.activeLogRetried': boolean;
  /** Whether the active log's job may have an earlier attempt to compare with. */
  'switchyard.activeLogEarlier': boolean;
  /** Whether the file of the open diff is marked as viewed. */
  'switchyard.activeFileViewed': 'viewed' | 'unviewed' | 'several' | 'unknown';
  /** Whether the open diff shows a version of which a newer one exists. */
  'switchyard.activeVersionOutdated': boolean;
  /**
   * The files of the workspace that are used as the new side of a diff. URIs rather than texts, because VS Code
   * converts them in remote windows.
   */
  'switchyard.reviewFiles': readonly Uri[];
  /** Files in the active editor of a group that shows the diff of a merge request. */
  'switchyard.reviewDiffs': readonly Uri[];
  /** Whether the active editor shows a commit of a merge request. */
  'switchyard.activeCommit': boolean;
  /** Whether the changed files of a merge request are a tree or a list. */
  'switchyard.changesLayout': 'tree' | 'list';
  /**
   * Whether comments in the active diff can be added to a review, and whether a review was started with a
   * pending comment.
   */
  'switchyard.review': 'none' | 'ready' | 'begun';
  /** Whether a batch of suggestions isn't empty. */
  'switchyard.suggestionBatch': boolean;
  /** Whether a timer for a merge request is running. */
  'switchyard.timerRuns': boolean;
  /** Place where the conflicts of a merge request are being resolved. */
  'switchyard.resolving': 'checkout' | 'worktree' | false;
}

export interface ContextKeys {
  set<K extends keyof Keys>(key: K, value: Keys[K]): void;
}

export const editorContextKeys: ContextKeys = {
  set: (key, value) => {
    background(commands.executeCommand('setContext', key, value));
  },
};
