import type { MergeRequestKey } from '../../app/shared/keys';
import type { MergeRequestPlace } from '../../domain/branch/find-input';
import { execute } from '../../editor/shared/execute';
import { COMMAND } from '../../presentation/shared/command-ids';

/** Opens what an address names inside a merge request: a comment, a commit, a version of its diff, a file. */
export async function openMergeRequestPlace(
  mergeRequest: MergeRequestKey,
  { note, commit, version, file }: MergeRequestPlace,
): Promise<void> {
  const target = { kind: 'merge-request', mergeRequest } as const;
  if (note !== undefined) {
    await execute(COMMAND.openThread, { target, note });
    return;
  }
  if (commit !== undefined) {
    await execute(COMMAND.showCommit, {
      target: { kind: 'commit', mergeRequest, sha: commit },
    });
    return;
  }
  if (version !== undefined) {
    // With a file, only that file is opened.
    await execute(COMMAND.compareVersions, { target, version, open: file === undefined });
  }
  if (file !== undefined) await execute(COMMAND.openFileDiff, { target, file: file.hash, line: file.line });
}
