import { type Uri, workspace } from 'vscode';
import type { Event } from '../../base/emitter';
import {
  BOOLEAN_SETTINGS,
  type ChoiceName,
  CHOICES,
  LIST_SETTINGS,
  type ListName,
  SECTION,
  type SettingName,
  SETTINGS,
  type SwitchName,
  type TextName,
  TEXTS,
} from '../../presentation/shared/settings';

/** The value that is in force; one that makes no sense counts as not set. */
export function setting(name: SettingName): number {
  const { key, default: usual, least, most } = SETTINGS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'number' && Number.isInteger(value)
    ? Math.min(Math.max(value, least), most)
    : usual;
}

/** Whether it is on; a value that makes no sense counts as not set. */
export function isOn(name: SwitchName): boolean {
  const { key, default: usual } = BOOLEAN_SETTINGS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'boolean' ? value : usual;
}

export function textSetting(name: TextName): string {
  const { key, default: usual } = TEXTS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'string' ? value : usual;
}

/** The one that is chosen, in a folder of the workspace if one is given; a value that makes no sense counts as not set. */
export function choice<N extends ChoiceName>(name: N, folder?: Uri): (typeof CHOICES)[N]['values'][number] {
  const { key, default: usual, values } = CHOICES[name];
  const value: unknown = workspace.getConfiguration(SECTION, folder ?? null).get(key);
  return values.find((each) => each === value) ?? usual;
}

/** The texts in a list of the user, the workspace, and the folder together: none of these can take from another one. */
export function everyText(name: ListName, folder: Uri | undefined): readonly string[] {
  const found = workspace.getConfiguration(SECTION, folder ?? null).inspect<unknown>(LIST_SETTINGS[name].key);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each !== '');
}

export const onDidChangeSettings: Event<void> = (listener) =>
  workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(SECTION)) listener();
  });
