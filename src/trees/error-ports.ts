import type { Accounts } from '../app/accounts';
import type { ErrorFilter } from '../app/error-filter';
import type { ErrorPlace } from '../app/error-keys';
import type { LatestTraces } from '../app/latest-traces';
import type { PastedTraces } from '../app/pasted-traces';
import type { Projects } from '../app/projects';
import type { TrackedErrors } from '../app/tracked-errors';
import type { Clock } from '../base/clock';
import type { Event } from '../base/emitter';
import type { ContextKeys } from '../editor/context-keys';
import type { Row } from '../presentation/row';
import type { KeyNodeData } from './error-node';
import type { Entry } from './tree-node';

/** The rows about the client keys of a project. */
export interface KeyRows {
  row(data: KeyNodeData): Row;
  entries(data: KeyNodeData): Promise<readonly Entry[]>;
  readonly onDidChange: Event<ErrorPlace>;
  /** Whether the row "Client Keys" stands in a project. */
  has(place: ErrorPlace): boolean;
}

/** Where the rows of errors get what they show. */
export interface ErrorPorts {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly errors: TrackedErrors;
  readonly traces: LatestTraces;
  readonly pasted: PastedTraces;
  readonly filter: ErrorFilter;
  readonly clock: Clock;
  readonly contextKeys: ContextKeys;
  /** Without it the section is left out. */
  readonly keys?: KeyRows | undefined;
}
