import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { z } from 'zod';

const settingsSchema = z.record(z.string(), z.unknown());
type Settings = z.infer<typeof settingsSchema>;

/** The user settings at the start of the window. */
let initial: Settings | undefined;

/** Restores the user settings to those of the first call, and removes the settings of the workspace. */
export async function restoreSettings(): Promise<void> {
  const { ConfigurationTarget, workspace } = vscode;
  const file = process.env['SWITCHYARD_TEST_SETTINGS'] ?? '';
  const current = await settingsIn(vscode.Uri.file(file));
  initial ??= current;
  await update(
    vscode.workspace.getConfiguration(),
    changesFrom(current, initial),
    ConfigurationTarget.Global,
  );
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const own = await settingsIn(vscode.Uri.joinPath(uri, '.vscode/settings.json'));
    const target = ConfigurationTarget.WorkspaceFolder;
    await update(workspace.getConfiguration(undefined, uri), changesFrom(own, {}), target);
  }
  if (workspace.workspaceFile !== undefined) {
    const { settings } = z
      .object({ settings: z.optional(settingsSchema) })
      .parse(await jsonIn(workspace.workspaceFile));
    await update(
      workspace.getConfiguration(),
      changesFrom(settings ?? {}, {}),
      ConfigurationTarget.Workspace,
    );
  }
}

/** Returns the values that turn one set of settings into another. */
const changesFrom = (from: Settings, to: Settings): Settings =>
  Object.fromEntries(
    [...Object.keys(from), ...Object.keys(to)]
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => [key, to[key]]),
  );

async function update(
  configuration: vscode.WorkspaceConfiguration,
  changes: Settings,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  for (const [key, value] of Object.entries(changes)) await configuration.update(key, value, target);
}

const settingsIn = async (uri: vscode.Uri): Promise<Settings> => settingsSchema.parse(await jsonIn(uri));

/** Returns the content of a JSON file; an empty object if there is no file. */
async function jsonIn({ fsPath }: vscode.Uri): Promise<unknown> {
  const text = await readFile(fsPath, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}
