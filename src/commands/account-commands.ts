import { parseBaseAddress } from '../api/base-address';
import type { Account, Accounts } from '../app/accounts';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { explain } from '../presentation/error-sentences';
import { ADDRESS_PROBLEM, environmentHolds, insecureWarning, tokenPage } from '../presentation/sign-in-words';
import type { CommandRow } from './command-row';

const DEFAULT_SERVER = 'https://gitlab.com';

export function accountCommands(accounts: Accounts, prompts: Prompts): readonly CommandRow[] {
  return [
    { id: COMMAND.signIn, failure: () => t('You are not signed in.'), run: () => signIn(accounts, prompts) },
    {
      id: COMMAND.signOut,
      failure: () => t('You are still signed in.'),
      run: () => signOut(accounts, prompts),
    },
  ];
}

/** Asks for the address, then for the token; the token is stored only after the server told whose it is. */
async function signIn(accounts: Accounts, prompts: Prompts): Promise<void> {
  let typed = accounts.list().find(({ source }) => source === 'stored')?.base ?? DEFAULT_SERVER;
  for (;;) {
    const base = await askAddress(accounts, prompts, typed);
    if (base === undefined) return;
    typed = base;
    let account: Account | undefined;
    const answer = await prompts.input({
      title: t('Sign In to {0}', base),
      step: [2, 2],
      prompt: t(
        'Paste a personal access token with the scope "api". The button at the top opens the page that makes one.',
      ),
      placeholder: t('Token'),
      password: true,
      link: { tooltip: t('Create a Token in the Browser'), url: tokenPage(base) },
      accept: async (token, signal) => {
        if (token.trim() === '') return t('Paste the token, or create one with the button at the top.');
        try {
          account = await accounts.signIn(base, token.trim(), signal);
          return undefined;
        } catch (error) {
          return explain(error).why;
        }
      },
    });
    if (answer === 'back') continue;
    if (answer && account !== undefined) prompts.tell('info', signedIn(account), []);
    return;
  }
}

/** Not every server tells whose a token is. */
const signedIn = ({ base, username }: Account): string =>
  username === undefined ? t('Signed in to {0}.', base) : t('Signed in to {0} as @{1}.', base, username);

async function askAddress(accounts: Accounts, prompts: Prompts, typed: string): Promise<string | undefined> {
  let base: string | undefined;
  await prompts.input({
    title: t('Sign In'),
    step: [1, 2],
    prompt: t('Address of the server. A sub-path belongs to it, as in https://host/gitlab.'),
    value: typed,
    warn: (value) => {
      const parsed = parseBaseAddress(value);
      return parsed.ok && parsed.address.insecure ? insecureWarning() : undefined;
    },
    accept: (value) => {
      const parsed = parseBaseAddress(value);
      if (!parsed.ok) return Promise.resolve(ADDRESS_PROBLEM[parsed.problem]());
      const given = accounts
        .list()
        .some((one) => one.base === parsed.address.base && one.source === 'environment');
      if (given) return Promise.resolve(environmentHolds());
      ({ base } = parsed.address);
      return Promise.resolve(undefined);
    },
  });
  return base;
}

async function signOut(accounts: Accounts, prompts: Prompts): Promise<void> {
  const stored = accounts.list().filter(({ source }) => source === 'stored');
  const [only] = stored;
  if (only === undefined) {
    const fromEnvironment = accounts.list().length > 0;
    const why = fromEnvironment
      ? t(
          'This account comes from the environment variables SWITCHYARD_HOST and SWITCHYARD_TOKEN; it ends with them.',
        )
      : t('You are not signed in anywhere.');
    prompts.tell('info', why, []);
    return;
  }
  const base =
    stored.length === 1
      ? only.base
      : await prompts.pick({
          title: t('Sign Out'),
          placeholder: t('The account to sign out of'),
          items: stored.map((account) => ({
            label: account.base,
            ...(account.username === undefined ? {} : { description: `@${account.username}` }),
            icon: 'account',
            value: account.base,
          })),
        });
  if (base === undefined) return;
  await accounts.signOut(base);
  prompts.tell(
    'info',
    t('Signed out of {0}. The token was removed from this machine; it stays valid on the server.', base),
    [],
  );
}
