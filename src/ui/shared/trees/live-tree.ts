import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { CommandId } from '../../../presentation/shared/command-ids';
import { errorRow } from '../../../presentation/shared/error-row';
import { markedRow, readOnlyRow, type Row } from '../../../presentation/shared/row';
import { type Entry, TreeNode } from '../../tree-node';
import { tooltip, treeItem } from '../editor/tree-item';
import { HIDDEN_ROW, RenderedRows } from './rendered-rows';
import { UnansweredFires } from './unanswered-fires';

/** Retains the data of a node and the nodes below it if they are visible and expanded; releases the others' data. */
function updateRetained(node: TreeNode, retain: (node: TreeNode) => Disposable | undefined): void {
  if (node.isVisible && node.expanded) node.retained ??= retain(node);
  else {
    node.retained?.dispose();
    node.retained = undefined;
  }
  for (const child of node.children) updateRetained(child, retain);
}

/** The only child of a node whose children couldn't be read. */
function errorEntries(error: unknown, refreshCommand: CommandId): readonly Entry[] {
  const row = errorRow({ what: t("Couldn't load these items") }, error, refreshCommand);
  return [{ key: 'error', data: { kind: 'note', row } }];
}

/**
 * A tree whose rows are read from stores. Nodes keep their identity, the response to the latest request is used, failed
 * requests are repeated only in the next round, and expanded nodes retain their data in the stores.
 *
 * When the event fires for a node, the editor replaces the rows of the node and everything below it. A mouse button
 * pressed before would be released on another row, so the event fires only for nodes whose rendering would change.
 */
