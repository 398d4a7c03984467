import type { CredentialRequest, GitCredential, UnusableToken } from '../../../app/git/account-credentials';
import { t } from '../../../base/localize';
import { Semaphore } from '../../../base/semaphore';
import { passwordPrompt, usernamePrompt } from '../../../presentation/git/credential-messages';
import type { Prompts } from '../../shared/editor/prompts';

/** Asks for the user name and password that git needs, if the token of the account can't be used. */
export function credentialPrompt(prompts: Pick<Prompts, 'input'>) {
  const oneAtATime = new Semaphore(1);
  return (request: CredentialRequest, unusable: UnusableToken): Promise<GitCredential | undefined> =>
    oneAtATime.run(() => ask(prompts, request, unusable));
}

async function ask(
  prompts: Pick<Prompts, 'input'>,
  { url, username: known }: CredentialRequest,
  unusable: UnusableToken,
): Promise<GitCredential | undefined> {
  const { host } = url;
  const title = t('Sign In to Git on {0}', host);
  const typed = { username: known ?? '', password: '' };
  const missing = t('Enter a value.');
  for (;;) {
    const named = await prompts.input({
      title,
      step: [1, 2],
      prompt: usernamePrompt(unusable, host),
      placeholder: t('User name'),
      value: typed.username,
      accept: (value) => {
        typed.username = value.trim();
        return Promise.resolve(typed.username === '' ? missing : undefined);
      },
    });
    if (named !== true) return undefined;
    const entered = await prompts.input({
      title,
      step: [2, 2],
      prompt: passwordPrompt(host, typed.username),
      placeholder: t('Password or token'),
      password: true,
      accept: (value) => {
        typed.password = value;
        return Promise.resolve(value === '' ? missing : undefined);
      },
    });
    if (entered === true) return typed;
    if (entered !== 'back') return undefined;
  }
}
