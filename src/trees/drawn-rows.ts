import { sameValue } from '../base/same-value';
import type { Fact, Row } from '../presentation/row';
import type { TreeNode } from './tree-node';

/** What the editor was given of each node, to tell whether it would get something else now. */
export class DrawnRows {
  readonly #rowOf: (node: TreeNode) => Row;
  readonly #rows = new WeakMap<TreeNode, Row>();
  /** Tooltips that were asked for: the editor keeps them until the row is drawn anew. */
  readonly #facts = new WeakMap<TreeNode, readonly Fact[]>();

  constructor(rowOf: (node: TreeNode) => Row) {
    this.#rowOf = rowOf;
  }

  /** The row as it is now: it is, or will be, drawn like this. */
  draw(node: TreeNode): Row {
    const row = this.#rowOf(node);
    this.#rows.set(node, row);
    this.#facts.delete(node);
    return row;
  }

  /** The tooltip of a row. */
  facts(node: TreeNode): readonly Fact[] {
    const { facts = [] } = this.#rowOf(node);
    this.#facts.set(node, facts);
    return facts;
  }

  /** True for a node that was drawn, and not as it is now. */
  isOther(node: TreeNode): boolean {
    const drawn = this.#rows.get(node);
    if (drawn === undefined) return false;
    const row = this.#rowOf(node);
    const facts = this.#facts.get(node);
    return (
      !sameValue({ ...drawn, facts: [] }, { ...row, facts: [] }) ||
      (facts !== undefined && !sameValue(facts, row.facts ?? []))
    );
  }
}
