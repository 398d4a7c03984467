import { type ApiError, type ErrorKind, isApiError, isCanceled } from '../../api/errors';
import { t } from '../../base/localize';
import { ReadOnlyTokenError } from '../../domain/accounts/token-scopes';
import { RoleTooLowError } from '../../domain/projects/required-roles';
import { briefTokenProblem } from './scope-messages';

const rejected = (): string => t('Request rejected');
const unexpected = (): string => t('Unexpected response');

const CERTIFICATE = /CERT|SIGNED|LEAF_SIGNATURE/;

/** Reasons of two or three words, for rows. The tooltip has the whole sentence. */
const REASONS: Readonly<Record<ErrorKind, (error: ApiError) => string>> = {
  network: ({ detail, status }) =>
    status === 407
      ? t('Proxy requires authentication')
      : CERTIFICATE.test(detail ?? '')
        ? t('Certificate not trusted')
        : t('No connection'),
  timeout: () => t('No response in time'),
  aborted: () => t('Canceled'),
  'bad-request': rejected,
  unauthorized: ({ status }) => (status === undefined ? t('No usable token') : t('Token rejected')),
  forbidden: () => t('No permission'),
  'not-found': () => t('Not found'),
  'method-not-allowed': rejected,
  'not-acceptable': rejected,
  conflict: rejected,
  gone: () => t('No longer exists'),
  'uri-too-long': rejected,
  unprocessable: rejected,
  'too-many-requests': () => t('Rate limited'),
  server: ({ status }) => (status === undefined ? t('Server error') : t('Server error ({0})', status)),
  'not-json': unexpected,
  schema: unexpected,
  moved: () => t('Moved to another URL'),
  'secret-storage': () => t('Secret storage not available'),
};

/** Returns the reason in a few words; undefined if it is known only as a sentence. */
export function briefReason(error: unknown): string | undefined {
  if (isApiError(error)) return briefTokenProblem(error) ?? REASONS[error.kind](error);
  if (isCanceled(error)) return t('Canceled');
  if (error instanceof ReadOnlyTokenError) return t('Token is read-only');
  if (!(error instanceof RoleTooLowError)) return undefined;
  return error.access === 'archived' ? t('Project archived') : t('Role too low');
}
