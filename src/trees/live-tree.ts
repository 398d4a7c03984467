import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { t } from '../base/localize';
import { tooltip, treeItem } from '../editor/tree-item';
import type { CommandId } from '../presentation/command-ids';
import { errorRow } from '../presentation/error-rows';
import type { Row } from '../presentation/row';
import { DrawnRows } from './drawn-rows';
import { TreeNode, type Entry } from './tree-node';

/** The root is never drawn. */
const HIDDEN_ROW: Row = {
  label: '',
  icon: { id: 'blank' },
  accessibleLabel: '',
  words: [],
  expandable: 'expanded',
};

/**
 * A tree whose rows are looked up in stores: nodes stay the same objects, of several answers the last one counts,
 * what failed is asked for again only when it is drawn anew, and what is open is held in the stores.
 *
 * The editor draws a node that is fired, and all below it, by taking the rows away and putting new ones: a mouse that is
 * pressed meanwhile is released on another row. So only what would be drawn differently is fired.
 */
export abstract class LiveTree implements TreeDataProvider<TreeNode>, Disposable {
  protected readonly root = new TreeNode('', undefined, { kind: 'note', row: HIDDEN_ROW });
  protected readonly subscriptions = new DisposableStore();
  /** Ends what goes on behind the rows. */
  protected readonly end = new AbortController();
  readonly #changed = new EventEmitter<TreeNode[] | undefined>();
  readonly #loaded = new Emitter<void>();
  readonly #drawn = new DrawnRows((node) => this.row(node));
  /** Something changed about these nodes while they were not to be seen, or closed. */
  readonly #stale = new WeakSet<TreeNode>();
  /** Their children are being looked up. */
  readonly #reading = new WeakSet<TreeNode>();
  /** Their children will be looked up once more after that. */
  readonly #waiting = new WeakSet<TreeNode>();
  /** What failed in an earlier round is asked for again. */
  #round = 0;
  /** The round in which the root was asked for last. */
  #rootRound = -1;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Rows were read that were not known before. */
  readonly onDidLoad = this.#loaded.event;
  /** Out of sight nothing is looked up: the editor keeps what was fired, and asks when the view is seen. */
  isSeen: () => boolean = () => false;

  constructor() {
    this.root.expanded = true;
  }

  /** True where nothing is shown. */
  get isEmpty(): boolean {
    return this.root.children.length === 0;
  }

  /** Reads what is shown again. */
  protected abstract readonly refreshCommand: CommandId;
  protected abstract row(node: TreeNode): Row;
  protected abstract entries(node: TreeNode): Promise<readonly Entry[]>;
  /** Keeps what an open node shows fresh. */
  protected abstract hold(node: TreeNode): Disposable | undefined;
  /** True for a node whose row tells of what is below it. */
  protected abstract tellsOfBelow(node: TreeNode): boolean;
  /** The next node further up that tells of this one. */
  abstract upstreamOf(node: TreeNode): TreeNode | undefined;
  /** The children of a node were read. */
  protected opened(_node: TreeNode): void {
    // Nothing more to do.
  }

  /** Draws everything anew from what is known, and what failed is asked for again. */
  repaint(): void {
    this.#round++;
    this.repaintAges();
  }

  /** Draws everything anew: ages pass. Asks for nothing. */
  repaintAges(): void {
    if (this.isSeen() && this.root.loading !== undefined) void this.#reviewBelow(this.root);
    else this.#changed.fire(undefined);
  }

  getChildren(node: TreeNode = this.root): Promise<TreeNode[]> {
    this.#setExpanded(node, true);
    if (isVisible(node)) this.#stale.delete(node);
    return this.#read(node);
  }

  getTreeItem(node: TreeNode): TreeItem {
    return treeItem(node.id, this.#drawn.draw(node), node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent === this.root ? undefined : node.parent;
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    const facts = this.#drawn.facts(node);
    item.tooltip = facts.length === 0 ? '' : tooltip(facts);
    return item;
  }

  /** Tells that a node was opened or closed: what is inside closed nodes is not kept fresh. */
  setExpanded(node: TreeNode, expanded: boolean): void {
    this.#setExpanded(node, expanded);
    if (expanded && isVisible(node)) this.#reviewStale(node);
  }

  dispose(): void {
    this.end.abort();
    this.root.release();
    this.subscriptions.dispose();
    this.#loaded.dispose();
    this.#changed.dispose();
  }

  /** The root's children are others now: they are asked for again. */
  protected refreshRoot(): void {
    this.#rootRound = -1;
    this.repaintAges();
  }

  /** Something was told of nodes: what is drawn differently now is fired, of them and of those above that tell of them. */
  protected fire(concerns: (node: TreeNode) => boolean): void {
    const nodes = new Set<TreeNode>();
    for (const node of this.root.walk()) {
      if (node === this.root || !concerns(node)) continue;
      node.failedIn = undefined;
      for (let each: TreeNode | undefined = node; each !== undefined; each = this.upstreamOf(each))
        nodes.add(each);
    }
    if (nodes.size === 0) return;
    if (this.isSeen()) this.#review(nodes);
    else this.#changed.fire([...nodes]);
  }

  /** True for a node whose row would be another one than was drawn. */
  protected tellsOther(node: TreeNode): boolean {
    return this.#drawn.isOther(node);
  }

  #setExpanded(node: TreeNode, expanded: boolean): void {
    node.expanded = expanded;
    this.#holdBelow(node, isVisible(node));
  }

