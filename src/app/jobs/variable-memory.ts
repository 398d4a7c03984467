import type { JobVariable } from '../../domain/jobs/variables';
import { jobVariablesSchema, lastVariablesSchema } from '../../schemas/stored-pipelines';
import { projectId, type ProjectKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Under this name the variables of the last starts are remembered. */
const MEMORY_KEY = 'last-variables';

/** The oldest are forgotten above this number. */
const MAX = 50;

/** A longer value is not kept: it is a file rather than a choice. */
const MAX_VALUE_LENGTH = 2_000;

/** What variables are remembered for: a job by its name, or the pipelines of a ref. */
export type VariablesOwner = { readonly job: string } | { readonly ref: string };

/** The variables of the last start, by project and job name or ref. The value of a secret one is never kept. */
export class VariableMemory {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /** What was typed and left, else the last ones; a secret one comes with an empty value. */
  recall(project: ProjectKey, started: VariablesOwner): readonly JobVariable[] {
    const known = new Map(this.#read());
    const held = known.get(leftNameOf(project, started)) ?? known.get(nameOf(project, started));
    return jobVariablesSchema
      .parse(held)
      .map(({ key, value, secret }) => ({ key, value: secret ? '' : value, secret }));
  }

  async remember(
    project: ProjectKey,
    started: VariablesOwner,
    variables: readonly JobVariable[],
  ): Promise<void> {
    await this.#set(nameOf(project, started), variables, leftNameOf(project, started));
  }

  /** Keeps what was typed and not started, until the next start. */
  async keepLeft(
    project: ProjectKey,
    started: VariablesOwner,
    variables: readonly JobVariable[],
  ): Promise<void> {
    await this.#set(leftNameOf(project, started), variables);
  }

  async #set(name: string, variables: readonly JobVariable[], over?: string): Promise<void> {
    const others = this.#read().filter(([known]) => known !== name && known !== over);
    const kept = variables.map(({ key, value, secret }) =>
      secret ? { key, secret } : { key, value: value.length > MAX_VALUE_LENGTH ? '' : value },
    );
    const all = kept.length === 0 ? others : [...others, [name, kept] as const];
    await this.#memory.set(MEMORY_KEY, Object.fromEntries(all.slice(-MAX)));
  }

  #read(): readonly (readonly [name: string, held: unknown])[] {
    return Object.entries(lastVariablesSchema.parse(this.#memory.get(MEMORY_KEY)));
  }
}

const nameOf = (project: ProjectKey, started: VariablesOwner): string =>
  `${projectId(project)} ${'job' in started ? `job ${started.job}` : `ref ${started.ref}`}`;

/** Begins with the project, too: what belongs to an account is forgotten by that. */
const leftNameOf = (project: ProjectKey, started: VariablesOwner): string =>
  `${projectId(project)} left ${'job' in started ? `job ${started.job}` : `ref ${started.ref}`}`;
