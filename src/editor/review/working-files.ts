import { Uri, workspace } from 'vscode';
import type { Clones } from '../../app/git/clones';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { WorkingFile } from '../../app/review/suggestions';
import type { GitClone, GitPort } from '../../app/shared/git-port';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import { insideOf } from '../shared/inside-of';

export interface WorkingFilesDeps {
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
  readonly clones: Pick<Clones, 'of'>;
  readonly git: Pick<GitPort, 'clones'>;
}

/** Finds the files of the workspace that merge requests change, in clones of their projects. */
export class WorkingFiles {
  readonly #deps: WorkingFilesDeps;
  /** Which clones are those of a merge request's projects; which remotes they have decides it. */
  readonly #known = new Map<string, { readonly of: string; readonly names: Promise<readonly string[]> }>();

  constructor(deps: WorkingFilesDeps) {
    this.#deps = deps;
  }

  async find(key: MergeRequestKey, path: string): Promise<WorkingFile> {
    const all = await this.#deps.git.clones();
    const names = await this.#cloneNames(key, all);
    const clones = all.filter(({ repository }) => names.includes(repository));
    if (clones.length === 0) return { kind: 'no-clone' };
    const { source_branch: branch } = await this.#deps.mergeRequests.get(key);
    let kind: 'missing' | 'refused' = 'missing';
    for (const clone of clones) {
      const found = await insideOf(Uri.parse(clone.repository, true), path);
      if (found === 'refused') kind = found;
      if (typeof found === 'string') continue;
      return { kind: 'file', address: found.toString(), hasBranch: isOn(clone, branch ?? undefined) };
    }
    return { kind };
  }

  /** Lines of a file as the editor has them where it is open. */
  async lines(address: string): Promise<readonly string[] | undefined> {
    const open = workspace.textDocuments.find(({ uri }) => uri.toString() === address);
    try {
      const uri = Uri.parse(address, true);
      const text = open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri));
      return text.split(/\r\n|\r|\n/);
    } catch {
      return undefined; // It is gone by now, or may not be read.
    }
  }

  #cloneNames(key: MergeRequestKey, all: readonly GitClone[]): Promise<readonly string[]> {
    const id = mergeRequestId(key);
    const of = JSON.stringify(all.map(({ repository, remotes }) => [repository, remotes]));
    const known = this.#known.get(id);
    if (known?.of === of) return known.names;
    const names = this.#lookUp(key);
    this.#known.set(id, { of, names });
    names.catch(() => this.#known.delete(id));
    return names;
  }

  async #lookUp(key: MergeRequestKey): Promise<readonly string[]> {
    const { source_project_id: source } = await this.#deps.mergeRequests.get(key);
    const projects = new Set([source ?? key.project, key.project]);
    const clones = await Promise.all(
      [...projects].map((project) => this.#deps.clones.of({ base: key.base, project })),
    );
    return clones.flat().map(({ repository }) => repository);
  }
}

const isOn = ({ head, branch }: GitClone, wanted: string | undefined): boolean =>
  wanted !== undefined && (head?.name === wanted || branch === wanted);
