import { workspace } from 'vscode';
import type { Event } from '../base/emitter';
import { SECTION, SETTINGS, type SettingName } from '../presentation/setting-ids';

/** The value that is in force; one that makes no sense counts as not set. */
export function setting(name: SettingName): number {
  const { key, default: usual, least, most } = SETTINGS[name];
  const value: unknown = workspace.getConfiguration(SECTION).get(key);
  return typeof value === 'number' && Number.isInteger(value)
    ? Math.min(Math.max(value, least), most)
    : usual;
}

export const onDidChangeSettings: Event<void> = (listener) =>
  workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(SECTION)) listener();
  });
