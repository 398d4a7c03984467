import { commands } from 'vscode';
import { background } from '../../base/background';

/** Facts that the manifest's `when` clauses look at. */
interface Keys {
  /** What became of looking for projects; the view's welcome texts depend on it. */
  'switchyard.projects': 'signed-out' | 'no-repository' | 'no-project' | 'found';
  /** Whether there is an account. True at activation where anything is stored about accounts; exact soon after. */
  'switchyard.signedIn': boolean;
  /** Whether this is the window of a demo, and whether its server runs. Not set in other windows. */
  'switchyard.demo': 'running' | 'stopped';
  /** Whether the Pipelines view leaves something out. */
  'switchyard.pipelinesFiltered': boolean;
  /** Whether the active editor is a job log, and whether it grows; `waiting` where its job has written nothing yet. */
  'switchyard.activeLog': 'none' | 'waiting' | 'growing' | 'complete';
  /** What may be done to the job of the active log, in the words of the rules with blanks between. */
  'switchyard.activeLogActions': string;
  /** Whether the active log is that of a failed job. */
  'switchyard.activeLogFailed': boolean;
  /** Whether the active log has any lines. */
  'switchyard.activeLogLines': boolean;
  /** Whether a part of the active log is left out. */
  'switchyard.activeLogLeft': boolean;
  /** Whether the job of the active log was retried since. */
  'switchyard.activeLogRetried': boolean;
  /** Whether it may have an earlier attempt to compare with. */
  'switchyard.activeLogEarlier': boolean;
  /** Whether the file whose diff is open is marked as viewed. */
  'switchyard.activeFileViewed': 'viewed' | 'unviewed' | 'unknown';
  /** Whether the editor in front shows a commit of a merge request. */
  'switchyard.activeCommit': boolean;
  /** How changed files stand below a merge request. */
  'switchyard.changesLayout': 'tree' | 'list';
  /** Whether comments in the diff in front may be kept for a review, and whether one was begun with a first draft. */
  'switchyard.review': 'none' | 'ready' | 'begun';
  /** Whether time is being taken for a merge request. */
  'switchyard.timerRuns': boolean;
}

export interface ContextKeys {
  set<K extends keyof Keys>(key: K, value: Keys[K]): void;
}

export const editorContextKeys: ContextKeys = {
  set: (key, value) => {
    background(commands.executeCommand('setContext', key, value));
  },
};
