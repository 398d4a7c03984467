import { createHash } from 'node:crypto';
import type { FileDiff } from '../../domain/changes/file-diff';
import { patchBody } from '../../domain/changes/patch-body';

/**
 * Identifies the change of a file independent of its location (see `patchBody`). Returns a SHA-256 in
 * hexadecimal. `version`: the head commit of the diff, required if the diff doesn't contain the change
 * (binary files, omitted hunks), because such diffs are the same in every version.
 */
export function patchKey(diff: FileDiff, version = ''): string {
  return createHash('sha256')
    .update(`${patchBody(diff)}\n${version}`)
    .digest('hex');
}
