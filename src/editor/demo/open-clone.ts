import { type ExtensionContext, type Uri, workspace } from 'vscode';
import { isDemoClone } from './location';

/** The folder of the workspace, if it is the clone of a demo. */
export function openDemoClone({
  globalStorageUri,
}: Pick<ExtensionContext, 'globalStorageUri'>): Uri | undefined {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return isDemoClone(globalStorageUri, folder) ? folder : undefined;
}
