import { type BaseAddress, parseBaseAddress } from '../../api/base-address';
import { isApiError } from '../../api/errors';
import type { Account, Accounts } from '../../app/accounts/accounts';
import { likelyServer } from '../../app/accounts/likely-server';
import type { ServerCheck } from '../../app/accounts/server-check';
import type { Repositories } from '../../app/shared/stores';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import {
  ADDRESS_PROBLEM,
  environmentHolds,
  insecureWarning,
  noServer,
  serverElsewhere,
  tokenPage,
} from '../../presentation/accounts/sign-in-messages';
import { demoAccountHolds, removeDemoAction } from '../../presentation/demo/messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import { explain } from '../../presentation/shared/error-messages';
import type { CommandRow } from '../shared/command-row';

const DEFAULT_SERVER = 'https://gitlab.com';

export interface AccountCommandDeps {
  /** Whether the account of the environment is that of a demo. */
  readonly isDemo: boolean;
  readonly accounts: Accounts;
  readonly prompts: Prompts;
  readonly repositories: Pick<Repositories, 'list'>;
  /** Asks without any account what is at an address. */
  readonly findServer: (address: BaseAddress, signal: AbortSignal) => Promise<ServerCheck>;
}

export function accountCommands(deps: AccountCommandDeps): readonly CommandRow[] {
  return [
    { id: COMMAND.signIn, failure: () => t("Couldn't sign in."), run: () => signIn(deps) },
    {
      id: COMMAND.signOut,
      failure: () => t("Couldn't sign out."),
      run: () => signOut(deps),
    },
  ];
}

/** Asks for the address, then for the token; the token is stored only after the server told whose it is. */
async function signIn(deps: AccountCommandDeps): Promise<void> {
  const { accounts, prompts } = deps;
  let typed = await proposedAddress(deps);
  for (;;) {
    const base = await askAddress(deps, typed);
    if (base === undefined) return;
    typed = base;
    let account: Account | undefined;
    const answer = await prompts.input({
      title: t('Sign In to {0}', base),
      step: [2, 2],
      prompt: t(
        'Paste a personal access token with the "api" scope. To create one, select the button at the top.',
      ),
      placeholder: t('Personal access token'),
      password: true,
      link: { tooltip: t('Create Token in Browser'), url: tokenPage(base) },
      accept: async (token, signal) => {
        if (token.trim() === '') return t('Paste a token, or select the button at the top to create one.');
        try {
          account = await accounts.signIn(base, token.trim(), signal);
          return undefined;
        } catch (error) {
          return explain(error).why;
        }
      },
    });
    if (answer === 'back') continue;
    if (answer && account !== undefined) prompts.showMessage('info', signedIn(account), []);
    return;
  }
}

/** Not every server tells whose a token is. */
const signedIn = ({ base, username }: Account): string =>
  username === undefined ? t('Signed in to {0}.', base) : t('Signed in to {0} as @{1}.', base, username);

/** Where the user signed in before, else where the remotes of the workspace lead. */
async function proposedAddress({ accounts, repositories }: AccountCommandDeps): Promise<string> {
  const stored = accounts.list().find(({ source }) => source === 'stored');
  return stored?.base ?? likelyServer(await repositories.list().catch(() => [])) ?? DEFAULT_SERVER;
}

async function askAddress(
  { accounts, prompts, findServer }: AccountCommandDeps,
  typed: string,
): Promise<string | undefined> {
  let base: string | undefined;
  await prompts.input({
    title: t('Sign In'),
    step: [1, 2],
    prompt: t('Enter the server URL, including the path if it has one, such as https://host/gitlab'),
    value: typed,
    warn: (value) => {
      const parsed = parseBaseAddress(value);
      return parsed.ok && parsed.address.insecure ? insecureWarning() : undefined;
    },
    accept: async (value, signal) => {
      const parsed = parseBaseAddress(value);
      if (!parsed.ok) return ADDRESS_PROBLEM[parsed.problem]();
      const given = accounts
        .list()
        .some((one) => one.base === parsed.address.base && one.source === 'environment');
      if (given) return environmentHolds();
      // No token is asked for, and so none is sent, before the server is known to be one.
      const check = await findServer(parsed.address, signal);
      if (check.kind === 'elsewhere')
        return { value: check.base, message: serverElsewhere(parsed.address.base, check.base) };
      if (check.kind === 'none')
        return isApiError(check.error, 'not-found')
          ? noServer(parsed.address.base)
          : explain(check.error).why;
      ({ base } = parsed.address);
      return undefined;
    },
  });
  return base;
}

async function signOut({ accounts, prompts, isDemo }: AccountCommandDeps): Promise<void> {
  const stored = accounts.list().filter(({ source }) => source === 'stored');
  const [only] = stored;
  if (only === undefined) {
    if (isDemo) {
      prompts.showMessage('info', demoAccountHolds(), [removeDemoAction(prompts)]);
      return;
    }
    const fromEnvironment = accounts.list().length > 0;
    const why = fromEnvironment
      ? t(
          'This account comes from the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN. To sign out, remove them.',
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
      'Signed out of {0}. The token was removed from this computer, but it is still valid on the server.',
      base,
    ),
    [],
  );
}
