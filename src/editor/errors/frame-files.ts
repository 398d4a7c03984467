import { Uri, workspace } from 'vscode';
import type { FrameFiles } from '../../app/shared/file-finder';
import { workspaceFiles } from '../shared/workspace-files';

/** Files of the workspace that frames of stack traces talk of. What is open counts as it stands in the editor. */
export const frameFiles: FrameFiles = {
  ...workspaceFiles,

  async text(address, mostBytes, signal) {
    const uri = Uri.parse(address, true);
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) return open.getText();
    try {
      const { size } = await workspace.fs.stat(uri);
      if (size > mostBytes || signal.aborted) return undefined;
      return new TextDecoder().decode(await workspace.fs.readFile(uri));
    } catch {
      return undefined; // There is none, or it may not be read.
    }
  },
};
