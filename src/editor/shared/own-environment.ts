/** The variable that holds the token of an account of the environment. */
const TOKEN = 'SWITCHYARD_TOKEN';

export interface EnvironmentAccount {
  readonly host: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads the account of the environment and takes its token out: whatever this process starts from then on, also on behalf
 * of other extensions, inherits no token (git runs hooks of repositories).
 */
export function takeEnvironmentAccount(environment: NodeJS.ProcessEnv): EnvironmentAccount {
  const account = { host: environment['SWITCHYARD_HOST'], token: environment[TOKEN] };
  // Reflect: `delete` of a name that is computed is refused by the linter.
  Reflect.deleteProperty(environment, TOKEN);
  return account;
}

/** What a child process is given of an environment. */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.toUpperCase() !== TOKEN));
}

/** For terminals, which get their environment from the editor itself: null takes a variable away. */
export const WITHOUT_TOKEN: Readonly<Record<string, null>> = { [TOKEN]: null };
