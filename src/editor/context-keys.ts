import { commands } from 'vscode';

/** Facts that the manifest's `when` clauses look at. */
interface Keys {
  /** What became of looking for projects; the view's welcome texts depend on it. */
  'switchyard.projects': 'signed-out' | 'no-repository' | 'no-project' | 'found';
  /** Whether the active editor is a job log, and whether it grows. */
  'switchyard.activeLog': 'none' | 'growing' | 'complete';
}

export interface ContextKeys {
  set<K extends keyof Keys>(key: K, value: Keys[K]): void;
}

export const editorContextKeys: ContextKeys = {
  set: (key, value) => {
    void commands.executeCommand('setContext', key, value);
  },
};
