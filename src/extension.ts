import { env, type ExtensionContext, ExtensionMode, l10n, workspace } from 'vscode';
import type { Lazy } from './base/lazy';
import { bindLocalize } from './base/localize';
import type { OnDemand } from './features/on-demand';
import { Startup } from './features/startup';

/** API for the extension's tests; undefined otherwise. */
export interface Testing {
  /** The parts of the extension that aren't loaded at activation. */
  readonly onDemand: Lazy<OnDemand>;
  /** All lines that were written to the output channel since the last start. */
  readonly logLines: readonly string[];
  /** Returns all state that is stored between sessions. */
  readonly state: () => Readonly<Record<string, unknown>>;
  /** Disposes everything that the extension has registered, and deletes its stored state except secrets. */
  readonly stop: () => Promise<void>;
  /** Registers everything again, as after an installation. */
  readonly start: () => void;
}

/**
 * Registers views, documents, and commands. Sends no request, reads no secret, and searches for no
 * repository.
 */
export function activate(context: ExtensionContext): Testing | undefined {
  bindLocalize((message) => l10n.t(message), env.language);
  if (context.extensionMode === ExtensionMode.Test) return activateForTests(context);
  context.subscriptions.push(new Startup(context));
  return undefined;
}

function activateForTests(context: ExtensionContext): Testing {
  const logLines: string[] = [];
  const newStartup = (): Startup => new Startup(context, (line) => logLines.push(line));
  const stored = [context.globalState, context.workspaceState];
  let startup = newStartup();
  context.subscriptions.push({
    dispose: () => {
      startup.dispose();
    },
  });
  return {
    get onDemand() {
      return startup.onDemand;
    },
    logLines,
    state: () =>
      Object.fromEntries(stored.flatMap((state) => state.keys().map((key) => [key, state.get(key)]))),
    async stop() {
      startup.dispose();
      // Together, because VS Code stores the changes of one turn at once.
      await Promise.all(stored.flatMap((state) => state.keys().map((key) => state.update(key, undefined))));
      await workspace.fs
        .delete(context.globalStorageUri, { recursive: true })
        .then(undefined, () => undefined);
    },
    start() {
      logLines.length = 0;
      startup = newStartup();
    },
  };
}
