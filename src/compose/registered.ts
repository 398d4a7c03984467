import type { Uri } from 'vscode';
import type { DisposableStore } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { DemoWindow } from '../editor/demo/window';
import type { EnvironmentAccount } from '../editor/shared/own-environment';
import type { Views } from './views';

/** What was registered and taken at activation. */
export interface Registered {
  /** Ends with the extension. */
  readonly store: DisposableStore;
  readonly views: Views;
  readonly environment: EnvironmentAccount;
  /** If this is the window of a demo. */
  readonly demo: DemoWindow | undefined;
  /** Fires with the name of a secret that was changed here or in another window. */
  readonly onDidChangeSecret: Event<string>;
  /** Reads the text of a diff again. */
  readonly rereadDiff: (uri: Uri) => void;
  /** Gets every line that is logged, for tests. */
  readonly onLogLine: ((line: string) => void) | undefined;
}
