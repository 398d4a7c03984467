import { t } from '../../base/localize';
import type { UnusableToken } from '../../domain/git/credential';

/** Why Git can't use the token of an account. */
const REASON: Readonly<Record<UnusableToken, (host: string) => string>> = {
  expired: (host) => t('The token for {0} is expired or was revoked.', host),
  missing: (host) => t('No token is stored for {0}.', host),
  'read-only': (host) =>
    t(
      'The token for {0} doesn\'t allow pushing, which requires the scope "api" or "write_repository".',
      host,
    ),
  refused: (host) => t('{0} refused the token for Git.', host),
};

const unusableTokenSentence = (reason: UnusableToken, host: string): string => REASON[reason](host);

/** Shown if VS Code asks for the user name and password next. */
export const passwordNeeded = (reason: UnusableToken, host: string): string =>
  t('{0} Git asks for a user name and password instead.', unusableTokenSentence(reason, host));

export const usernamePrompt = (reason: UnusableToken, host: string): string =>
  t('{0} Enter the user name for Git.', unusableTokenSentence(reason, host));

export const passwordPrompt = (host: string, username: string): string =>
  t('Enter the password or a token of {1} on {0} for Git.', host, username);
