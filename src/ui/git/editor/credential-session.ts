import {
  type AccountCredentials,
  type CredentialRequest,
  credentialRequest,
  type CredentialUse,
  formatCredential,
  type GitCredential,
  parseCredential,
  type UnusableToken,
} from '../../../app/git/account-credentials';
import type { Log } from '../../../base/log';
import type { CredentialMessage } from '../../../schemas/credential-message';
import { type GitRun, runGit } from '../../shared/editor/git-runner';

/** Asks the user for a user name and password. `unusable`: why the token of the account isn't used. */
export type AskCredential = (
  request: CredentialRequest,
  unusable: UnusableToken,
) => Promise<GitCredential | undefined>;

export interface CredentialSessionDeps {
  readonly credentials: Pick<AccountCredentials, 'find' | 'refuse'>;
  readonly ask: AskCredential;
  readonly log: Log;
}

/** Git stops, and doesn't ask in another way. */
const QUIT = 'quit=1\n';

/** Helpers with a user interface, such as Git Credential Manager, return only what they have stored. */
const NOT_INTERACTIVE = { GCM_INTERACTIVE: 'never' };

/**
 * The answers for one git command. Asks the user's credential helpers first, then uses the token of the account, which
 * the helpers never get, so that they can't store it.
 */
export class CredentialSession {
  readonly #deps: CredentialSessionDeps;
  readonly #run: Pick<GitRun, 'program' | 'folder' | 'purpose' | 'signal'>;
  readonly #use: CredentialUse;
  /** The accounts of the tokens that git got. */
  readonly #given = new Map<string, string>();
  #wasRefused = false;
  #dismissed: string | undefined;

  constructor(deps: CredentialSessionDeps, run: GitRun) {
    this.#deps = deps;
    this.#run = run;
    this.#use = run.args[0] === 'push' ? 'push' : 'fetch';
  }

  /** True if a server refused a user name and password. It then hasn't executed the command. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }

  /** The host for which the user didn't enter a user name and password. */
  get dismissed(): string | undefined {
    return this.#dismissed;
  }

  /** Commands that only read run in the background, and never ask. */
  get #isBackground(): boolean {
    return this.#run.purpose === 'read';
  }

  async answer({ operation, input }: Pick<CredentialMessage, 'operation' | 'input'>): Promise<string> {
    if (operation === 'get') return this.#get(input);
    const base = this.#given.get(parseCredential(input).get('password') ?? '');
    if (operation === 'erase') this.#wasRefused = true;
    if (base === undefined) await this.#helpers(operation === 'store' ? 'approve' : 'reject', input);
    else if (operation === 'erase') this.#refuse(base, parseCredential(input).get('password') ?? '');
    return '';
  }

  async #get(input: string): Promise<string> {
    const stored = await this.#helpers('fill', input, NOT_INTERACTIVE);
    if (stored !== undefined) return stored;
    const request = credentialRequest(parseCredential(input));
    if (request === undefined) return '';
    const found = await this.#deps.credentials.find(request, this.#use);
    // Another server. Git's own prompt follows.
    if (found === undefined) return this.#isBackground ? '' : ((await this.#helpers('fill', input)) ?? '');
    if ('unusable' in found) return this.#ask(input, request, found.unusable);
    this.#given.set(found.credential.password, found.base);
    return formatCredential(found.credential) ?? '';
  }

  async #ask(input: string, request: CredentialRequest, unusable: UnusableToken): Promise<string> {
    if (this.#isBackground) return QUIT;
    const entered = (await this.#helpers('fill', input)) ?? (await this.#entered(request, unusable));
    if (entered !== undefined) return entered;
    this.#dismissed = request.url.host;
    return QUIT;
  }

  async #entered(request: CredentialRequest, unusable: UnusableToken): Promise<string | undefined> {
    const credential = await this.#deps.ask(request, unusable);
    return credential && formatCredential(credential);
  }

  #refuse(base: string, password: string): void {
    this.#deps.credentials.refuse(base, password);
    this.#deps.log.warn(`${new URL(base).host} refused the token of the account for Git.`);
  }

  /** Runs the credential helpers of the user as git would. Undefined if they have no password. */
  async #helpers(
    action: 'fill' | 'approve' | 'reject',
    input: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string | undefined> {
    const { program, folder, signal } = this.#run;
    const { code, out } = await runGit({
      program,
      folder,
      args: ['credential', action],
      purpose: 'read',
      input,
      signal,
      // Without a prompt: git would run it for every host.
      environment: { GIT_ASKPASS: '', ...environment },
    });
    return code === 0 ? out.toString() : undefined;
  }
}