export abstract class LiveTree implements TreeDataProvider<TreeNode>, Disposable {
  protected readonly root = new TreeNode('', undefined, { kind: 'note', row: HIDDEN_ROW });
  protected readonly subscriptions = new DisposableStore();
  /** Aborted when the tree is disposed. */
  protected readonly end = new AbortController();
  readonly #changed = new EventEmitter<TreeNode[] | undefined>();
  readonly #loaded = new Emitter<void>();
  readonly #failed = new Emitter<void>();
  readonly #unanswered: UnansweredFires<TreeNode>;
  readonly #drawn = new RenderedRows((node) => {
    const row = this.row(node);
    const shown = this.#mark === undefined || node.parent !== this.root ? row : markedRow(row, this.#mark);
    const { server } = node;
    return server !== undefined && this.isReadOnly(server) ? readOnlyRow(shown) : shown;
  });
  /** Nodes that changed while they were hidden or collapsed. */
  readonly #stale = new WeakSet<TreeNode>();
  /** Nodes whose children are being read. */
  readonly #reading = new WeakSet<TreeNode>();
  /** Nodes whose children will be read again after that, and when. */
  readonly #waiting = new WeakMap<TreeNode, Promise<void>>();
  /** Failed requests are repeated when this number increases. */
  #round = 0;
  /** The age of outdated rows, shown in the top-level rows; undefined while they are up to date. */
  #mark: string | undefined;
  /** The current update of the top-level rows. */
  #reviewing: Promise<unknown> | undefined;
  /** The round in which the root's children were last read. */
  #rootRound = -1;
  /** Number of changes of the root's children. */
  #rootChanges = 0;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Fires after rows were read. */
  readonly onDidLoad = this.#loaded.event;
  /** Fires when rows couldn't be read. */
  readonly onDidFail = this.#failed.event;
  /** While the view is hidden, nothing is read: the editor requests fired nodes when the view is visible. */
  isSeen: () => boolean = () => false;
  /** True for servers whose token can only read; commands that write are hidden on their rows. */
  isReadOnly: (base: string) => boolean = () => false;
  /** Forgets the order of the rows below a node, or of all rows. Returns false if no row keeps its order. */
  forgetOrder: (node?: TreeNode) => boolean = () => false;
  /** The state of a row before the window was reloaded; undefined for the row's default. */
  storedExpansion: (node: TreeNode) => 'expanded' | 'collapsed' | undefined = () => undefined;

  constructor(clock: Clock) {
    this.root.expanded = true;
    this.#unanswered = new UnansweredFires(clock, (nodes) => this.#fireAgain(nodes), this.end.signal);
  }

  /** True if there are no rows. */
  get isEmpty(): boolean {
    return this.root.children.length === 0;
  }

  /** The nodes of expanded rows that aren't below a collapsed one. */
  get expandedNodes(): readonly TreeNode[] {
    return [...this.root.walk()].filter((node) => node.expanded && node.isVisible);
  }

  /** True if some expanded rows couldn't be read. */
  get isIncomplete(): boolean {
    return this.expandedNodes.some(({ failedIn }) => failedIn !== undefined);
  }

  /** Sets the age of outdated data to show in the top-level rows; undefined if it is up to date. */
  set mark(mark: string | undefined) {
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.repaintAges();
  }

  /** The command that refreshes the view. */
  protected abstract readonly refreshCommand: CommandId;
  protected abstract row(node: TreeNode): Row;
  protected abstract entries(node: TreeNode): Promise<readonly Entry[]>;
  /** Keeps the data of an expanded node up to date. */
  protected abstract retain(node: TreeNode): Disposable | undefined;
  /** True for nodes whose row contains data of its children. */
  protected abstract summarizesChildren(node: TreeNode): boolean;
  /** The nearest ancestor whose row contains data of this node. */
  abstract upstreamOf(node: TreeNode): TreeNode | undefined;
  /** Called after the children of a node were read. Does nothing by default. */
  protected opened(_node: TreeNode): void {}

  /** Updates all rows from the stores and repeats failed requests. */
  repaint(): void {
    this.#round++;
    this.repaintAges();
  }

  /** Updates all rows from the stores, for example their ages, without sending requests. */
  repaintAges(): void {
    if (!this.isSeen() || this.root.loading === undefined) {
      this.#changed.fire(undefined);
      return;
    }
    const review = this.#reviewBelow(this.root);
    background(review);
    this.#reviewing = Promise.allSettled([this.#reviewing, review]);
  }

  /** Resolves when the editor knows the current rows. New rows can't be revealed before. */
  async settled(): Promise<void> {
    await this.#reviewing;
  }

  async getChildren(node: TreeNode = this.root): Promise<TreeNode[]> {
    this.#unanswered.settled(node);
    if (node.isDropped) return [];
    this.#setExpanded(node, true);
    if (node.isVisible) this.#stale.delete(node);
    const children = await this.#read(node);
    // This response includes changes for which the event fired in the meantime, such as a count of children.
    this.#unanswered.settled(node);
    return children;
  }

  /** For callers other than the editor: fires if it knows other children, so that new rows can be revealed. */
  async childrenOf(node: TreeNode = this.root): Promise<readonly TreeNode[]> {
    // The editor hasn't requested any.
    if (node.loading === undefined || node.isDropped) return this.getChildren(node);
    this.#setExpanded(node, true);
    await this.#reviewBelow(node);
    return node.children;
  }

  getTreeItem(node: TreeNode): TreeItem {
    return treeItem(node.id, this.#drawn.draw(node), node, this.storedExpansion(node));
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent === this.root ? undefined : node.parent;
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    const facts = this.#drawn.details(node);
    item.tooltip = facts.length === 0 ? '' : tooltip(facts);
    return item;
  }

  /** Sets whether a node is expanded. Data below collapsed nodes isn't kept up to date. */
  setExpanded(node: TreeNode, expanded: boolean): void {
    this.#setExpanded(node, expanded);
    if (!expanded && this.forgetOrder(node)) this.#stale.add(node);
    if (expanded && node.isVisible) this.#reviewStale(node);
  }

  dispose(): void {
    this.end.abort();
    this.root.release();
    this.subscriptions.dispose();
    this.#loaded.dispose();
    this.#failed.dispose();
    this.#changed.dispose();
  }

  /** Reads the root's children again after they changed. */
  protected refreshRoot(): void {
    this.#rootChanges++;
    this.#rootRound = -1;
    this.repaintAges();
  }

  /** Fires for the matching nodes, and for ancestors whose rows contain their data, if their rows changed. */
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

  /** True if the row of a node changed since it was rendered. */
  protected isOutdated(node: TreeNode): boolean {
    return this.#drawn.isOther(node);
  }

  #setExpanded(node: TreeNode, expanded: boolean): void {
    node.expanded = expanded;
    updateRetained(node, (each) => this.retain(each));
  }

  /** Fires for nodes whose rows changed; the editor requests everything below. Reviews the others' children. */
  #review(nodes: ReadonlySet<TreeNode>): void {
    const fired = new Set<TreeNode>();
    for (const node of nodes) {
      if (!node.isVisible) this.#stale.add(node);
      else if (this.isOutdated(node)) fired.add(node);
    }
    if (fired.size > 0) this.#fire([...fired]);
    for (const node of nodes) {
      if (node.isVisible && !fired.has(node) && !node.isBelow(nodes) && !node.isBelow(fired))
        background(this.#reviewBelow(node));
    }
  }

  #fire(nodes: TreeNode[]): void {
    for (const node of nodes) this.#drawn.draw(node);
    this.#unanswered.fired(nodes.filter((node) => node.expanded && node.loading !== undefined));
    this.#changed.fire(nodes);
  }

  /** The editor remembers fired nodes of hidden views, and requests children when their row is expanded. */
  #fireAgain(nodes: readonly TreeNode[]): void {
    const open = nodes.filter((node) => node.expanded && node.isVisible);
    if (open.length > 0 && this.isSeen()) this.#changed.fire(open);
  }

  /** Reads the children of an expanded node. Fires for it if they changed; otherwise reviews their rows. */
  async #reviewBelow(node: TreeNode): Promise<void> {
    // The editor hasn't requested the children.
    if (node.loading === undefined) return;
    if (!node.expanded) {
      this.#stale.add(node);
      return;
    }
    if (this.#waiting.has(node)) return this.#waiting.get(node);
    // The read in progress may have started before the change.
    const review = this.#readAgain(node, this.#reading.has(node) ? node.loading : node.children);
    this.#waiting.set(node, review);
    await review;
  }

  /** `before`: the children that the editor knows. */
  async #readAgain(node: TreeNode, before: Promise<TreeNode[]> | readonly TreeNode[]): Promise<void> {
    const known = await before;
    this.#waiting.delete(node);
    if (this.end.signal.aborted) return;
    await this.#read(node);
    const { children } = node;
    const isSame = known.length === children.length && known.every((child, at) => child === children[at]);
    if (isSame) this.#review(new Set(children));
    else if (node === this.root) this.#changed.fire(undefined);
    else this.#fire([node]);
  }

  /** Reviews nodes that changed while they were hidden. */
  #reviewStale(node: TreeNode): void {
    if (this.#stale.delete(node)) this.#review(new Set([node]));
    else if (node.expanded) for (const child of node.children) this.#reviewStale(child);
  }

  #read(node: TreeNode): Promise<TreeNode[]> {
    // Neither failed requests nor those of the root are repeated in the same round.
    const isCurrent = node === this.root && this.#rootRound === this.#round && !this.isEmpty;
    if (isCurrent || node.failedIn === this.#round) return Promise.resolve([...node.children]);
    const turn = ++node.turn;
    this.#reading.add(node);
    node.loading = this.#load(node, turn, this.#round);
    return node.loading;
  }

  async #load(node: TreeNode, turn: number, round: number): Promise<TreeNode[]> {
    const changes = this.#rootChanges;
    let entries: readonly Entry[];
    let failedIn: number | undefined;
    try {
      entries = await this.entries(node);
    } catch (error) {
      failedIn = round;
      entries = errorEntries(error, this.refreshCommand);
    }
    // A later read is in progress or has finished: return its result.
    if (turn !== node.turn) return node.loading ?? [...node.children];
    this.#reading.delete(node);
    node.failedIn = failedIn;
    if (node === this.root && changes === this.#rootChanges) this.#rootRound = round;
    const children = node.setChildren(entries);
    if (failedIn === undefined) this.#loaded.fire();
    else this.#failed.fire();
    if (this.summarizesChildren(node) && this.isOutdated(node)) this.#review(new Set([node]));
    if (failedIn === undefined) this.opened(node);
    return children;
  }
}
