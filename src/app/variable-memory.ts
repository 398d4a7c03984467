import type { JobVariable } from '../domain/job-variables';
import { isRecord } from '../base/record';
import { projectId, type ProjectKey } from './keys';
import type { KeyValueStore } from './ports';

/** Under this name the variables of the last starts are remembered. */
const MEMORY_KEY = 'last-variables';

/** The oldest are forgotten above this number. */
const MOST = 50;

/** A longer value is not kept: it is a file rather than a choice. */
const LONGEST_VALUE = 2_000;

/** What variables are remembered for: a job by its name, or the pipelines of a ref. */
export type Started = { readonly job: string } | { readonly ref: string };

/** The variables of the last start, by project and job name or ref. The value of a secret one is never kept. */
export class VariableMemory {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /** The last ones; a secret one comes with an empty value. */
  recall(project: ProjectKey, started: Started): readonly JobVariable[] {
    const held = this.#read().find(([name]) => name === nameOf(project, started))?.[1];
    return Array.isArray(held) ? held.flatMap((one: unknown) => readVariable(one) ?? []) : [];
  }

  async remember(project: ProjectKey, started: Started, variables: readonly JobVariable[]): Promise<void> {
    const name = nameOf(project, started);
    const others = this.#read().filter(([known]) => known !== name);
    const kept = variables.map(({ key, value, secret }) =>
      secret ? { key, secret } : { key, value: value.length > LONGEST_VALUE ? '' : value },
    );
    const all = kept.length === 0 ? others : [...others, [name, kept] as const];
    await this.#memory.set(MEMORY_KEY, Object.fromEntries(all.slice(-MOST)));
  }

  #read(): readonly (readonly [name: string, held: unknown])[] {
    const held = this.#memory.get(MEMORY_KEY);
    return isRecord(held) ? Object.entries(held) : [];
  }
}

const nameOf = (project: ProjectKey, started: Started): string =>
  `${projectId(project)} ${'job' in started ? `job ${started.job}` : `ref ${started.ref}`}`;

function readVariable(held: unknown): JobVariable | undefined {
  if (!isRecord(held) || typeof held['key'] !== 'string') return undefined;
  const secret = held['secret'] === true;
  const value = held['value'];
  return { key: held['key'], value: secret || typeof value !== 'string' ? '' : value, secret };
}
