import type { Accounts } from '../../../app/accounts/accounts';
import type { ErrorFilter } from '../../../app/errors/filter';
import type { LatestTraces } from '../../../app/errors/latest-stack-traces';
import type { PastedTraces } from '../../../app/errors/pasted-stack-traces';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import type { Projects } from '../../../app/projects/projects';
import type { ErrorPlace } from '../../../app/shared/error-keys';
import type { Clock } from '../../../base/clock';
import type { Event } from '../../../base/emitter';
import type { Row } from '../../../presentation/shared/row';
import type { ContextKeys } from '../../shared/editor/context-keys';
import type { Entry } from '../../tree-node';
import type { KeyNodeData } from './node';

/** The rows for the client keys of a project. */
export interface KeyRows {
  row(data: KeyNodeData): Row;
  entries(data: KeyNodeData): Promise<readonly Entry[]>;
  readonly onDidChange: Event<ErrorPlace>;
  /** True if the project has a row "Client Keys". */
  has(place: ErrorPlace): boolean;
}

/** Sources of the data in rows. */
export interface ErrorDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly errors: TrackedErrors;
  readonly traces: LatestTraces;
  readonly pasted: PastedTraces;
  readonly filter: ErrorFilter;
  readonly clock: Clock;
  readonly contextKeys: ContextKeys;
  /** If undefined, the rows for client keys are omitted. */
  readonly keys?: KeyRows | undefined;
}
