import { t } from '../../base/localize';
import type { ConflictingFile, ConflictReason } from '../../domain/git/conflicts';
import { emptyRow } from '../pipelines/rows';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';

/** The branches of a merge request. */
export interface BranchNames {
  readonly source: string;
  readonly target: string;
}

const REASONS: Readonly<Record<ConflictReason, (branches: BranchNames) => string>> = {
  'both-modified': () => t('Modified in both branches'),
  'both-added': () => t('Added in both branches'),
  'deleted-in-source': ({ source, target }) => t('Deleted in {0}, modified in {1}', source, target),
  'deleted-in-target': ({ source, target }) => t('Deleted in {0}, modified in {1}', target, source),
  renamed: () => t('Renamed or deleted differently'),
  mode: () => t('Executable in one branch only'),
  binary: () => t('Binary file modified in both branches'),
  submodule: () => t('Submodule modified in both branches'),
  'file-and-folder': () => t('File in one branch, different type in the other'),
};

export const conflictReason = (reason: ConflictReason, branches: BranchNames): string =>
  REASONS[reason](branches);

/** Why the files can't be listed. `fetches`: whether fetching the branches can help. */
export interface ConflictNote {
  readonly message: string;
  readonly fetches: boolean;
}

type NoteKind = 'none' | 'not-fetched' | 'no-clone' | 'shallow' | 'untrusted';

const NOTES: Readonly<Record<NoteKind, () => ConflictNote>> = {
  none: () => ({
    message: t("The fetched branches don't conflict. They may be outdated."),
    fetches: true,
  }),
  'not-fetched': () => ({
    message: t('Fetch the branches to list the conflicting files.'),
    fetches: true,
  }),
  'no-clone': () => ({
    message: t('Open a clone of the project to list the conflicting files.'),
    fetches: false,
  }),
  shallow: () => ({
    message: t(
      'Listing conflicting files requires the whole history. Run "git fetch --unshallow" in the clone, then refresh.',
    ),
    fetches: false,
  }),
  untrusted: () => ({
    message: t('Listing conflicting files requires a trusted workspace.'),
    fetches: false,
  }),
};

/** Returns the sentence that replaces the list. */
export const conflictNote = (kind: NoteKind): ConflictNote => NOTES[kind]();

export const conflictsNotListed = (why: string): string => t("Couldn't list the conflicting files. {0}", why);

export const conflictCount = (count: number): string =>
  t('{0, plural, one {# conflicting file} other {# conflicting files}}', count);

/** Row of a conflicting file. */
export function conflictRow({ path, reason }: ConflictingFile, branches: BranchNames): Row {
  const why = conflictReason(reason, branches);
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(at, 0));
  return {
    label: path.slice(at + 1),
    description: parts(folder, why),
    icon: { id: 'warning' },
    details: detailsOf([t('File'), path], [t('Conflict'), why]),
    accessibleLabel: accessibleLabel(path, why),
    contextTokens: ['conflict'],
    expandable: 'no',
  };
}

/** Row that states why there is no list, which fetches the branches on a click if that can help. */
export function conflictNoteRow({ message, fetches }: ConflictNote): Row {
  return fetches
    ? {
        ...emptyRow(message),
        icon: { id: 'repo-fetch' },
        onClick: { command: COMMAND.fetchConflicts, title: t('Fetch Branches') },
      }
    : emptyRow(message);
}
