import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../../../../src/api/client';
import { createMergeRequest } from '../../../../../src/api/endpoints/merge-requests';
import type { withResolving } from '../../../../app/git/helpers/resolving';

/** The branches of the merge request. */
export const SOURCE = 'kinds/source';
export const TARGET = 'kinds/target';

/** `base`: the common ancestor. */
export type Branch = 'base' | 'source' | 'target';

/** Changes files of a branch. */
export interface Changes {
  write(file: string, content: string | Uint8Array, mode?: number): Promise<void>;
  remove(file: string): Promise<unknown>;
  move(from: string, to: string): Promise<unknown>;
  submodule(file: string, commit: string): Promise<unknown>;
}

export type ChangeBranch = (to: Changes, branch: Branch) => Promise<unknown>;

/** Returns a function that pushes two branches that conflict, and creates a merge request of them. */
export function branchesIn({
  run,
  inFolder,
  remoteUrl,
  clone,
}: Pick<ReturnType<typeof withResolving>, 'run' | 'inFolder' | 'remoteUrl' | 'clone'>) {
  const inOther = (...args: string[]): Promise<string> => run('-C', 'other', ...args);
  const changes: Changes = {
    write: async (file, content, mode = 0o644) => {
      const at = path.join(inFolder('other'), file);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, content);
      await chmod(at, mode);
      await inOther('add', '--', file);
    },
    remove: (file) => inOther('rm', '-q', '--', file),
    move: (from, to) => inOther('mv', from, to),
    submodule: (file, commit) => inOther('update-index', '--add', '--cacheinfo', `160000,${commit},${file}`),
  };
  return async (client: Client, change: ChangeBranch): Promise<{ readonly iid: number }> => {
    await clone(remoteUrl(), 'other');
    const commit = async (branch: Branch) => {
      await change(changes, branch);
      await inOther('commit', '-q', '--allow-empty', '-m', branch);
    };
    await inOther('checkout', '-q', '-b', TARGET);
    await commit('base');
    await inOther('checkout', '-q', '-b', SOURCE);
    await commit('source');
    await inOther('checkout', '-q', '--force', TARGET);
    await commit('target');
    await inOther('push', '-q', 'origin', SOURCE, TARGET);
    const branches = { source_branch: SOURCE, target_branch: TARGET };
    return client.call(createMergeRequest, { id: 1, ...branches, title: 'Kinds of conflicts' });
  };
}
