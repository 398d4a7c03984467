import { type ApiError, type MissingTokenRights, missingTokenRights } from '../../api/errors';
import { t } from '../../base/localize';
import { listText } from './format';

/** Returns the short form of what the token lacks, for rows; undefined if the refusal isn't about the token. */
export function briefTokenProblem(error: ApiError): string | undefined {
  const lack = missingTokenRights(error);
  return lack && BRIEF[lack.kind]();
}

const BRIEF: Readonly<Record<MissingTokenRights['kind'], () => string>> = {
  scope: () => t('Token lacks a scope'),
  permission: () => t('Token lacks a permission'),
  'no-fine-grained-tokens': () => t('Token not supported'),
};

/** Marks an account whose token can't change anything. */
export const readOnlyTokenLabel = (): string => t('read-only token');

/** Explains why a command didn't start, or why a page has no buttons. */
export const readOnlyTokenProblem = (base: string): string =>
  t(
    'The token for {0} is read-only. To change anything, sign in with a token that has the "api" scope.',
    new URL(base).host,
  );

/**
 * Returns what the token lacks, by name if the server returns the names, and what to do; undefined if the
 * refusal isn't about the token.
 */
export function tokenProblem(error: ApiError): string | undefined {
  const lack = missingTokenRights(error);
  return lack && PROBLEMS[lack.kind](error.host, lack.names);
}

const PROBLEMS: Readonly<
  Record<MissingTokenRights['kind'], (host: string, names: readonly string[]) => string>
> = {
  scope: (host, names) =>
    names.length === 0
      ? t(
          "The token for {0} doesn't have a scope that this action requires. Sign in with a token that has it.",
          host,
        )
      : t(
          "The token for {0} doesn't have the required scope ({1}). Sign in with a token that has it.",
          host,
          listText(names, 'or'),
        ),
  // Servers also refuse tokens that aren't fine-grained like this, if a group requires fine-grained tokens.
  permission: (host, names) =>
    names.length === 0
      ? t(
          '{0} requires a fine-grained token with a permission for this action. Sign in with a token that has it.',
          host,
        )
      : t(
          '{0} requires a fine-grained token with {1, plural, one {this permission} other {these permissions}}: {2}. Sign in with a token that has {1, plural, one {it} other {them}}.',
          host,
          names.length,
          listText(names),
        ),
  'no-fine-grained-tokens': (host) =>
    t(
      "{0} doesn't accept fine-grained tokens for this action. Sign in with a token that isn't fine-grained.",
      host,
    ),
};
