import type { ApiError } from '../../api/errors';
import { locale, t } from '../../base/localize';

/** End of a message about missing scopes (`api/server-message.ts`). Any of several scopes is enough. */
const SCOPES = /\(scope: ([^()]+)\)$/;

/** Messages that don't name a scope (server-behavior.md#token-errors). */
const UNNAMED = /^insufficient_scope$|higher privileges than provided/i;

/** True if the token lacks a scope. The user may still have the permission. */
export const lacksScope = ({ kind, serverMessage = '' }: ApiError): boolean =>
  kind === 'forbidden' && (SCOPES.test(serverMessage) || UNNAMED.test(serverMessage));

/** Returns what to do, with the missing scopes if the server names them. */
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
