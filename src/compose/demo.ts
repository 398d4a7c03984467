import type { ExtensionContext, Uri } from 'vscode';
import type { DisposableStore } from '../base/disposable';
import { demoAccount, runDemo } from '../editor/demo/window';
import type { Registered } from './registered';

/** Starts the demo whose clone is open. Its account is that of the environment of this window. */
export async function composeDemo(
  context: Pick<ExtensionContext, 'extension' | 'extensionPath'>,
  clone: Uri,
  store: DisposableStore,
): Promise<Pick<Registered, 'demo' | 'environment'>> {
  const demo = await runDemo(context, clone, store);
  return { demo, environment: demoAccount(demo) };
}
