import { ConfigurationTarget, workspace } from 'vscode';
import type { QueryHome, QuerySetting } from '../app/saved-queries';
import { LISTS, SECTION } from '../presentation/setting-ids';

const { key } = LISTS.savedQueries;

const TARGETS: Readonly<Record<QueryHome, ConfigurationTarget>> = {
  workspace: ConfigurationTarget.Workspace,
  user: ConfigurationTarget.Global,
};

/** The saved queries as they stand in the settings of the workspace and of the person. */
export const savedQuerySetting: QuerySetting = {
  read: (home) => {
    const found = workspace.getConfiguration(SECTION).inspect<unknown>(key);
    return home === 'workspace' ? found?.workspaceValue : found?.globalValue;
  },
  write: async (home, value) => {
    // An empty list is no setting: the file stays clean.
    await workspace
      .getConfiguration(SECTION)
      .update(key, value.length === 0 ? undefined : value, TARGETS[home]);
  },
  hasWorkspace: () => (workspace.workspaceFolders?.length ?? 0) > 0 || workspace.workspaceFile !== undefined,
  onDidChange: (listener) =>
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.${key}`)) listener();
    }),
};
