import { deepEqual } from '../../base/deep-equal';
import type { Detail, Row } from '../../presentation/shared/row';
import type { TreeNode } from '../tree-node';

/** The root is never drawn. */
export const HIDDEN_ROW: Row = {
  label: '',
  icon: { id: 'blank' },
  accessibleLabel: '',
  contextTokens: [],
  expandable: 'expanded',
};

/** What the editor was given of each node, to tell whether it would get something else now. */
export class RenderedRows {
  readonly #rowOf: (node: TreeNode) => Row;
  readonly #rows = new WeakMap<TreeNode, Row>();
  /** Tooltips that were asked for: the editor keeps them until the row is drawn anew. */
  readonly #facts = new WeakMap<TreeNode, readonly Detail[]>();

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
  details(node: TreeNode): readonly Detail[] {
    const { details: facts = [] } = this.#rowOf(node);
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
      !deepEqual({ ...drawn, facts: [] }, { ...row, facts: [] }) ||
      (facts !== undefined && !deepEqual(facts, row.details ?? []))
    );
  }
}
