import type { ConflictList } from '../../../app/git/conflict-files';
import type { MergeRequestKey } from '../../../app/shared/keys';
import {
  conflictNote,
  conflictNoteRow,
  conflictRow,
  conflictsNotListed,
} from '../../../presentation/merge-requests/conflict-file-messages';
import { sectionRow } from '../../../presentation/merge-requests/part-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { explain } from '../../../presentation/shared/error-messages';
import type { Row } from '../../../presentation/shared/row';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Entry } from '../../tree-node';
import type { MergeRequestDeps } from './deps';

type Deps = Pick<MergeRequestDeps, 'mergeRequests' | 'conflictFiles'>;

/** Returns the row of the section, with the number of files if it is known. */
export function conflictSection(key: MergeRequestKey, { mergeRequests, conflictFiles }: Deps): Row {
  const known = mergeRequests.peek(key);
  const list = known && conflictFiles.peek(key, known);
  return sectionRow('conflicts', list?.kind === 'files' ? String(list.files.length) : undefined);
}

/** Returns the conflicting files, or a row that states why they can't be listed. */
export async function conflictEntries(
  key: MergeRequestKey,
  { mergeRequests, conflictFiles }: Deps,
): Promise<readonly Entry[]> {
  const mergeRequest = await mergeRequests.get(key);
  const list = await conflictFiles.get(key, mergeRequest);
  return rowsOf(list, mergeRequest).map(([name, row]) => ({
    key: name,
    data: { kind: 'conflict', mergeRequest: key, row },
  }));
}

function rowsOf(
  list: ConflictList,
  { source_branch: source, target_branch: target }: MergeRequest,
): readonly (readonly [key: string, row: Row])[] {
  if (list.kind === 'failed') return [['failed', emptyRow(conflictsNotListed(explain(list.error).why))]];
  if (list.kind !== 'files') return [[list.kind, conflictNoteRow(conflictNote(list.kind))]];
  const branches = { source: source ?? '', target: target ?? '' };
  return list.files.map((file) => [`file ${file.path}`, conflictRow(file, branches)]);
}
