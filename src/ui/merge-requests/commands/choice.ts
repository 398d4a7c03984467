import type { MergeRequestActions } from '../../../app/merge-requests/actions';
import { refuseArchived } from '../../../app/merge-requests/archived-projects';
import type { ChoiceState, MergeRequestChoice, RecentMergeRequest } from '../../../app/merge-requests/choice';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { isForbiddenByRole, isOwn, type MergeRequestAction } from '../../../domain/merge-requests/rules';
import { NO_PROJECTS_ROWS } from '../../../presentation/jobs/labels';
import {
  MERGE_REQUEST_VERBS,
  unnamedMergeRequest,
} from '../../../presentation/merge-requests/action-messages';
import type { RowCommandId } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { requireRole, type RoleDeps } from '../../shared/commands/role-check';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

export interface ChoosingDeps extends RoleDeps {
  /** The name of the user on a server, if known. */
  readonly who: (base: string) => string | undefined;
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly choice: MergeRequestChoice;
  readonly prompts: Prompts;
  /** The merge request of the active page or diff, else that of the current branch. */
  readonly active: () => MergeRequestKey | undefined;
  /** The head of the version of a merge request that the active diff shows. */
  readonly shownHead: (key: MergeRequestKey) => string | undefined;
  readonly now: () => number;
}

/** The merge request of a command. */
export interface Chosen {
  readonly key: MergeRequestKey;
  /** For example, `!12`. */
  readonly name: string;
  /** The commit that the user saw: that of the row, page, or diff, before any refresh. */
  readonly sha: string | undefined;
}

export const mergeRequestName = ({ iid }: MergeRequestKey): string => `!${iid}`;

/** Actions of commands that ask for a merge request. */
type ChoosingAction = Exclude<MergeRequestAction, 'setAutoMerge' | 'checkOut'>;

/**
 * Returns the merge request of a row or page; without an argument, the active one, or asks for one. `title`:
 * the command's title, if several commands share the action.
 */
export async function chooseMergeRequest(
  deps: ChoosingDeps,
  action: ChoosingAction,
  argument: CommandArgument,
  title?: string,
): Promise<Chosen | undefined> {
  const key =
    argument === undefined
      ? (deps.active() ?? (await pickMergeRequest(deps, questionFor(deps, action, title))))
      : mergeRequestTargetOf(argument);
  if (key === undefined) return undefined;
  refuseArchived(deps.store, action, key);
  refuseByRole(deps, action, key);
  const shown = argument === undefined ? deps.shownHead(key) : argument.sha;
  return { key, name: mergeRequestName(key), sha: shown ?? deps.store.peek(key)?.sha ?? undefined };
}

/**
 * Refuses actions that the role doesn't allow before any input. If the merge request isn't loaded, the server
 * decides. It also decides about approvals, because projects can allow lower roles to approve.
 */
function refuseByRole(deps: ChoosingDeps, action: ChoosingAction, key: MergeRequestKey): void {
  const known = deps.store.peek(key);
  if (known !== undefined && isForbidden(deps, action, { key, mergeRequest: known }))
    requireRole(deps, 'changeMergeRequest', key);
}

function isForbidden(
  { roles, who }: ChoosingDeps,
  action: ChoosingAction,
  { key, mergeRequest }: Pick<RecentMergeRequest, 'key' | 'mergeRequest'>,
): boolean {
  const access = roles.roleIn(key)?.access;
  if (action === 'approve' && access !== 'read-only-token') return false;
  return isForbiddenByRole(action, { ...mergeRequest, access, isOwn: isOwn(mergeRequest, who(key.base)) });
}

/** A question for a merge request. */
interface ChoiceQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Required state; undefined: any. */
  readonly state: ChoiceState | undefined;
  /** Filters the merge requests. */
  readonly fits?: (found: RecentMergeRequest, signal: AbortSignal) => Promise<boolean>;
  /** Shown if there are none. */
  readonly none?: string;
}

function questionFor(deps: ChoosingDeps, action: ChoosingAction, title: string | undefined): ChoiceQuestion {
  const verb = MERGE_REQUEST_VERBS[action];
  const placeholder = verb.question();
  return {
    title: title ?? ('pick' in verb ? verb.pick() : placeholder),
    placeholder,
    state: STATES[action],
    fits: (found) => Promise.resolve(!isForbidden(deps, action, found)),
  };
}

/** Returns a command that performs an action on the merge request of a row or page, or on one that the user selects. */
export function actionCommand(
  deps: ChoosingDeps,
  action: ChoosingAction,
  id: RowCommandId,
  act: (chosen: Chosen, failing: (what: string) => void) => Promise<void>,
): CommandRow {
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id,
    failure: () => verb.notDone(unnamedMergeRequest()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(deps, action, argument);
      if (chosen === undefined) return;
      failing(verb.notDone(chosen.name));
      await act(chosen, failing);
    },
  };
}

export function pickMergeRequest(
  { choice, now, prompts }: Pick<ChoosingDeps, 'choice' | 'now' | 'prompts'>,
  { title, placeholder, state, fits, none }: ChoiceQuestion,
): Promise<MergeRequestKey | undefined> {
  const noMatch = none ?? t('No matching merge requests in the projects of this workspace');
  let nothing = noMatch;
  return prompts.search<MergeRequestKey>({
    title,
    placeholder,
    find: async (typed, signal) => {
      const found = await choice.recent(state, typed, signal);
      nothing = typeof found === 'string' ? NO_PROJECTS_ROWS[found]() : noMatch;
      if (typeof found === 'string') return [];
      const fitting = fits === undefined ? [] : await Promise.all(found.map((each) => fits(each, signal)));
      return found
        .filter((_, index) => fits === undefined || fitting[index])
        .map((each) => itemOf(each, now()));
    },
    nothing: () => nothing,
    failed: (error) => explain(error).why,
  });
}

/** Required states of actions; undefined: any. */
const USUAL = 'opened';
const STATES: Readonly<Record<ChoosingAction, ChoiceState | undefined>> = {
  merge: USUAL,
  cancelAutoMerge: USUAL,
  rebase: USUAL,
  close: USUAL,
  reopen: 'closed',
  markDraft: USUAL,
  markReady: USUAL,
  delete: undefined,
  approve: USUAL,
  unapprove: USUAL,
  subscribe: USUAL,
  unsubscribe: USUAL,
  addTodo: USUAL,
  createPipeline: USUAL,
  previewMerge: USUAL,
  resolveConflicts: USUAL,
  edit: USUAL,
  changeTarget: USUAL,
  lockDiscussion: USUAL,
  unlockDiscussion: USUAL,
  trackTime: USUAL,
  revert: 'merged',
  cherryPick: 'merged',
  deleteSourceBranch: 'merged',
};

function itemOf({ key, mergeRequest, path }: RecentMergeRequest, now: number): PickItem<MergeRequestKey> {
  const { iid, title, source_branch: branch, updated_at: updated } = mergeRequest;
  return {
    label: `!${iid} ${title}`,
    description: parts(path, branch ?? undefined, ago(updated, now)),
    icon: 'git-pull-request',
    value: key,
  };
}
