import { deepEqual } from '../../../base/deep-equal';
import type { Detail, Row } from '../../../presentation/shared/row';
import type { TreeNode } from '../../tree-node';

/** The root isn't rendered. */
export const HIDDEN_ROW: Row = {
  label: '',
  icon: { id: 'blank' },
  accessibleLabel: '',
  contextTokens: [],
  expandable: 'expanded',
};

/** The rows that the editor has, to detect whether they are outdated. */
export class RenderedRows {
  readonly #rowOf: (node: TreeNode) => Row;
  readonly #rows = new WeakMap<TreeNode, Row>();
  /** Requested tooltips, which the editor keeps until it renders the row again. */
  readonly #facts = new WeakMap<TreeNode, readonly Detail[]>();

  constructor(rowOf: (node: TreeNode) => Row) {
    this.#rowOf = rowOf;
  }

  /** Returns the current row and records it as rendered. */
  draw(node: TreeNode): Row {
    const row = this.#rowOf(node);
    this.#rows.set(node, row);
    this.#facts.delete(node);
    return row;
  }

  /** Returns the tooltip of a row and records it as rendered. */
  details(node: TreeNode): readonly Detail[] {
    const { details: facts = [] } = this.#rowOf(node);
    this.#facts.set(node, facts);
    return facts;
  }

  /** True if the node was rendered differently than its current row. */
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
