import { Uri, workspace } from 'vscode';
import type { FrameFiles } from '../../../app/shared/file-finder';
import { workspaceFiles } from './workspace-files';

/** Files of the workspace that stack traces refer to. For open files, uses the text in the editor. */
export const frameFiles: FrameFiles = {
  ...workspaceFiles,

  async text(address, mostBytes, signal) {
    const uri = Uri.parse(address, true);
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) return ifSmall(open.getText(), mostBytes);
    try {
      const { size } = await workspace.fs.stat(uri);
      if (size > mostBytes || signal.aborted) return undefined;
      return new TextDecoder().decode(await workspace.fs.readFile(uri));
    } catch {
      return undefined; // The file doesn't exist or isn't readable.
    }
  },
};

const ifSmall = (text: string, mostBytes: number): string | undefined =>
  Buffer.byteLength(text) > mostBytes ? undefined : text;
