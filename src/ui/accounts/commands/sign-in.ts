import { type BaseAddress, parseBaseAddress } from '../../../api/base-address';
import { isApiError } from '../../../api/errors';
import type { Account, Accounts } from '../../../app/accounts/accounts';
import { likelyServer } from '../../../app/accounts/likely-server';
import type { ServerCheck } from '../../../app/accounts/server-check';
import { tokenDetails } from '../../../app/accounts/token-details';
import type { Repositories } from '../../../app/shared/stores';
import { t } from '../../../base/localize';
import { isReadOnly } from '../../../domain/accounts/token-scopes';
import {
  ADDRESS_PROBLEM_MESSAGES,
  environmentAccountMessage,
  fineGrainedTokenPage,
  insecureWarning,
  noServer,
  serverElsewhere,
  signedIn,
  tokenPage,
  tokenPrompt,
} from '../../../presentation/accounts/sign-in-messages';
import { explain } from '../../../presentation/shared/error-messages';
import type { TokenDetails } from '../../../schemas/token';
import type { Prompts } from '../../shared/editor/prompts';

const DEFAULT_SERVER = 'https://gitlab.com';

export interface SignInDeps {
  readonly accounts: Accounts;
  readonly prompts: Prompts;
  readonly repositories: Pick<Repositories, 'list'>;
  /** Checks without an account which server is at an address. */
  readonly findServer: (address: BaseAddress, signal: AbortSignal) => Promise<ServerCheck>;
}

/**
 * Asks for the server and then for the token, which is stored only after the server accepted it. `again`: base URL
 * of an account; then only the token is requested.
 */
export async function signIn(deps: SignInDeps, again?: string): Promise<void> {
  const { accounts } = deps;
  let base = storedBase(accounts, again);
  let address = base ?? (await proposedAddress(deps));
  // Keeps the typed token in memory while the user goes back a step.
  const typed = { token: '' };
  for (;;) {
    base ??= await askAddress(deps, address);
    if (base === undefined) return;
    address = base;
    const result = await askToken(deps, base, typed);
    base = undefined;
    if (result === 'back') continue;
    if (result !== undefined) showSignedIn(deps, result);
    return;
  }
}

const storedBase = (accounts: Accounts, again: string | undefined): string | undefined =>
  accounts.list().find(({ base, source }) => source === 'stored' && base === again)?.base;

interface SignedIn {
  readonly account: Account;
  readonly token: TokenDetails | undefined;
}

async function askToken(
  { accounts, prompts }: SignInDeps,
  base: string,
  typed: { token: string },
): Promise<SignedIn | 'back' | undefined> {
  let done: SignedIn | undefined;
  const answer = await prompts.input({
    title: t('Sign In to {0}', base),
    step: [2, 2],
    prompt: tokenPrompt(),
    placeholder: t('Personal access token'),
    value: typed.token,
    password: true,
    links: [
      {
        label: t('Create Fine-Grained Token in Browser'),
        url: fineGrainedTokenPage(base),
        icon: 'shield',
      },
      { label: t('Create Token in Browser'), url: tokenPage(base), icon: 'link-external' },
    ],
    onDidChange: (value) => {
      typed.token = value;
    },
    accept: async (value, signal) => {
      if (value.trim() === '') return t('Paste a token, or create one in the browser first.');
      try {
        const account = await accounts.signIn(base, value.trim(), signal);
        done = { account, token: await tokenDetails(accounts.client(base), signal) };
        return undefined;
      } catch (error) {
        return explain(error).why;
      }
    },
  });
  return answer === 'back' ? answer : done;
}

function showSignedIn(deps: SignInDeps, { account, token }: SignedIn): void {
  const lacksWrites = token !== undefined && isReadOnly(token.scopes);
  deps.prompts.showMessage(
    'info',
    signedIn(account, token),
    lacksWrites
      ? [
          {
            title: t('Sign In with Another Token'),
            run: () => signIn(deps, account.base),
            failure: () => t("Couldn't sign in."),
          },
        ]
      : [],
  );
}

/** Returns the server of the workspace's remotes, else one that the user is signed in to. */
async function proposedAddress({ accounts, repositories }: SignInDeps): Promise<string> {
  const stored = accounts.list().find(({ source }) => source === 'stored');
  return likelyServer(await repositories.list().catch(() => [])) ?? stored?.base ?? DEFAULT_SERVER;
}

async function askAddress(
  { accounts, prompts, findServer }: SignInDeps,
  typed: string,
): Promise<string | undefined> {
  let base: string | undefined;
  await prompts.input({
    title: t('Sign In'),
    step: [1, 2],
    prompt: t(
      'Enter the server URL. If the server uses a relative URL, include the path, such as https://host/gitlab.',
    ),
    value: typed,
    warn: (value) => {
      const parsed = parseBaseAddress(value);
      return parsed.ok && parsed.address.insecure ? insecureWarning() : undefined;
    },
    accept: async (value, signal) => {
      const parsed = parseBaseAddress(withoutPosition(value));
      if (!parsed.ok) return ADDRESS_PROBLEM_MESSAGES[parsed.problem]();
      const given = accounts
        .list()
        .some((one) => one.base === parsed.address.base && one.source === 'environment');
      if (given) return environmentAccountMessage();
      // Checks the server before asking for a token, so that no token is sent to an unknown host.
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

/** Returns a page's URL without query and fragment. */
const withoutPosition = (address: string): string => address.replace(/[?#].*$/s, '');