  /** Fires those with other rows: the editor asks for all below them by itself. Then looks below the others. */
  #review(nodes: ReadonlySet<TreeNode>): void {
    const fired = new Set<TreeNode>();
    for (const node of nodes) {
      if (!isVisible(node)) this.#stale.add(node);
      else if (this.tellsOther(node)) fired.add(node);
    }
    if (fired.size > 0) {
      for (const node of fired) this.#drawn.draw(node);
      this.#changed.fire([...fired]);
    }
    for (const node of nodes) {
      if (isVisible(node) && !fired.has(node) && !isBelow(node, nodes) && !isBelow(node, fired))
        void this.#reviewBelow(node);
    }
  }

  /** Looks up the children of an open node again, and fires it where they are others; else looks at their rows. */
  async #reviewBelow(node: TreeNode): Promise<void> {
    // Nobody has asked for its children.
    if (node.loading === undefined || this.#waiting.has(node)) return;
    if (!node.expanded) {
      this.#stale.add(node);
      return;
    }
    this.#waiting.add(node);
    // What is on its way to the editor may have been looked up before the change.
    const before = this.#reading.has(node) ? await node.loading : node.children;
    this.#waiting.delete(node);
    if (this.end.signal.aborted) return;
    await this.#read(node);
    const { children } = node;
    const isSame = before.length === children.length && before.every((child, at) => child === children[at]);
    if (isSame) this.#review(new Set(children));
    else this.#changed.fire(node === this.root ? undefined : [node]);
  }

  /** What changed while it could not be seen. */
  #reviewStale(node: TreeNode): void {
    if (this.#stale.delete(node)) this.#review(new Set([node]));
    else if (node.expanded) for (const child of node.children) this.#reviewStale(child);
  }

  #read(node: TreeNode): Promise<TreeNode[]> {
    if (node.failedIn === this.#round) return Promise.resolve([...node.children]);
    // What could not be read of the root would be asked for again.
    if (node === this.root && this.#rootRound === this.#round && !this.isEmpty)
      return Promise.resolve([...node.children]);
    const turn = ++node.turn;
    this.#reading.add(node);
    node.loading = this.#load(node, turn, this.#round);
    return node.loading;
  }

  async #load(node: TreeNode, turn: number, round: number): Promise<TreeNode[]> {
    let entries: readonly Entry[];
    let failedIn: number | undefined;
    try {
      entries = await this.entries(node);
    } catch (error) {
      failedIn = round;
      const row = errorRow(t('These rows could not be loaded'), error, this.refreshCommand);
      entries = [{ key: 'error', data: { kind: 'note', row } }];
    }
    // Somebody asked again meanwhile: the later answer is the newer one, whichever comes first.
    if (turn !== node.turn) return node.loading ?? [...node.children];
    this.#reading.delete(node);
    node.failedIn = failedIn;
    if (node === this.root) this.#rootRound = round;
    const children = node.setChildren(entries);
    if (failedIn === undefined) this.#loaded.fire();
    if (this.tellsOfBelow(node) && this.tellsOther(node)) this.#review(new Set([node]));
    if (failedIn === undefined) this.opened(node);
    return children;
  }

  #holdBelow(node: TreeNode, visible: boolean): void {
    const wanted = visible && node.expanded;
    if (wanted) node.hold ??= this.hold(node);
    else {
      node.hold?.dispose();
      node.hold = undefined;
    }
    for (const child of node.children) this.#holdBelow(child, wanted);
  }
}

function isVisible(node: TreeNode): boolean {
  return node.parent === undefined || (node.parent.expanded && isVisible(node.parent));
}

function isBelow({ parent }: TreeNode, nodes: ReadonlySet<TreeNode>): boolean {
  return parent !== undefined && (nodes.has(parent) || isBelow(parent, nodes));
}
