import { commands } from 'vscode';

/**
 * Resolves when the editor has processed the calls that were made before, and the events that they caused
 * have been received. Calls and events are delivered in order, so that one call that returns is enough.
 */
export async function roundTrip(): Promise<void> {
  await commands.executeCommand('setContext', 'switchyard.roundTrip', true);
}
