import { type AccountCredentials, requestFor } from '../../../app/git/account-credentials';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import { type GitResult, type GitRun, runGit } from '../../shared/editor/git-runner';
import { type CredentialChannel, CredentialServer } from './credential-server';
import { type AskCredential, CredentialSession } from './credential-session';

/** Runs git with the tokens of accounts as passwords. */
export interface GitRunner {
  readonly run: (run: GitRun) => Promise<GitResult>;
  /** True if an account may have the password for a remote. */
  readonly serves: (remoteUrl: string) => boolean;
}

interface CredentialGitDeps {
  readonly credentials: AccountCredentials;
  readonly ask: AskCredential;
  readonly log: Log;
  /** File of the credential helper. */
  readonly helper: string;
}

/** The shell of git replaces the variables, so that paths can contain any characters. */
const HELPER = '!ELECTRON_RUN_AS_NODE=1 "$SWITCHYARD_CREDENTIAL_NODE" "$SWITCHYARD_CREDENTIAL_HELPER"';

/** Replaces the user's helpers, which the extension runs itself. The empty value resets the list. */
const OPTIONS = ['credential.helper=', `credential.helper=${HELPER}`, 'credential.useHttpPath=true'].flatMap(
  (setting) => ['-c', setting],
);

/** Commands that change nothing if the server refuses the password. */
const REPEATABLE: readonly (string | undefined)[] = ['fetch', 'push'];

/** Runs git with a credential helper that asks this process. */
export class CredentialGit implements GitRunner {
  readonly #deps: CredentialGitDeps;
  readonly #server: CredentialServer;

  constructor(deps: CredentialGitDeps) {
    this.#deps = deps;
    this.#server = new CredentialServer(deps.log);
  }

  serves = (remoteUrl: string): boolean => {
    const request = requestFor(remoteUrl);
    return request !== undefined && this.#deps.credentials.serves(request);
  };

  run = async (run: GitRun): Promise<GitResult> => {
    if (!this.#deps.credentials.isNeeded) return runGit(run);
    const first = await this.#once(run);
    // The server has refused the token, which isn't used again, so the user is asked now.
    const isRefused = first.result.code !== 0 && first.session.wasRefused;
    const { result, session } = isRefused && REPEATABLE.includes(run.args[0]) ? await this.#once(run) : first;
    if (result.code === 0 || session.dismissed === undefined) return result;
    return { ...result, message: t('No user name and password were entered for {0}.', session.dismissed) };
  };

  async #once(run: GitRun): Promise<{ readonly result: GitResult; readonly session: CredentialSession }> {
    const session = new CredentialSession(this.#deps, run);
    const channel = await this.#channel(session);
    if (channel === undefined) return { result: await runGit(run), session };
    try {
      const environment = {
        ...run.environment,
        ...channel.environment,
        SWITCHYARD_CREDENTIAL_NODE: process.execPath,
        SWITCHYARD_CREDENTIAL_HELPER: this.#deps.helper,
      };
      return { result: await runGit({ ...run, args: [...OPTIONS, ...run.args], environment }), session };
    } finally {
      channel.dispose();
    }
  }

  async #channel(session: CredentialSession): Promise<CredentialChannel | undefined> {
    try {
      return await this.#server.open((message) => session.answer(message));
    } catch (error) {
      this.#deps.log.warn(`Git runs without the tokens of accounts: ${String(error)}`);
      return undefined;
    }
  }
}
