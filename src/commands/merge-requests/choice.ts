import type { MergeRequestActions } from '../../app/merge-requests/actions';
import type { ChoiceState, MergeRequestChoice, RecentMergeRequest } from '../../app/merge-requests/choice';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../app/shared/keys';
import { mergeRequestTargetOf } from '../../app/shared/merge-request-target';
import { t } from '../../base/localize';
import { isForbiddenByRole, isOwn, type MergeRequestAction } from '../../domain/merge-requests/rules';
import type { Choice, Choices } from '../../editor/shared/choices';
import type { Prompts } from '../../editor/shared/prompts';
import { NOWHERE } from '../../presentation/jobs/labels';
import { MERGE_REQUEST_VERBS } from '../../presentation/merge-requests/action-messages';
import { explain } from '../../presentation/shared/error-messages';
import { parts } from '../../presentation/shared/row';
import { ago } from '../../presentation/shared/time-labels';
import type { CommandArgument } from '../../schemas/command-argument';
import { requireRole, type RoleDeps } from '../shared/role-check';

export interface ChoosingDeps extends RoleDeps {
  /** The name of the user on a server, if known. */
  readonly who: (base: string) => string | undefined;
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly choice: MergeRequestChoice;
  readonly prompts: Prompts;
  readonly choices: Choices;
  /** The merge request of the page in front, else that of the branch that is checked out. */
  readonly active: () => MergeRequestKey | undefined;
  readonly now: () => number;
}

/** A merge request that a command is about. */
export interface Chosen {
  readonly key: MergeRequestKey;
  /** Such as `!12`. */
  readonly name: string;
  /** The commit that the person has looked at: that of the row or page, taken before anything is read again. */
  readonly sha: string | undefined;
}

export const mergeRequestName = ({ iid }: MergeRequestKey): string => `!${iid}`;

/** Actions of commands that ask for a merge request. */
type ChoosingAction = Exclude<MergeRequestAction, 'setAutoMerge' | 'checkOut'>;

/**
 * The merge request of a row or page; without one that at hand, else one that is chosen. `title`: of the command, where
 * several have the action.
 */
export async function chooseMergeRequest(
  deps: ChoosingDeps,
  action: ChoosingAction,
  argument: CommandArgument,
  title?: string,
): Promise<Chosen | undefined> {
  const key =
    argument === undefined
      ? (deps.active() ?? (await pickMergeRequest(deps, questionFor(action, title))))
      : mergeRequestTargetOf(argument);
  if (key === undefined) return undefined;
  refuseByRole(deps, action, key);
  return { key, name: mergeRequestName(key), sha: argument?.sha ?? deps.store.peek(key)?.sha ?? undefined };
}

/** Nobody types or confirms what the role doesn't allow. A merge request that wasn't read yet is refused by the server. */
function refuseByRole(deps: ChoosingDeps, action: ChoosingAction, key: MergeRequestKey): void {
  const known = deps.store.peek(key);
  if (known === undefined) return;
  const access = deps.roles.roleIn(key)?.access;
  if (isForbiddenByRole(action, { ...known, access, isOwn: isOwn(known, deps.who(key.base)) }))
    requireRole(deps, 'changeMergeRequest', key);
}

/** How a merge request is asked for. */
interface ChoiceQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Only those in this state; in any where it is undefined. */
  readonly state: ChoiceState | undefined;
  /** Only those for which this is true. */
  readonly fits?: (found: RecentMergeRequest, signal: AbortSignal) => Promise<boolean>;
  /** Shown if there are none. */
  readonly none?: string;
}

function questionFor(action: ChoosingAction, title: string | undefined): ChoiceQuestion {
  const verb = MERGE_REQUEST_VERBS[action];
  const placeholder = verb.question();
  return {
    title: title ?? ('pick' in verb ? verb.pick() : placeholder),
    placeholder,
    state: STATES[action],
  };
}

export function pickMergeRequest(
  { choice, choices, now }: Pick<ChoosingDeps, 'choice' | 'choices' | 'now'>,
  { title, placeholder, state, fits, none }: ChoiceQuestion,
): Promise<MergeRequestKey | undefined> {
  const noMatch = none ?? t('No matching merge requests in the projects of this workspace');
  let nothing = noMatch;
  return choices.search<MergeRequestKey>({
    title,
    placeholder,
    find: async (typed, signal) => {
      const found = await choice.recent(state, typed, signal);
      nothing = typeof found === 'string' ? NOWHERE[found]() : noMatch;
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

/** States in which an action makes sense; open ones where none is named, any where it is undefined. */
const USUAL = 'opened';
const STATES: Readonly<Record<ChoosingAction, 'opened' | 'closed' | undefined>> = {
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
  edit: USUAL,
  changeTarget: USUAL,
  lockDiscussion: USUAL,
  unlockDiscussion: USUAL,
  trackTime: USUAL,
};

function itemOf({ key, mergeRequest, path }: RecentMergeRequest, now: number): Choice<MergeRequestKey> {
  const { iid, title, source_branch: branch, updated_at: updated } = mergeRequest;
  return {
    label: `!${iid} ${title}`,
    description: parts(path, branch ?? undefined, ago(updated, now)),
    icon: 'git-pull-request',
    value: key,
  };
}
