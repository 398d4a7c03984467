import { isApiError } from '../../../api/errors';
import type { Accounts } from '../../../app/accounts/accounts';
import { type AddedGroups, checkGroup } from '../../../app/projects/added-groups';
import { t } from '../../../base/localize';
import { groupPathOn } from '../../../domain/projects/group-path';
import { hostOf } from '../../../presentation/merge-requests/query-labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { showNoProjectMessage } from '../../shared/commands/no-project';
import type { Prompts } from '../../shared/editor/prompts';

export interface GroupCommandDeps {
  readonly accounts: Accounts;
  readonly groups: AddedGroups;
  readonly prompts: Prompts;
  /** Shows the view that contains the group. */
  readonly showView: () => PromiseLike<unknown>;
}

export function groupCommands(deps: GroupCommandDeps): readonly CommandRow[] {
  return [
    { id: COMMAND.addGroup, failure: () => t("Couldn't add the group."), run: () => add(deps) },
    {
      id: COMMAND.removeGroup,
      failure: () => t("Couldn't remove the group."),
      run: (argument, _failing, selected) => remove(deps, [argument, ...selected]),
    },
  ];
}

async function add({ accounts, groups, prompts, showView }: GroupCommandDeps): Promise<void> {
  const bases = accounts.list().map(({ base }) => base);
  if (bases.length === 0) {
    showNoProjectMessage(prompts, 'signed-out');
    return;
  }
  const base =
    bases.length === 1
      ? bases[0]
      : await prompts.pick({
          title: t('Add Group'),
          placeholder: t('Select the server of the group'),
          items: bases.map((each) => ({ label: hostOf(each), icon: 'server', value: each })),
        });
  if (base === undefined) return;
  let group = '';
  const added = await prompts.input({
    title: t('Add Group'),
    step: [1, 1],
    prompt: t(
      'Enter the path or URL of a group on {0}. Merge requests of its subgroups are also listed.',
      hostOf(base),
    ),
    placeholder: 'group/subgroup',
    accept: async (typed, signal) => {
      const path = groupPathOn(base, typed);
      if (path === undefined) return t('Enter a path, such as group/subgroup, or the URL of the group.');
      try {
        await checkGroup(accounts.client(base), path, { signal });
        group = path;
        return undefined;
      } catch (error) {
        return isApiError(error, 'not-found')
          ? t('Group "{0}" doesn\'t exist on {1}, or you don\'t have access to it.', path, hostOf(base))
          : explain(error).why;
      }
    },
  });
  if (added !== true) return;
  await groups.add({ base, group });
  await showView();
}

/** Removes the groups of the rows, or asks for one. */
async function remove(
  { groups, prompts }: GroupCommandDeps,
  rows: readonly CommandArgument[],
): Promise<void> {
  const chosen = rows.flatMap((row) => {
    const target = row?.target;
    return target?.kind === 'place' && target.place.kind === 'group' ? [target.place] : [];
  });
  for (const place of chosen) await groups.remove(place);
  if (chosen.length > 0) return;
  const known = groups.list();
  if (known.length === 0) {
    prompts.showMessage('info', t('This workspace has no manually added groups.'), []);
    return;
  }
  const group = await prompts.pick({
    title: t('Remove Group'),
    placeholder: t('Select a group to remove from the view'),
    items: known.map((each) => ({
      label: String(each.group),
      description: hostOf(each.base),
      icon: 'organization',
      value: each,
    })),
  });
  if (group !== undefined) await groups.remove(group);
}
