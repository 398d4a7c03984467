import type { ChangeFilters } from '../app/change-filter';
import type { Changes } from '../app/changes';
import type { ChangesLayoutStore } from '../app/changes-layout';
import type { MergeRequestKey } from '../app/keys';
import type { ShownChanges } from '../app/shown-changes';
import { fileOfSide } from '../app/side-file';
import { targetOf } from '../app/targets';
import type { ViewedFiles } from '../app/viewed-files';
import { t } from '../base/localize';
import { activeReview, sideOfArgument } from '../editor/active-review';
import type { Choices } from '../editor/choices';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { VIEW } from '../presentation/view-ids';
import { chooseChangeFilter } from './change-filter-choice';
import type { CommandRow } from './command-row';
import { mergeRequestIn } from './review-target';
import { withPatience } from './patience';

export interface ChangeCommandPorts {
  readonly changes: Pick<Changes, 'whole' | 'peek' | 'retry' | 'readLeftOut'>;
  readonly shown: Pick<ShownChanges, 'filesOf'>;
  readonly viewed: Pick<ViewedFiles, 'set' | 'isViewed'>;
  readonly filters: ChangeFilters;
  readonly layout: ChangesLayoutStore;
  readonly prompts: Prompts;
  readonly choices: Choices;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
  /** Opens all that is changed as one text. */
  readonly openAsText: (key: MergeRequestKey) => Promise<void>;
}

/** Commands of the rows below "Changes", and of the diffs that are opened from there. */
export function changeCommands(ports: ChangeCommandPorts): readonly CommandRow[] {
  const { filters, layout } = ports;
  return [
    markCommand(ports, true),
    markCommand(ports, false),
    {
      id: COMMAND.filterChanges,
      failure: () => t('The changes were not filtered.'),
      run: async (argument) => {
        const key = await mergeRequestIn(ports, argument, t('Filter Changes'));
        if (key !== undefined) await chooseChangeFilter(ports, key);
      },
    },
    {
      id: COMMAND.clearChangeFilter,
      failure: () => t('The filter was not cleared.'),
      run: async (argument) => {
        const key = await mergeRequestIn(ports, argument, t('Clear Filter of Changes'));
        if (key !== undefined) filters.clear(key);
      },
    },
    {
      id: COMMAND.viewChangesAsList,
      failure: () => t('The changes are shown as before.'),
      run: () => layout.set('list'),
    },
    {
      id: COMMAND.viewChangesAsTree,
      failure: () => t('The changes are shown as before.'),
      run: () => layout.set('tree'),
    },
    {
      id: COMMAND.loadRestOfChanges,
      failure: () => t('The rest of the changes was not loaded.'),
      run: async (argument) => {
        const key = await mergeRequestIn(ports, argument, t('Load Rest of Changes'));
        if (key !== undefined) await loadRest(ports, key);
      },
    },
  ];
}

/** Marks what rows stand for, or the file whose diff is open. */
function markCommand(ports: ChangeCommandPorts, viewed: boolean): CommandRow {
  return {
    id: viewed ? COMMAND.markViewed : COMMAND.markNotViewed,
    failure: () => (viewed ? t('It was not marked as viewed.') : t('It was not marked as not viewed.')),
    run: async (argument, _failing, selected) => {
      const rows = (selected.length > 0 ? selected : [argument]).flatMap((each) => {
        const target = targetOf(each);
        return target?.kind === 'change' || target?.kind === 'change-folder' ? [target] : [];
      });
      for (const target of rows)
        await ports.viewed.set(target.mergeRequest, await ports.shown.filesOf(target), viewed);
      if (rows.length === 0) await markOpen(ports, argument, viewed);
    },
  };
}

async function markOpen(ports: ChangeCommandPorts, argument: unknown, viewed: boolean): Promise<void> {
  const address = sideOfArgument(argument) ?? activeReview()?.address;
  if (address === undefined) {
    ports.prompts.tell('info', t('Choose files below “Changes”, or open the diff of one first.'), []);
    return;
  }
  const { base, project, iid, path } = address;
  const key = { base, project, iid };
  const { files } = await ports.changes.whole(key);
  const file = fileOfSide(files, path);
  if (file === undefined) {
    ports.prompts.tell('info', t('{0} is not among the changes that are shown now.', path), []);
    return;
  }
  await ports.viewed.set(key, [file], viewed);
  ports.prompts.mention(viewed ? t('{0} is marked as viewed', path) : t('{0} is marked as not viewed', path));
}

/** Pages that did not arrive, else what the server leaves out. */
async function loadRest(ports: ChangeCommandPorts, key: MergeRequestKey): Promise<void> {
  const { changes, prompts } = ports;
  await withPatience(
    t('Reading changes…'),
    async (signal) => {
      const failed = changes.peek(key)?.failure !== undefined;
      if (failed) changes.retry(key);
      else await changes.readLeftOut(key, { signal });
      await changes.whole(key, undefined, { signal });
    },
    VIEW.mergeRequests,
  );
  const now = changes.peek(key);
  const isCut = now?.overflow === true || now?.files.some(({ withheld }) => withheld !== undefined) === true;
  if (!isCut) return;
  prompts.tell('info', t('The server still leaves out a part of these changes.'), [
    { title: t('Open Diff as Text'), run: () => ports.openAsText(key) },
  ]);
}
