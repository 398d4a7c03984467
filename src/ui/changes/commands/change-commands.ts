import type { ChangeFilters } from '../../../app/changes/change-filter';
import type { Changes } from '../../../app/changes/changes';
import type { ChangesLayoutStore } from '../../../app/changes/changes-layout';
import type { ShownChanges } from '../../../app/changes/shown-changes';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { activeReview, sideOfArgument } from '../editor/active-review';
import { chooseChangeFilter } from './change-filter-choice';
import { mergeRequestIn } from './target';

export interface ChangeCommandDeps {
  readonly changes: Pick<Changes, 'whole' | 'peek' | 'retry' | 'readLeftOut'>;
  readonly shown: Pick<ShownChanges, 'filesOf'>;
  readonly viewed: Pick<ViewedFiles, 'set' | 'isViewed'>;
  readonly filters: ChangeFilters;
  readonly layout: ChangesLayoutStore;
  readonly prompts: Prompts;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
  /** Opens all changes as one text. */
  readonly openAsText: (key: MergeRequestKey) => Promise<void>;
}

/** Commands for rows below "Changes" and for diffs that are opened from them. */
export function changeCommands(deps: ChangeCommandDeps): readonly CommandRow[] {
  const { filters, layout } = deps;
  return [
    markCommand(deps, true),
    markCommand(deps, false),
    {
      id: COMMAND.filterChanges,
      failure: () => t("Couldn't filter the changes."),
      run: async (argument) => {
        const key = await mergeRequestIn(deps, argument, t('Filter Changes'));
        if (key !== undefined) await chooseChangeFilter(deps, key);
      },
    },
    {
      id: COMMAND.clearChangeFilter,
      failure: () => t("Couldn't clear the filter."),
      run: async (argument) => {
        const key = await mergeRequestIn(deps, argument, t('Clear Changes Filter'));
        if (key !== undefined) filters.clear(key);
      },
    },
    {
      id: COMMAND.viewChangesAsList,
      failure: () => t("Couldn't change the layout."),
      run: () => layout.set('list'),
    },
    {
      id: COMMAND.viewChangesAsTree,
      failure: () => t("Couldn't change the layout."),
      run: () => layout.set('tree'),
    },
    {
      id: COMMAND.loadRestOfChanges,
      failure: () => t("Couldn't load the remaining changes."),
      run: async (argument) => {
        const key = await mergeRequestIn(deps, argument, t('Load Remaining Changes'));
        if (key !== undefined) await loadRest(deps, key);
      },
    },
  ];
}

/** Marks the files of the rows, or the file whose diff is open. */
function markCommand(deps: ChangeCommandDeps, viewed: boolean): CommandRow {
  return {
    id: viewed ? COMMAND.markViewed : COMMAND.markNotViewed,
    failure: () => (viewed ? t("Couldn't mark files as viewed.") : t("Couldn't mark files as unviewed.")),
    run: async (argument, _failing, selected) => {
      const rows = (selected.length > 0 ? selected : [argument]).flatMap((each) => {
        const target = each?.target;
        return target?.kind === 'change' || target?.kind === 'change-folder' ? [target] : [];
      });
      for (const target of rows)
        await deps.viewed.set(target.mergeRequest, await deps.shown.filesOf(target), viewed);
      if (rows.length === 0) await markOpen(deps, argument, viewed);
    },
  };
}

async function markOpen(deps: ChangeCommandDeps, argument: CommandArgument, viewed: boolean): Promise<void> {
  const address = sideOfArgument(argument) ?? activeReview()?.address;
  if (address === undefined) {
    deps.prompts.showMessage('info', t('Select files under Changes, or open a file diff first.'), []);
    return;
  }
  const { base, project, iid, path } = address;
  const key = { base, project, iid };
  const { files } = await deps.changes.whole(key);
  const file = fileOfSide(files, path);
  if (file === undefined) {
    deps.prompts.showMessage('info', t("{0} isn't part of the changes currently shown.", path), []);
    return;
  }
  await deps.viewed.set(key, [file], viewed);
  deps.prompts.showStatus(viewed ? t('{0} marked as viewed.', path) : t('{0} marked as unviewed.', path));
}

/** Loads pages that failed to load; otherwise the changes that the server omits. */
async function loadRest(deps: ChangeCommandDeps, key: MergeRequestKey): Promise<void> {
  const { changes, prompts } = deps;
  await deps.prompts.progress.inView(
    t('Loading changes…'),
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
  prompts.showMessage('info', t('The server still omits some of these changes.'), [
    { title: t('Open Diff as Text'), run: () => deps.openAsText(key) },
  ]);
}
