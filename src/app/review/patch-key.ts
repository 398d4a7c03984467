import { createHash } from 'node:crypto';
import type { FileDiff } from '../../domain/review/file-diff';
import { patchBody } from '../../domain/review/patch-body';

/**
 * Names what the change of a file is, whatever lies around it (`patchBody`): 64 hex digits. `version` is the head that
 * the diff is of; hand it in where the diff does not tell what changed (a binary file, hunks that the server left
 * out), as such changes look the same in every version.
 */
export function patchKey(diff: FileDiff, version = ''): string {
  return createHash('sha256')
    .update(`${patchBody(diff)}\n${version}`)
    .digest('hex');
}
