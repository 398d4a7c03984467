import { commands } from 'vscode';

/** Facts that the manifest's `when` clauses look at. */
interface Keys {
  /** What became of looking for projects; the view's welcome texts depend on it. */
  'switchyard.projects': 'signed-out' | 'no-repository' | 'no-project' | 'found';
  /** Whether the Pipelines view leaves something out. */
  'switchyard.pipelinesFiltered': boolean;
  /** Whether the active editor is a job log, and whether it grows. */
  'switchyard.activeLog': 'none' | 'growing' | 'complete';
  /** Whether the active log has any lines. */
  'switchyard.activeLogLines': boolean;
  /** Whether a part of the active log is left out. */
  'switchyard.activeLogLeft': boolean;
  /** Whether the job of the active log was retried since. */
  'switchyard.activeLogRetried': boolean;
}

export interface ContextKeys {
  set<K extends keyof Keys>(key: K, value: Keys[K]): void;
}

export const editorContextKeys: ContextKeys = {
  set: (key, value) => {
    void commands.executeCommand('setContext', key, value);
  },
};
