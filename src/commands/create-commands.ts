import { commands } from 'vscode';
import type { Accounts } from '../app/accounts';
import type { CreatePlaces } from '../app/create-places';
import { findStart, type CreateStart, type CreateWish } from '../app/create-start';
import type { GitPort } from '../app/git-port';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { MessageAction, Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { NO_FORM } from '../presentation/create-words';
import { VIEW } from '../presentation/view-ids';
import { createValuesSchema, type CreateKey, type TypedValues } from '../schemas/new-merge-request';
import type { CommandRow } from './command-row';
import { withPatience } from './patience';

export interface CreateCommandPorts {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly git: GitPort;
  readonly places: CreatePlaces;
  readonly prompts: Prompts;
  /** `given` stands in the form as if it had been typed. */
  readonly open: (key: CreateKey, given: TypedValues | undefined) => void;
}

/**
 * Opens the form that makes a merge request. Its argument: nothing, a row of a project or place, the source control of
 * a repository, or `{values}` that stand in the form.
 */
export function createCommands(ports: CreateCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.createMergeRequest,
      failure: () => t('No merge request can be created from here.'),
      run: async (argument) => {
        const { accounts, git, places } = ports;
        const bases = accounts.list().map(({ base }) => base);
        const start = await withPatience(
          t('Looking at the branch…'),
          (signal) => findStart(bases, wishOf(argument), git, places, signal),
          VIEW.mergeRequests,
        );
        const given = valuesOf(argument);
        if (start.kind === 'ready' || (start.kind === 'is-target' && given?.targetBranch !== undefined)) {
          ports.open(start.key, given);
        } else tellWhy(ports, start, argument, given);
      },
    },
  ];
}

function wishOf(argument: unknown): CreateWish {
  const target = targetOf(argument);
  if (target?.kind === 'project') return { project: target.project };
  if (target?.kind === 'place' && target.place.kind === 'project') {
    const { base, project } = target.place;
    return { project: { base, project } };
  }
  // The source control view hands over the repository whose menu was used.
  if (typeof argument === 'object' && argument !== null && 'rootUri' in argument) {
    return { repository: String(argument.rootUri) };
  }
  return {};
}

function valuesOf(argument: unknown): TypedValues | undefined {
  if (typeof argument !== 'object' || argument === null || !('values' in argument)) return undefined;
  const read = createValuesSchema.safeParse(argument.values);
  return read.success ? read.data : undefined;
}

const doing = (title: string, command: string): MessageAction => ({
  title,
  run: () => void commands.executeCommand(command),
});

type Why = Exclude<CreateStart, { kind: 'ready' }>;

/** One sentence, with what to do as buttons. */
function tellWhy(
  { prompts, open }: CreateCommandPorts,
  why: Why,
  argument: unknown,
  given?: TypedValues,
): void {
  const newBranch = doing(t('Create Branch...'), 'git.branch');
  const tell = (message: string, ...actions: readonly MessageAction[]): void => {
    prompts.tell('info', message, actions);
  };
  switch (why.kind) {
    case 'signed-out':
      tell(NO_FORM['signed-out'](), doing(t('Sign In...'), COMMAND.signIn));
      return;
    case 'no-repository':
      tell(
        NO_FORM['no-repository'](),
        doing(t('Open Folder...'), 'workbench.action.files.openFolder'),
        doing(t('Clone Repository...'), 'git.clone'),
      );
      return;
    case 'no-project':
      tell(
        NO_FORM['no-project'](),
        doing(t('Add Remote...'), 'git.addRemote'),
        doing(t('Sign In...'), COMMAND.signIn),
      );
      return;
    case 'no-clone': {
      const target = targetOf(argument);
      const path = target?.kind === 'project' ? target.path : t('The project');
      tell(NO_FORM['no-clone'](path), doing(t('Clone Repository...'), 'git.clone'));
      return;
    }
    case 'detached':
      tell(NO_FORM.detached(why.name), newBranch, doing(t('Check Out...'), 'git.checkout'));
      return;
    case 'is-target': {
      const { key } = why;
      const anyhow = {
        title: t('Choose Another Target'),
        run: () => {
          open(key, { ...given, targetBranch: '' });
        },
      };
      tell(NO_FORM['is-target'](key.branch), newBranch, anyhow);
      return;
    }
  }
}
