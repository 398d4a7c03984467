import type { Entry, TreeNode } from '../../tree-node';

/** The rows of a project's list. */
interface ShownList {
  /** Content of the list. */
  readonly query: string;
  /** Keys of the pipelines. */
  readonly shown: ReadonlySet<string>;
  /** Number of new pipelines that aren't shown. */
  readonly held: number;
}

/**
 * Holds back the new pipelines of a list until the user asks for them. Otherwise, they would move all rows below, and a
 * click could hit another pipeline.
 */
export class HeldPipelines {
  readonly #lists = new Map<string, ShownList>();

  /** Returns the children of a project without the pipelines above those that were shown before. */
  apply(project: string, entries: readonly Entry[], query: string): readonly Entry[] {
    const before = this.#lists.get(project);
    const known = before?.query === query ? before.shown : undefined;
    const held = Math.max(0, known === undefined ? 0 : entries.findIndex(({ key }) => known.has(key)));
    const rest = entries.slice(held);
    const shown = rest.flatMap(({ key, data }) => (data.kind === 'pipeline' ? [key] : []));
    this.#lists.set(project, { query, shown: new Set(shown), held });
    return rest;
  }

  /** Returns the number of new pipelines of a project that aren't shown. */
  count(project: string): number {
    return this.#lists.get(project)?.held ?? 0;
  }

  /** Shows all pipelines of a project when its rows are read the next time. Returns false if all are shown. */
  release(project: string): boolean {
    const held = this.count(project);
    this.#lists.delete(project);
    return held > 0;
  }
}

/** The order of the jobs below a node, by key. */
interface Order {
  /** How the jobs were sorted. */
  readonly sortedBy: string;
  readonly keys: readonly string[];
}

/**
 * Keeps the order of the jobs below expanded rows when their statuses change. Otherwise, a click could hit
 * another job that has just moved under the pointer.
 */
export class StableOrder {
  readonly #orders = new WeakMap<TreeNode, Order>();

  /** Returns the children of a node in the order in which they were shown before; new jobs come last. */
  apply(node: TreeNode, entries: readonly Entry[], sortedBy: string): readonly Entry[] {
    const before = this.#orders.get(node);
    const known = before?.sortedBy === sortedBy ? before.keys : [];
    const places = new Map(known.map((key, index) => [key, index]));
    const placeOf = ({ key }: Entry): number => places.get(key) ?? known.length;
    const jobs = entries.filter(isJob).sort((a, b) => placeOf(a) - placeOf(b));
    const added = jobs.map(({ key }) => key).filter((key) => !places.has(key));
    // Jobs that a filter hides keep their places.
    this.#orders.set(node, { sortedBy, keys: [...known, ...added] });
    return [...jobs, ...entries.filter((entry) => !isJob(entry))];
  }

  /** Forgets the order below a node and its descendants. Returns false if there was none. */
  forget(node: TreeNode): boolean {
    let hadOrder = false;
    for (const each of node.walk()) hadOrder = this.#orders.delete(each) || hadOrder;
    return hadOrder;
  }
}

const isJob = ({ data: { kind } }: Entry): boolean => kind === 'job' || kind === 'bridge';
