import { t } from '../../base/localize';
import { encodeAny, wellFormed } from '../../base/well-formed';
import { FILE_CHANGES, type FileChange } from '../../domain/changes/file-diff';
import type { AddressParts } from '../shared/document-address';

/**
 * Letter, label, and color of each kind of change to a file. The colors are those of VS Code's Git support.
 */
export const CHANGE_MARKS: Readonly<
  Record<FileChange, { readonly letter: string; readonly word: () => string; readonly color: string }>
> = {
  added: { letter: 'A', word: () => t('added'), color: 'gitDecoration.addedResourceForeground' },
  deleted: { letter: 'D', word: () => t('deleted'), color: 'gitDecoration.deletedResourceForeground' },
  modified: { letter: 'M', word: () => t('modified'), color: 'gitDecoration.modifiedResourceForeground' },
  renamed: { letter: 'R', word: () => t('renamed'), color: 'gitDecoration.renamedResourceForeground' },
  copied: { letter: 'C', word: () => t('copied'), color: 'gitDecoration.renamedResourceForeground' },
};

/** Scheme of the rows of changed files; such URIs can't be opened. */
const CHANGE_SCHEME = 'switchyard-change';

interface ChangeOf {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

/**
 * `switchyard-change://HOST/PROJECT!12/src/app.ts?added`: the path determines the file icon, and the query
 * the badge.
 */
export function changeResource(
  { base, project, iid }: ChangeOf,
  path: string,
  change?: FileChange,
): AddressParts {
  return {
    scheme: CHANGE_SCHEME,
    authority: new URL(base).host,
    path: `/${encodeAny(String(project))}!${iid}/${wellFormed(path)}`,
    query: change ?? '',
  };
}

/** Returns the change for the badge of a URI. */
export function changeOfResource({
  scheme,
  query,
}: Pick<AddressParts, 'scheme' | 'query'>): FileChange | undefined {
  return scheme === CHANGE_SCHEME ? FILE_CHANGES.find((change) => change === query) : undefined;
}
