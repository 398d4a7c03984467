import type { Uri } from 'vscode';
import type { DisposableStore } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { DemoWindow } from '../ui/demo/editor/window';
import type { EnvironmentAccount } from '../ui/shared/editor/own-environment';
import type { Views } from './views';

/** Objects that belong to the window. */
export interface WindowModule {
  /** Disposed when the extension is deactivated. */
  readonly store: DisposableStore;
  /** Undefined unless this is the window of a demo. */
  readonly demo: DemoWindow | undefined;
  readonly extensionUri: Uri;
}

/** Objects that are registered or created at activation. */
export interface Registered extends Omit<WindowModule, 'extensionUri'> {
  readonly views: Views;
  readonly environment: EnvironmentAccount;
  /** Fires with the name of a secret that changed in this or another window. */
  readonly onDidChangeSecret: Event<string>;
  /** Reloads the text of a diff. */
  readonly rereadDiff: (uri: Uri) => void;
  /** Receives each log line; for tests. */
  readonly onLogLine: ((line: string) => void) | undefined;
}
