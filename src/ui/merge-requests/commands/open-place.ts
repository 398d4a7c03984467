import type { MergeRequestKey } from '../../../app/shared/keys';
import type { MergeRequestPlace } from '../../../domain/navigation/find-input';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { execute } from '../../shared/editor/execute';

/** Opens the part of a merge request that a URL refers to: a comment, commit, version, or file. */
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
    // With a file, opens only that file.
    await execute(COMMAND.compareVersions, { target, version, open: file === undefined });
  }
  if (file !== undefined) await execute(COMMAND.openFileDiff, { target, file: file.hash, line: file.line });
}
