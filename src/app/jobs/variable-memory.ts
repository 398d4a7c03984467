import type { JobVariable } from '../../domain/jobs/variables';
import { jobVariablesSchema, lastVariablesSchema } from '../../schemas/stored/pipelines';
import { projectId, type ProjectKey } from '../shared/keys';
import { StoredMap } from '../shared/stored-map';
import type { KeyValueStore } from '../shared/stores';

/** Key of the stored variables. */
const MEMORY_KEY = 'last-variables';

/** Maximum number of entries. The oldest are removed. */
const MAX = 50;

/** Longer values aren't stored, because they are probably contents of files. */
const MAX_VALUE_LENGTH = 2_000;

/** The job or ref to which variables belong: a job by its name, or the pipelines of a ref. */
export type VariablesOwner = { readonly job: string } | { readonly ref: string };

/** Inputs and variables can have the same names, so that they are stored separately. */
export type VariablesPart = 'variables' | 'inputs';

/** The variables and inputs of the last run, by project and job name or ref. Secret values are never stored. */
export class VariableMemory {
  readonly #entries: StoredMap<unknown>;

  constructor(memory: KeyValueStore) {
    const parse = (stored: unknown) => lastVariablesSchema.parse(stored);
    this.#entries = new StoredMap(memory, { key: MEMORY_KEY, parse, max: MAX });
  }

  /** Variables that were entered but not used, otherwise the last ones. Secret values are empty. */
  recall(
    project: ProjectKey,
    started: VariablesOwner,
    part: VariablesPart = 'variables',
  ): readonly JobVariable[] {
    const left = this.#entries.get(leftNameOf(project, started, part));
    const held = left ?? this.#entries.get(nameOf(project, started, part));
    return jobVariablesSchema
      .parse(held)
      .map(({ key, value, secret }) => ({ key, value: secret ? '' : value, secret }));
  }

  async remember(
    project: ProjectKey,
    started: VariablesOwner,
    variables: readonly JobVariable[],
    part: VariablesPart = 'variables',
  ): Promise<void> {
    await this.#set(nameOf(project, started, part), variables, [leftNameOf(project, started, part)]);
  }

  /** Stores variables that were entered but not used, until the next run. */
  async keepLeft(
    project: ProjectKey,
    started: VariablesOwner,
    variables: readonly JobVariable[],
    part: VariablesPart = 'variables',
  ): Promise<void> {
    await this.#set(leftNameOf(project, started, part), variables);
  }

  async #set(name: string, variables: readonly JobVariable[], over: readonly string[] = []): Promise<void> {
    const kept = variables.map(({ key, value, secret }) =>
      secret ? { key, secret } : { key, value: value.length > MAX_VALUE_LENGTH ? '' : value },
    );
    if (kept.length === 0) await this.#entries.delete(name, ...over);
    else await this.#entries.set(name, kept, over);
  }
}

const nameOf = (project: ProjectKey, started: VariablesOwner, part: VariablesPart): string =>
  `${projectId(project)} ${partName(started, part)}`;

/** Starts with the project ID, so that it is removed with the account's data. */
const leftNameOf = (project: ProjectKey, started: VariablesOwner, part: VariablesPart): string =>
  `${projectId(project)} left ${partName(started, part)}`;

const partName = (started: VariablesOwner, part: VariablesPart): string =>
  `${part === 'inputs' ? 'inputs of ' : ''}${'job' in started ? `job ${started.job}` : `ref ${started.ref}`}`;
