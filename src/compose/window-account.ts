import type { ExtensionContext } from 'vscode';
import type { DisposableStore } from '../base/disposable';
import { openDemoClone } from '../editor/demo/open-clone';
import { takeEnvironmentAccount } from '../editor/shared/own-environment';
import type { Registered } from './registered';

/** The account of this window that isn't stored. */
export interface WindowAccount {
  /** Undefined if there is none. In the window of a demo, the server isn't known before it is started. */
  readonly host: string | undefined;
  readonly isDemo: boolean;
  readonly load: () => Promise<Pick<Registered, 'demo' | 'environment'>>;
}

/** Takes the account of the environment. In the window of a demo, that of the demo replaces it. */
export function windowAccount(context: ExtensionContext, store: DisposableStore): WindowAccount {
  const environment = takeEnvironmentAccount(process.env);
  const clone = openDemoClone(context);
  return {
    host: clone?.path ?? environment.host,
    isDemo: clone !== undefined,
    load: async () =>
      clone === undefined
        ? { environment, demo: undefined }
        : (await import('./demo')).composeDemo(context, clone, store),
  };
}
