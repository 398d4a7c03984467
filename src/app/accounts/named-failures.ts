import { ApiError } from '../../api/errors';
import { parseUrl } from '../../base/parse-url';
import type { SecretStore } from '../shared/stores';
import { serverOfTokenKey } from './token-keys';

/** The operation that failed, for the message. `list`: reading or storing the list of accounts. */
type SecretFailure = 'read' | 'store' | 'delete' | 'list';

/**
 * A secret store whose failures are errors of the kind `secret-storage`. They don't contain the cause, which could
 * contain a secret.
 */
export function withNamedFailures(
  secrets: SecretStore,
  nameOf: (failure: SecretFailure) => SecretFailure = (failure) => failure,
): SecretStore {
  const named = async <T>(failure: SecretFailure, key: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch {
      const base = serverOfTokenKey(key);
      const host = parseUrl(base)?.host ?? '';
      throw new ApiError({
        kind: 'secret-storage',
        endpoint: 'secret storage',
        host,
        base,
        detail: nameOf(failure),
      });
    }
  };
  const keys = secrets.keys?.bind(secrets);
  return {
    get: (key) => named('read', key, () => secrets.get(key)),
    set: (key, secret) => named('store', key, () => secrets.set(key, secret)),
    delete: (key) => named('delete', key, () => secrets.delete(key)),
    ...(keys === undefined ? {} : { keys: () => named('list', '', keys) }),
    onDidChange: secrets.onDidChange,
  };
}
