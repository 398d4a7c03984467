/** The environment variable with an account's token. */
const TOKEN = 'SWITCHYARD_TOKEN';

export interface EnvironmentAccount {
  readonly host: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads the account from the environment and removes its token, so that child processes of this process don't
 * inherit it, including those of other extensions (git runs hooks of repositories).
 */
export function takeEnvironmentAccount(environment: NodeJS.ProcessEnv): EnvironmentAccount {
  const account = { host: environment['SWITCHYARD_HOST'], token: environment[TOKEN] };
  // The linter doesn't allow `delete` with a computed name.
  Reflect.deleteProperty(environment, TOKEN);
  return account;
}

/** Returns the environment for child processes. */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.toUpperCase() !== TOKEN));
}

/** For terminals, whose environment is set by VS Code; `null` removes a variable. */
export const WITHOUT_TOKEN: Readonly<Record<string, null>> = { [TOKEN]: null };
