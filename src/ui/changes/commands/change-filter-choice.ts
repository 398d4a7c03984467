import type { ChangeFilters } from '../../../app/changes/change-filter';
import type { Changes } from '../../../app/changes/changes';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { FileChange } from '../../../domain/changes/file-diff';
import { filterChoices } from '../../../domain/changes/file-filter';
import { filesWord } from '../../../presentation/changes/change-labels';
import type { Prompts } from '../../shared/editor/prompts';

export interface ChangeFilterDeps {
  readonly changes: Pick<Changes, 'whole'>;
  readonly filters: ChangeFilters;
  readonly prompts: Pick<Prompts, 'input' | 'pickFromGroups'>;
}

/** A choice in the filter. */
type Ticked =
  | { readonly of: 'unviewed' | 'text' }
  | { readonly of: 'status'; readonly status: FileChange }
  | { readonly of: 'extension'; readonly extension: string };

/** Maximum number of extensions in the list; those with the most files are listed. */
const MAX_EXTENSIONS = 40;

/** Asks for the filters, and then for a part of the path if that filter is selected. */
export async function chooseChangeFilter(deps: ChangeFilterDeps, key: MergeRequestKey): Promise<void> {
  const { changes, filters, prompts } = deps;
  const { files } = await changes.whole(key);
  const filter = filters.of(key);
  const there = filterChoices(files);
  const chosen = await prompts.pickFromGroups<Ticked>({
    title: t('Filter Changes'),
    placeholder: t('Select filters (none to show all changes)'),
    groups: [
      {
        name: t('files'),
        items: [
          {
            label: t('Unviewed'),
            icon: 'eye-closed',
            picked: filter.unviewed,
            value: { of: 'unviewed' },
          },
          {
            label: t('Path Contains...'),
            ...(filter.text === '' ? {} : { description: filter.text }),
            icon: 'search',
            picked: filter.text !== '',
            value: { of: 'text' },
          },
        ],
      },
      {
        name: t('change type'),
        items: there.statuses.map(([status, count]) => ({
          label: CHANGES[status].label(),
          description: filesWord(count),
          icon: CHANGES[status].icon,
          picked: filter.statuses.includes(status),
          value: { of: 'status', status },
        })),
      },
      {
        name: t('file extension'),
        items: there.extensions.slice(0, MAX_EXTENSIONS).map(([extension, count]) => ({
          label: extension === '' ? t('No Extension') : extension,
          description: filesWord(count),
          icon: 'file',
          picked: filter.extensions.includes(extension),
          value: { of: 'extension', extension },
        })),
      },
    ],
  });
  if (chosen === undefined) return;
  const text = chosen.some(({ of }) => of === 'text') ? await askText(deps, filter.text) : '';
  if (text === undefined) return;
  filters.set(key, {
    text,
    statuses: chosen.flatMap((each) => (each.of === 'status' ? [each.status] : [])),
    extensions: chosen.flatMap((each) => (each.of === 'extension' ? [each.extension] : [])),
    unviewed: chosen.some(({ of }) => of === 'unviewed'),
  });
}

const CHANGES: Readonly<Record<FileChange, { readonly label: () => string; readonly icon: string }>> = {
  added: { label: () => t('Added'), icon: 'diff-added' },
  deleted: { label: () => t('Deleted'), icon: 'diff-removed' },
  modified: { label: () => t('Modified'), icon: 'diff-modified' },
  renamed: { label: () => t('Renamed'), icon: 'diff-renamed' },
  copied: { label: () => t('Copied'), icon: 'copy' },
};

async function askText({ prompts }: ChangeFilterDeps, value: string): Promise<string | undefined> {
  let text: string | undefined;
  await prompts.input({
    title: t('Filter Changes'),
    step: [2, 2],
    prompt: t('Enter parts of the path, separated by spaces. All of them must match.'),
    value,
    placeholder: 'src test',
    accept: (typed) => {
      text = typed.trim();
      return Promise.resolve(undefined);
    },
  });
  return text;
}
