import type { Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listLabels, listMilestones } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import { logFailure } from '../../base/log-failure';
import type { ProjectKey } from '../shared/keys';

/** Names that texts of a project can refer to. */
export interface ProjectNames {
  readonly labels: readonly ResultOf<typeof listLabels>[];
  readonly milestones: readonly ResultOf<typeof listMilestones>[];
}

const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/**
 * Labels and milestones of projects, with which references in texts are recognized. Loaded once for each
 * project, when a text may contain such a reference.
 */
export class TextParts implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #log: Log;
  readonly #known = new Map<string, ProjectNames>();
  readonly #requested = new Set<string>();
  readonly #changed = new Emitter<ProjectKey>();
  #generation = 0;

  /** Fires when the labels and milestones of a project are loaded. */
  readonly onDidChange = this.#changed.event;

  constructor(clientFor: (base: string) => Client, log: Log) {
    this.#clientFor = clientFor;
    this.#log = log;
  }

  /** Undefined until loaded. */
  peek(key: ProjectKey): ProjectNames | undefined {
    return this.#known.get(idOf(key));
  }

  /** Starts loading, unless that was done before. After a failure, names stay text. */
  load(key: ProjectKey): void {
    const id = idOf(key);
    if (this.#requested.has(id)) return;
    this.#requested.add(id);
    logFailure(this.#log, 'Loading labels and milestones', this.#read(key, this.#generation));
  }

  /** Called when an account changes. */
  clear(): void {
    this.#generation++;
    this.#known.clear();
    this.#requested.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(key: ProjectKey, generation: number): Promise<void> {
    const client = this.#clientFor(key.base);
    const args = { id: key.project, per_page: PAGE_SIZE };
    const limit = { maxPages: MAX_PAGES, priority: 'background' } as const;
    const [labels, milestones] = await Promise.all([
      itemsOf(client.collect(listLabels, args, limit)),
      itemsOf(client.collect(listMilestones, args, limit)),
    ]);
    if (generation !== this.#generation) return;
    this.#known.set(idOf(key), { labels, milestones });
    this.#changed.fire(key);
  }
}

const idOf = ({ base, project }: ProjectKey): string => `${base}\n${project}`;

/** Servers without these lists have no such references. */
async function itemsOf<T>(list: Promise<{ readonly items: readonly T[] }>): Promise<readonly T[]> {
  try {
    return (await list).items;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}
