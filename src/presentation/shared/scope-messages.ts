import type { ApiError } from '../../api/errors';
import { locale, t } from '../../base/localize';

/** As the words of such a refusal end (`api/server-message.ts`). Any one of several scopes is enough. */
const SCOPES = /\(scope: ([^()]+)\)$/;

/** What servers say that name no scope (server-behavior.md#token-errors). */
const UNNAMED = /^insufficient_scope$|higher privileges than provided/i;

/** True if the user may do it, but the token may not. */
export const lacksScope = ({ kind, serverMessage = '' }: ApiError): boolean =>
  kind === 'forbidden' && (SCOPES.test(serverMessage) || UNNAMED.test(serverMessage));

/** What to do; names the scopes that the token lacks, if the server does. */
export function missingScope({ host, serverMessage = '' }: ApiError): string {
  const scopes = SCOPES.exec(serverMessage)?.[1]?.split(/[\s,]+/);
  return scopes === undefined
    ? t(
        "The token for {0} doesn't have a scope that this action requires. Sign in with a token that has it.",
        host,
      )
    : t(
        "The token for {0} doesn't have the required scope ({1}). Sign in with a token that has it.",
        host,
        new Intl.ListFormat(locale(), { type: 'disjunction' }).format(scopes),
      );
}
