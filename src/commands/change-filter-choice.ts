import type { ChangeFilters } from '../app/change-filter';
import type { Changes } from '../app/changes';
import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import type { FileChange } from '../domain/diff/file-diff';
import { filterChoices } from '../domain/diff/file-filter';
import type { Choices } from '../editor/choices';
import type { Prompts } from '../editor/prompts';
import { CHANGE_MARKS } from '../presentation/change-marks';
import { extensionWord, filesWord } from '../presentation/change-words';

export interface ChangeFilterPorts {
  readonly changes: Pick<Changes, 'whole'>;
  readonly filters: ChangeFilters;
  readonly prompts: Pick<Prompts, 'input'>;
  readonly choices: Choices;
}

/** What one line of the filter stands for. */
type Ticked =
  | { readonly of: 'unviewed' | 'text' }
  | { readonly of: 'status'; readonly status: FileChange }
  | { readonly of: 'extension'; readonly extension: string };

/** Extensions that a person can choose among: those of the most files. */
const MOST_EXTENSIONS = 40;

/** Asks what to show; for a part of the path, if that is wanted, in a second question. */
export async function chooseChangeFilter(ports: ChangeFilterPorts, key: MergeRequestKey): Promise<void> {
  const { changes, filters, choices } = ports;
  const { files } = await changes.whole(key);
  const filter = filters.of(key);
  const there = filterChoices(files);
  const chosen = await choices.many<Ticked>({
    title: t('Filter Changes'),
    placeholder: t('What to show; with nothing ticked, all of it is'),
    groups: [
      {
        name: t('files'),
        choices: [
          {
            label: t('Not Viewed'),
            icon: 'eye-closed',
            ticked: filter.unviewed,
            value: { of: 'unviewed' },
          },
          {
            label: t('Part of the Path…'),
            ...(filter.text === '' ? {} : { description: filter.text }),
            icon: 'search',
            ticked: filter.text !== '',
            value: { of: 'text' },
          },
        ],
      },
      {
        name: t('what happened to them'),
        choices: there.statuses.map(([status, count]) => ({
          label: CHANGE_MARKS[status].word(),
          description: filesWord(count),
          icon: ICONS[status],
          ticked: filter.statuses.includes(status),
          value: { of: 'status', status },
        })),
      },
      {
        name: t('extension'),
        choices: there.extensions.slice(0, MOST_EXTENSIONS).map(([extension, count]) => ({
          label: extensionWord(extension),
          description: filesWord(count),
          icon: 'file',
          ticked: filter.extensions.includes(extension),
          value: { of: 'extension', extension },
        })),
      },
    ],
  });
  if (chosen === undefined) return;
  const text = chosen.some(({ of }) => of === 'text') ? await askText(ports, filter.text) : '';
  if (text === undefined) return;
  filters.set(key, {
    text,
    statuses: chosen.flatMap((each) => (each.of === 'status' ? [each.status] : [])),
    extensions: chosen.flatMap((each) => (each.of === 'extension' ? [each.extension] : [])),
    unviewed: chosen.some(({ of }) => of === 'unviewed'),
  });
}

const ICONS: Readonly<Record<FileChange, string>> = {
  added: 'diff-added',
  deleted: 'diff-removed',
  modified: 'diff-modified',
  renamed: 'diff-renamed',
  copied: 'copy',
};

async function askText({ prompts }: ChangeFilterPorts, value: string): Promise<string | undefined> {
  let text: string | undefined;
  await prompts.input({
    title: t('Filter Changes'),
    step: [2, 2],
    prompt: t('Parts of the path, each of which has to be in it'),
    value,
    placeholder: 'src test',
    accept: (typed) => {
      text = typed.trim();
      return Promise.resolve(undefined);
    },
  });
  return text;
}
