import type { Transport } from '../../../api/transport';
import type { WriteNumbers } from '../../../api/write-numbers';
import { type AccountMemory, accountState } from '../../../app/accounts/account-state';
import { Accounts } from '../../../app/accounts/accounts';
import { connectWith } from '../../../app/accounts/connect';
import type { ProjectRenames } from '../../../app/projects/project-renames';
import { notifyOnce } from '../../../app/shared/notify-once';
import type { Clock } from '../../../base/clock';
import type { DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { componentLog, type Log, type SecretMask } from '../../../base/log';
import { logFailure } from '../../../base/log-failure';
import { insecureEnvironment } from '../../../presentation/accounts/sign-in-messages';
import type { EnvironmentAccount } from '../../shared/editor/own-environment';
import { ACCOUNT_LISTS, secretStore, TOKENS } from '../../shared/editor/storage';

export interface StoredAccountsDeps {
  readonly context: { readonly secrets: Parameters<typeof secretStore>[0] };
  readonly environment: EnvironmentAccount;
  /** Fires with the name of a secret that changed in this or another window. */
  readonly onDidChangeSecret: Event<string>;
  readonly workspaceMemory: AccountMemory;
  readonly sharedMemory: AccountMemory;
  readonly transport: Transport & { forget(): void };
  readonly clock: Clock;
  readonly moves: ProjectRenames;
  readonly writes: WriteNumbers;
  readonly mask: SecretMask;
  readonly log: Log;
  readonly notify: (message: string) => void;
  readonly store: DisposableStore;
}

/** Creates the accounts, whose tokens are in the editor's secret storage. */
export function storedAccounts(deps: StoredAccountsDeps): Accounts {
  const { context, environment, log, mask, onDidChangeSecret, sharedMemory, store, transport } = deps;
  const accountLog = componentLog(log, 'accounts');
  const accounts = store.add(
    new Accounts({
      secrets: secretStore(context.secrets, TOKENS, onDidChangeSecret),
      lists: secretStore(context.secrets, ACCOUNT_LISTS, onDidChangeSecret),
      memory: sharedMemory,
      state: accountState([deps.workspaceMemory, sharedMemory]),
      environment,
      connect: connectWith({ ...deps, log: componentLog(log, 'api') }),
      mask,
      log: accountLog,
      onInsecure: (base) => {
        const notified = notifyOnce(sharedMemory, 'insecure-told', base, () => {
          deps.notify(insecureEnvironment(base));
        });
        logFailure(accountLog, "Couldn't store that the warning about http was shown", notified);
      },
    }),
  );
  store.add(
    accounts.onDidChange(() => {
      transport.forget();
    }),
  );
  return accounts;
}
