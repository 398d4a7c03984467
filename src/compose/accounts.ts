import type { ExtensionContext } from 'vscode';
import type { Client } from '../api/client';
import { createPolicyTransport, type PolicyTransport } from '../api/http-policy/policy-transport';
import { nodeTransport, type Transport } from '../api/transport';
import { WriteNumbers } from '../api/write-numbers';
import { AccountMemory, accountState } from '../app/accounts/account-state';
import { Accounts } from '../app/accounts/accounts';
import { connectWith } from '../app/accounts/connect';
import { ProjectRenames } from '../app/projects/project-renames';
import { longestPause } from '../app/shared/longest-pause';
import { notifyOnce } from '../app/shared/notify-once';
import type { StateKey } from '../app/shared/stored-state';
import { type Clock, systemClock } from '../base/clock';
import type { Event } from '../base/emitter';
import { componentLog } from '../base/log';
import { logFailure } from '../base/log-failure';
import { insecureEnvironment } from '../presentation/accounts/sign-in-messages';
import { versionOf } from '../ui/shared/editor/manifest';
import { ACCOUNT_LISTS, secretStore, TOKENS, mementoStore } from '../ui/shared/editor/storage';
import type { OutputModule } from './output';
import type { Registered } from './registered';

/** Accounts, their clients, and the state that is stored for them. */
export interface AccountsModule {
  readonly clock: Clock;
  /** Sends requests without an account. */
  readonly wire: Transport;
  readonly transport: PolicyTransport;
  /** The longest pause that a server requested; undefined if there is none. */
  readonly pause: () => ReturnType<typeof longestPause>;
  readonly workspaceMemory: AccountMemory;
  readonly sharedMemory: AccountMemory;
  /** Returns `sharedMemory` after registering the keys for Settings Sync. */
  readonly syncedMemory: (keys: readonly StateKey[]) => AccountMemory;
  readonly moves: ProjectRenames;
  /** The writes of all clients and of git. */
  readonly writes: WriteNumbers;
  readonly accounts: Accounts;
  readonly clientFor: (base: string) => Client;
}

/** Limits for requests, from the settings. */
export interface RequestLimits {
  readonly current: () => Parameters<PolicyTransport['setLimits']>[0];
  readonly onDidChange: Event<void>;
}

interface AccountsContext extends Pick<ExtensionContext, 'globalState' | 'workspaceState'> {
  readonly extension: Parameters<typeof versionOf>[0];
  readonly secrets: Parameters<typeof secretStore>[0];
}

type AccountsDeps = Pick<Registered, 'store' | 'environment' | 'onDidChangeSecret'> &
  Pick<OutputModule, 'mask' | 'log' | 'notify'>;

export function composeAccounts(
  context: AccountsContext,
  limits: RequestLimits,
  { store, environment, onDidChangeSecret, mask, log, notify }: AccountsDeps,
): AccountsModule {
  const clock = systemClock;
  const wire = store.add(nodeTransport({ userAgent: `switchyard/${versionOf(context.extension)}`, clock }));
  const transport = store.add(createPolicyTransport(wire, { clock, limits: limits.current() }));
  store.add(
    limits.onDidChange(() => {
      transport.setLimits(limits.current());
    }),
  );
  const stateLog = componentLog(log, 'state');
  const accountLog = componentLog(log, 'accounts');
  const workspaceMemory = store.add(new AccountMemory(mementoStore(context.workspaceState, stateLog)));
  const sharedMemory = store.add(new AccountMemory(mementoStore(context.globalState, stateLog)));
  const writes = new WriteNumbers();
  const moves = store.add(new ProjectRenames(workspaceMemory));
  const accounts = store.add(
    new Accounts({
      secrets: secretStore(context.secrets, TOKENS, onDidChangeSecret),
      lists: secretStore(context.secrets, ACCOUNT_LISTS, onDidChangeSecret),
      memory: sharedMemory,
      state: accountState([workspaceMemory, sharedMemory]),
      environment,
      connect: connectWith({ transport, clock, log: componentLog(log, 'api'), moves, writes }),
      mask,
      log: accountLog,
      onInsecure: (base) => {
        const notified = notifyOnce(sharedMemory, 'insecure-told', base, () => {
          notify(insecureEnvironment(base));
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
  const clientFor = (base: string): Client => accounts.client(base);
  const syncedMemory = (keys: readonly StateKey[]): AccountMemory => {
    context.globalState.setKeysForSync(keys);
    return sharedMemory;
  };
  const memories = { workspaceMemory, sharedMemory, syncedMemory };
  const pause = () => longestPause(transport.traffic().hosts);
  return { clock, wire, transport, pause, ...memories, moves, writes, accounts, clientFor };
}
