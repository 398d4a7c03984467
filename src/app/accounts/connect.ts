import { parseBaseAddress } from '../../api/base-address';
import { createClient } from '../../api/create-client';
import type { Moved } from '../../api/moved';
import type { Transport } from '../../api/transport';
import { WriteNumbers } from '../../api/write-numbers';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { logFailure } from '../../base/log-failure';
import type { Connect } from './accounts';

export interface ConnectDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** Shared by all clients: a new one of the same server, for example after another sign-in, continues to count. */
  readonly writes?: WriteNumbers;
  /** Stores the new IDs of moved projects for later sessions. */
  readonly moves: { remember(base: string, moved: Moved): Promise<void> };
}

/** Creates the clients of accounts. They store the IDs of moved projects. */
export function connectWith({
  transport,
  clock,
  log,
  moves,
  writes = new WriteNumbers(),
}: ConnectDeps): Connect {
  return (base, token) => {
    const parsed = parseBaseAddress(base);
    if (!parsed.ok) throw new Error(`Invalid server URL: ${parsed.problem}`);
    return createClient({
      base: parsed.address,
      credential: { kind: 'personal', token },
      transport,
      writes,
      clock,
      log,
      onMoved: (moved) => {
        logFailure(log, "Couldn't store the new path of a project", moves.remember(base, moved));
      },
    });
  };
}
