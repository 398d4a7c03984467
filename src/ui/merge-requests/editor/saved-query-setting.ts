import { commands, ConfigurationTarget, workspace } from 'vscode';
import type { QueryConfigurationTarget, QuerySetting } from '../../../app/merge-requests/saved-queries';
import { LIST_SETTINGS, SECTION } from '../../../presentation/shared/settings';

const { key } = LIST_SETTINGS.mergeRequestsQueries;

const TARGETS: Readonly<Record<QueryConfigurationTarget, ConfigurationTarget>> = {
  workspace: ConfigurationTarget.Workspace,
  user: ConfigurationTarget.Global,
};

/** The saved queries in the workspace and user settings. */
export const savedQuerySetting: QuerySetting = {
  read: (target) => {
    const found = workspace.getConfiguration(SECTION).inspect<unknown>(key);
    return target === 'workspace' ? found?.workspaceValue : found?.globalValue;
  },
  write: async (target, value) => {
    // Remove the setting instead of storing an empty list.
    await workspace
      .getConfiguration(SECTION)
      .update(key, value.length === 0 ? undefined : value, TARGETS[target]);
  },
  hasWorkspace: () => (workspace.workspaceFolders?.length ?? 0) > 0 || workspace.workspaceFile !== undefined,
  onDidChange: (listener) =>
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.${key}`)) listener();
    }),
};

const SETTINGS_FILES: Readonly<Record<QueryConfigurationTarget, string>> = {
  workspace: 'workbench.action.openWorkspaceSettingsFile',
  user: 'workbench.action.openSettingsJson',
};

/** Opens the settings file with the saved queries. */
export const openQuerySetting = (target: QueryConfigurationTarget): Thenable<unknown> =>
  commands.executeCommand(SETTINGS_FILES[target]);
