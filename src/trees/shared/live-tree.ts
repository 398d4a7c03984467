import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { t } from '../../base/localize';
import { tooltip, treeItem } from '../../editor/shared/tree-item';
import type { CommandId } from '../../presentation/shared/command-ids';
import { errorRow } from '../../presentation/shared/error-row';
import { accessibleLabel, parts, type Row } from '../../presentation/shared/row';
import { type Entry, TreeNode } from '../tree-node';
import { HIDDEN_ROW, RenderedRows } from './rendered-rows';
import { UnansweredFires } from './unanswered-fires';

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
  readonly #failed = new Emitter<void>();
  readonly #unanswered: UnansweredFires<TreeNode>;
  readonly #drawn = new RenderedRows((node) => this.#rowOf(node));
  /** Something changed about these nodes while they were not to be seen, or closed. */
  readonly #stale = new WeakSet<TreeNode>();
  /** Their children are being looked up. */
  readonly #reading = new WeakSet<TreeNode>();
  /** Their children will be looked up once more after that. */
  readonly #waiting = new WeakSet<TreeNode>();
  /** What failed in an earlier round is asked for again. */
  #round = 0;
  /** Since when the rows are old, as the topmost ones say it; undefined while they are up to date. */
  #mark: string | undefined;
  /** The topmost rows are being looked at again. */
  #reviewing: Promise<unknown> | undefined;
  /** The round in which the root was asked for last. */
  #rootRound = -1;
  /** Counts the changes of the root's children. */
  #rootChanges = 0;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Rows were read that were not known before. */
  readonly onDidLoad = this.#loaded.event;
  /** Rows could not be read. */
  readonly onDidFail = this.#failed.event;
  /** Out of sight nothing is looked up: the editor keeps what was fired, and asks when the view is seen. */
  isSeen: () => boolean = () => false;

  constructor(clock: Clock) {
    this.root.expanded = true;
    this.#unanswered = new UnansweredFires(clock, (nodes) => this.#fireAgain(nodes), this.end.signal);
  }

  /** True where nothing is shown. */
  get isEmpty(): boolean {
    return this.root.children.length === 0;
  }

  /** True where some of the rows that are open could not be read. */
  get isIncomplete(): boolean {
    return [...this.root.walk()].some(
      (node) => node.failedIn !== undefined && node.expanded && node.isVisible,
    );
  }

  /** Says at the topmost rows since when all of them are old; undefined where they are not. */
  set mark(mark: string | undefined) {
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.repaintAges();
  }

  /** Reads what is shown again. */
  protected abstract readonly refreshCommand: CommandId;
  protected abstract row(node: TreeNode): Row;
  protected abstract entries(node: TreeNode): Promise<readonly Entry[]>;
  /** Keeps what an open node shows fresh. */
  protected abstract retain(node: TreeNode): Disposable | undefined;
  /** True for a node whose row tells of what is below it. */
  protected abstract summarizesChildren(node: TreeNode): boolean;
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
    if (!this.isSeen() || this.root.loading === undefined) {
      this.#changed.fire(undefined);
      return;
    }
    const review = this.#reviewBelow(this.root);
    background(review);
    this.#reviewing = Promise.allSettled([this.#reviewing, review]);
  }

  /** Resolves when the editor was told of what is shown now: what comes new is not revealed before. */
  async settled(): Promise<void> {
    await this.#reviewing;
  }

  async getChildren(node: TreeNode = this.root): Promise<TreeNode[]> {
    this.#unanswered.answered(node);
    if (node.isDropped) return [];
    this.#setExpanded(node, true);
    if (node.isVisible) this.#stale.delete(node);
    const children = await this.#read(node);
    // If it was fired meanwhile, for example because its row counts its children: this response has them.
    this.#unanswered.answered(node);
    return children;
  }

  getTreeItem(node: TreeNode): TreeItem {
    return treeItem(node.id, this.#drawn.draw(node), node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent === this.root ? undefined : node.parent;
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    const facts = this.#drawn.details(node);
    item.tooltip = facts.length === 0 ? '' : tooltip(facts);
    return item;
  }

  /** Tells that a node was opened or closed: what is inside closed nodes is not kept fresh. */
  setExpanded(node: TreeNode, expanded: boolean): void {
    this.#setExpanded(node, expanded);
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

  /** The root's children are others now: they are asked for again. */
  protected refreshRoot(): void {
    this.#rootChanges++;
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
  protected isOutdated(node: TreeNode): boolean {
    return this.#drawn.isOther(node);
  }

  #rowOf(node: TreeNode): Row {
    const row = this.row(node);
    if (this.#mark === undefined || node.parent !== this.root || row.expandable === 'no') return row;
    const description = parts(this.#mark, row.description);
    return { ...row, description, accessibleLabel: accessibleLabel(row.accessibleLabel, this.#mark) };
  }

  #setExpanded(node: TreeNode, expanded: boolean): void {
    node.expanded = expanded;
    this.#retainBelow(node, node.isVisible);
  }

  /** Fires those with other rows: the editor asks for all below them by itself. Then looks below the others. */
  #review(nodes: ReadonlySet<TreeNode>): void {
    const fired = new Set<TreeNode>();
    for (const node of nodes) {
      if (!node.isVisible) this.#stale.add(node);
      else if (this.isOutdated(node)) fired.add(node);
    }
    if (fired.size > 0) {
      for (const node of fired) this.#drawn.draw(node);
      this.#fire([...fired]);
    }
    for (const node of nodes) {
      if (node.isVisible && !fired.has(node) && !node.isBelow(nodes) && !node.isBelow(fired))
        background(this.#reviewBelow(node));
    }
  }

  #fire(nodes: TreeNode[]): void {
    this.#unanswered.fired(nodes.filter((node) => node.expanded && node.loading !== undefined));
    this.#changed.fire(nodes);
  }

  /** Out of sight the editor keeps what was fired; closed rows it asks for when they are opened. */
  #fireAgain(nodes: readonly TreeNode[]): void {
    const open = nodes.filter((node) => node.expanded && node.isVisible);
    if (open.length > 0 && this.isSeen()) this.#changed.fire(open);
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
    else if (node === this.root) this.#changed.fire(undefined);
    else this.#fire([node]);
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
    const changes = this.#rootChanges;
    let entries: readonly Entry[];
    let failedIn: number | undefined;
    try {
      entries = await this.entries(node);
    } catch (error) {
      failedIn = round;
      const row = errorRow(t("Couldn't load these items"), error, this.refreshCommand);
      entries = [{ key: 'error', data: { kind: 'note', row } }];
    }
    // Somebody asked again meanwhile: the later answer is the newer one, whichever comes first.
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

  #retainBelow(node: TreeNode, visible: boolean): void {
    const wanted = visible && node.expanded;
    if (wanted) node.retained ??= this.retain(node);
    else {
      node.retained?.dispose();
      node.retained = undefined;
    }
    for (const child of node.children) this.#retainBelow(child, wanted);
  }
}
