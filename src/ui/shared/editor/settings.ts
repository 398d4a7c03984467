import { type Uri, workspace } from 'vscode';
import type { Event } from '../../../base/emitter';
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
} from '../../../presentation/shared/settings';

/** Returns the effective value of a setting; the default if the value is invalid. */
export function setting(name: SettingName): number {
  const { key, default: usual, least, most } = SETTINGS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'number' && Number.isInteger(value)
    ? Math.min(Math.max(value, least), most)
    : usual;
}

/** Returns the milliseconds between two reads of visible rows and documents. */
export const pollInterval = (): number => setting('refreshInterval') * 1000;

/** Returns the limits for requests to a server. */
export const requestLimits = () => ({
  inFlight: setting('requestsMaxConcurrent'),
  perMinute: setting('requestsPerMinute'),
});

/** Returns the effective value of a Boolean setting; the default if the value is invalid. */
export function isOn(name: SwitchName): boolean {
  const { key, default: usual } = BOOLEAN_SETTINGS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'boolean' ? value : usual;
}

function textSetting(name: TextName): string {
  const { key, default: usual } = TEXTS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'string' ? value : usual;
}

/**
 * Returns the effective value of an enumeration, optionally for a workspace folder; the default if the value
 * is invalid.
 */
export function choice<N extends ChoiceName>(name: N, folder?: Uri): (typeof CHOICES)[N]['values'][number] {
  const { key, default: usual, values } = CHOICES[name];
  const value: unknown = workspace.getConfiguration(SECTION, folder ?? null).get(key);
  return values.find((each) => each === value) ?? usual;
}

/**
 * Combines the texts of the user, workspace, and folder settings, so that none of them can remove texts of
 * another.
 */
function textsOfAllScopes(name: ListName, folder: Uri | undefined): readonly string[] {
  const found = workspace.getConfiguration(SECTION, folder ?? null).inspect<unknown>(LIST_SETTINGS[name].key);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each !== '');
}

export const onDidChangeSettings: Event<void> = (listener) =>
  workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(SECTION)) listener();
  });

/**
 * Which actions require confirmation, according to the current settings of the user and of a workspace
 * folder.
 */
export const confirmations = (folder: Uri | undefined) => ({
  runPatterns: [
    textSetting('confirmRunJobPattern'),
    ...textsOfAllScopes('confirmAdditionalRunJobPatterns', folder),
  ],
  cancelPipeline: isOn('confirmCancelPipeline'),
  forceCancel: isOn('confirmForceCancel'),
  erase: isOn('confirmErase'),
});
