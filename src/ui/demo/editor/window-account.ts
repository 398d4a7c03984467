import { type ExtensionContext, type Uri, workspace } from 'vscode';
import type { DisposableStore } from '../../../base/disposable';
import { type EnvironmentAccount, takeEnvironmentAccount } from '../../shared/editor/own-environment';
import { isDemoClone } from './location';
import type { DemoWindow } from './window';

/** The account of this window that isn't stored. */
export interface WindowAccount {
  /** Undefined if there is none. In the window of a demo, the server isn't known before it is started. */
  readonly host: string | undefined;
  readonly isDemo: boolean;
  /** Starts the demo, if this is its window. */
  readonly load: () => Promise<{
    readonly environment: EnvironmentAccount;
    readonly demo: DemoWindow | undefined;
  }>;
}

/** Returns the account from the environment, or the account of the demo in its window. */
export function windowAccount(context: ExtensionContext, store: DisposableStore): WindowAccount {
  const environment = takeEnvironmentAccount(process.env);
  const clone = openDemoClone(context);
  return {
    host: clone?.path ?? environment.host,
    isDemo: clone !== undefined,
    load: async () => {
      if (clone === undefined) return { environment, demo: undefined };
      const { demoAccount, runDemo } = await import('./window');
      const demo = await runDemo(context, clone, store);
      return { environment: demoAccount(demo), demo };
    },
  };
}

/** Returns the workspace folder if it is the clone of a demo. */
function openDemoClone({ globalStorageUri }: ExtensionContext): Uri | undefined {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return isDemoClone(globalStorageUri, folder) ? folder : undefined;
}
