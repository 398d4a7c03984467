import { t } from '../../../base/localize';
import { demoAccountMessage, removeDemoAction } from '../../../presentation/demo/messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { signIn, type SignInDeps } from './sign-in';

export interface AccountCommandDeps extends SignInDeps {
  /** True if the environment's account belongs to a demo. */
  readonly isDemo: boolean;
}

export function accountCommands(deps: AccountCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.signIn,
      args: COMMAND_ARGUMENTS.signIn,
      failure: () => t("Couldn't sign in."),
      run: (again) => signIn(deps, again?.base),
    }),
    {
      id: COMMAND.signOut,
      failure: () => t("Couldn't sign out."),
      run: () => signOut(deps),
    },
  ];
}

async function signOut({ accounts, prompts, isDemo }: AccountCommandDeps): Promise<void> {
  const stored = accounts.list().filter(({ source }) => source === 'stored');
  const [only] = stored;
  if (only === undefined) {
    if (isDemo) {
      prompts.showMessage('info', demoAccountMessage(), [removeDemoAction(prompts)]);
      return;
    }
    const fromEnvironment = accounts.list().length > 0;
    const why = fromEnvironment
      ? t(
          'This account comes from the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN. To sign out, remove them and restart VS Code.',
        )
      : t("You aren't signed in to any server.");
    prompts.showMessage('info', why, []);
    return;
  }
  const base =
    stored.length === 1
      ? only.base
      : await prompts.pick({
          title: t('Sign Out'),
          placeholder: t('Select an account to sign out of'),
          items: stored.map((account) => ({
            label: account.base,
            ...(account.username === undefined ? {} : { description: `@${account.username}` }),
            icon: 'account',
            value: account.base,
          })),
        });
  if (base === undefined) return;
  await accounts.signOut(base);
  prompts.showMessage(
    'info',
    t(
      "Signed out of {0}. Signing out doesn't revoke the token. Revoke it on the server if you no longer need it.",
      base,
    ),
    [],
  );
}
