import { t } from '../../base/localize';

/** Messages for each operation that can fail. */
const FAILURES: Readonly<Record<string, (host: string) => string>> = {
  read: (host) =>
    t(
      "Couldn't read the token for {0} from VS Code's secret storage. Unlock the keychain of your computer, and try again.",
      host,
    ),
  store: (host) =>
    t(
      "Couldn't store the token for {0} in VS Code's secret storage. Unlock the keychain of your computer, and try again.",
      host,
    ),
  delete: (host) =>
    t(
      "Couldn't delete the token for {0} from VS Code's secret storage, so you are still signed in. Unlock the keychain of your computer, and try again.",
      host,
    ),
};

/** Explains a failure of the secret storage. `failure`: what failed. */
export const secretStorageFailure = (host: string, failure: string | undefined): string =>
  FAILURES[failure ?? '']?.(host) ??
  t("VS Code's secret storage isn't available. Unlock the keychain of your computer, and try again.");
