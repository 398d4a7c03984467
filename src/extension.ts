import { env, ExtensionMode, l10n, type ExtensionContext } from 'vscode';
import { bindLocalize } from './base/localize';
import { logTo, silentLog } from './base/log';
import { compose, type Parts } from './compose';
import { editorPrompts } from './editor/prompts';
import { replaceablePrompts, type ReplaceablePrompts } from './editor/replaceable-prompts';

/** What the extension's own tests get to see; nobody else gets anything. */
export interface Testing {
  readonly parts: Parts;
  readonly prompts: ReplaceablePrompts;
  /** Every line that went to the output channel. */
  readonly logLines: readonly string[];
  /** All that is remembered between sessions. */
  readonly state: () => Readonly<Record<string, unknown>>;
}

/** Registers views, documents and commands, and does nothing else: no request, no secret, no repository. */
export function activate(context: ExtensionContext): Testing | undefined {
  bindLocalize((message, ...args) => l10n.t(message, ...args), env.language);
  const prompts = replaceablePrompts(editorPrompts);
  const testing = context.extensionMode === ExtensionMode.Test;
  const logLines: string[] = [];
  const parts = compose(context, prompts, testing ? logTo((_level, line) => logLines.push(line)) : silentLog);
  context.subscriptions.push(parts);
  if (!testing) return undefined;
  const state = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      [context.globalState, context.workspaceState].flatMap((held) =>
        held.keys().map((key) => [key, held.get(key)]),
      ),
    );
  return { parts, prompts, logLines, state };
}
