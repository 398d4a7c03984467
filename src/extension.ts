import { env, type ExtensionContext, ExtensionMode, l10n } from 'vscode';
import type { Lazy } from './base/lazy';
import { bindLocalize } from './base/localize';
import type { Parts } from './compose/parts';
import { Startup } from './compose/startup';

/** API for the extension's tests; undefined otherwise. */
export interface Testing {
  /** The parts of the extension that aren't loaded at activation. */
  readonly core: Lazy<Parts>;
  /** All lines that were written to the output channel. */
  readonly logLines: readonly string[];
  /** Returns all state that is stored between sessions. */
  readonly state: () => Readonly<Record<string, unknown>>;
}

/**
 * Registers views, documents, and commands. Sends no request, reads no secret, and searches for no
 * repository.
 */
export function activate(context: ExtensionContext): Testing | undefined {
  bindLocalize((message) => l10n.t(message), env.language);
  const testing = context.extensionMode === ExtensionMode.Test;
  const logLines: string[] = [];
  const startup = new Startup(context, testing ? (line) => logLines.push(line) : undefined);
  context.subscriptions.push(startup);
  if (!testing) return undefined;
  const state = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      [context.globalState, context.workspaceState].flatMap((held) =>
        held.keys().map((key) => [key, held.get(key)]),
      ),
    );
  return { core: startup.core, logLines, state };
}
