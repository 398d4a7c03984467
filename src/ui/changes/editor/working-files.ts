import { Uri, workspace } from 'vscode';
import {
  isOnBranch,
  type MergeRequestClones,
  type WorkingFile,
} from '../../../app/changes/working-files/merge-request-clones';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { GitPort } from '../../../app/shared/git-port';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { resolvePathInside } from '../../shared/editor/inside-of';

export interface WorkingFilesDeps {
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
  readonly clones: Pick<MergeRequestClones, 'among'>;
  readonly git: Pick<GitPort, 'clones'>;
}

/** Finds the files of the workspace that merge requests change, in clones of their projects. */
export class WorkingFiles {
  readonly #deps: WorkingFilesDeps;

  constructor(deps: WorkingFilesDeps) {
    this.#deps = deps;
  }

  async find(key: MergeRequestKey, path: string): Promise<WorkingFile> {
    const clones = await this.#deps.clones.among(key, await this.#deps.git.clones());
    if (clones.length === 0) return { kind: 'no-clone' };
    const { source_branch: branch } = await this.#deps.mergeRequests.get(key);
    let kind: 'missing' | 'refused' = 'missing';
    for (const clone of clones) {
      const found = await resolvePathInside(Uri.parse(clone.repository, true), path);
      if (found === 'refused') kind = found;
      if (typeof found === 'string') continue;
      return { kind: 'file', address: found.toString(), hasBranch: isOnBranch(clone, branch ?? undefined) };
    }
    return { kind };
  }

  /** Returns the lines of a file; those in the editor if the file is open. */
  async lines(address: string): Promise<readonly string[] | undefined> {
    const open = workspace.textDocuments.find(({ uri }) => uri.toString() === address);
    try {
      const uri = Uri.parse(address, true);
      const text = open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri));
      return text.split(/\r\n|\r|\n/);
    } catch {
      return undefined; // The file was removed or isn't readable.
    }
  }
}
