import type { Accounts } from '../../../app/accounts/accounts';
import type { CreatePlaces } from '../../../app/merge-requests/create/places';
import { type CreateOrigin, type CreateStart, findStart } from '../../../app/merge-requests/create/start';
import type { GitPort } from '../../../app/shared/git-port';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import { NO_FORM } from '../../../presentation/merge-requests/create-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import {
  COMMAND_ARGUMENTS,
  type CommandArgument,
  type CreateArgument,
} from '../../../schemas/command-argument';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';

export interface CreateCommandDeps {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly git: GitPort;
  readonly places: CreatePlaces;
  readonly prompts: Prompts;
  /** `given`: initial values of the form. */
  readonly open: (key: CreateKey, given: TypedValues | undefined) => void;
}

/**
 * Opens the form that creates a merge request. Argument: none, a row of a project or place, the source
 * control of a repository, or `{values}` for the form.
 */
export function createCommands(deps: CreateCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.createMergeRequest,
      args: COMMAND_ARGUMENTS.createMergeRequest,
      failure: () => t("Couldn't open the form to create a merge request."),
      run: async (argument) => {
        const bases = deps.accounts.list().map(({ base }) => base);
        const start = await deps.prompts.progress.inView(
          t('Checking the branch…'),
          (signal) => findStart(deps, bases, originOf(argument), signal),
          VIEW.mergeRequests,
        );
        const given = argument?.values;
        if (start.kind === 'ready' || (start.kind === 'is-target' && given?.targetBranch !== undefined)) {
          deps.open(start.key, given);
        } else showWhy(deps, start, argument, given);
      },
    }),
  ];
}

function originOf(argument: CreateArgument): CreateOrigin {
  const target = argument?.target;
  if (target?.kind === 'project') return { project: target.project };
  if (target?.kind === 'place' && target.place.kind === 'project') {
    const { base, project } = target.place;
    return { project: { base, project } };
  }
  return argument?.rootUri === undefined ? {} : { repository: argument.rootUri };
}

const doing = (prompts: Prompts, title: string, command: string): MessageAction => ({
  title,
  run: () => background(prompts.runCommand(command)),
});

type Why = Exclude<CreateStart, { kind: 'ready' }>;

/** Shows why the form can't be opened, with possible actions. */
function showWhy(
  { prompts, open }: CreateCommandDeps,
  why: Why,
  argument: CommandArgument,
  given?: TypedValues,
): void {
  const newBranch = doing(prompts, t('Create Branch...'), 'git.branch');
  const showMessage = (message: string, ...actions: readonly MessageAction[]): void => {
    prompts.showMessage('info', message, actions);
  };
  switch (why.kind) {
    case 'signed-out':
      showMessage(NO_FORM['signed-out'](), doing(prompts, t('Sign In...'), COMMAND.signIn));
      return;
    case 'no-repository':
      showMessage(
        NO_FORM['no-repository'](),
        doing(prompts, t('Open Folder...'), 'workbench.action.files.openFolder'),
        doing(prompts, t('Clone Repository...'), 'git.clone'),
      );
      return;
    case 'no-project':
      showMessage(
        NO_FORM['no-project'](),
        doing(prompts, t('Add Remote...'), 'git.addRemote'),
        doing(prompts, t('Sign In...'), COMMAND.signIn),
      );
      return;
    case 'no-clone': {
      const target = argument?.target;
      const path = target?.kind === 'project' ? target.path : undefined;
      showMessage(NO_FORM['no-clone'](path), doing(prompts, t('Clone Repository...'), 'git.clone'));
      return;
    }
    case 'detached':
      showMessage(NO_FORM.detached(why.name), newBranch, doing(prompts, t('Check Out...'), 'git.checkout'));
      return;
    case 'is-target': {
      const { key } = why;
      const anyhow = {
        title: t('Select Another Target Branch'),
        run: () => {
          open(key, { ...given, targetBranch: '' });
        },
      };
      showMessage(NO_FORM['is-target'](key.branch), newBranch, anyhow);
      return;
    }
  }
}
