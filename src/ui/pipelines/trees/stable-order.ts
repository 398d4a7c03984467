import type { Entry, TreeNode } from '../../tree-node';

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
