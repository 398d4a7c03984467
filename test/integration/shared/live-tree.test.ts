import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../src/base/clock';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import type { Row } from '../../../src/presentation/shared/row';
import { LiveTree } from '../../../src/ui/shared/trees/live-tree';
import type { Entry, TreeNode } from '../../../src/ui/tree-node';
import { ManualClock } from '../../api/helpers/clocks';

const rowOf = (label: string): Row => ({
  label,
  icon: { id: 'blank' },
  accessibleLabel: label,
  contextTokens: [],
  expandable: 'collapsed',
});

/** A tree with the rows that a test names, each with child rows. */
class NamedRows extends LiveTree {
  names: readonly string[] = ['one'];
  inside: readonly string[] = ['inside'];
  /** Reading rows waits for this promise after their names were read. */
  gate: Promise<void> = Promise.resolve();
  held = 0;
  /** True if the label of a row contains the number of its children. */
  counts = false;
  protected override readonly refreshCommand = COMMAND.refreshPipelines;

  constructor(clock: Clock = systemClock) {
    super(clock);
    this.isSeen = () => true;
  }

  changed(): void {
    this.refreshRoot();
  }

  /** Fires an event for all rows. */
  fireAll(): void {
    this.fire(() => true);
  }

  override upstreamOf(): undefined {
    return undefined;
  }

  protected override row({ data, children }: TreeNode): Row {
    assert.equal(data.kind, 'note');
    return this.counts ? rowOf(`${data.row.label} ${children.length}`) : data.row;
  }

  protected override async entries(node: TreeNode): Promise<readonly Entry[]> {
    const names = node === this.root ? this.names : this.inside;
    await this.gate;
    return names.map((name) => ({ key: name, data: { kind: 'note', row: rowOf(name) } }));
  }

  protected override retain(): { dispose(): void } {
    this.held++;
    return { dispose: () => this.held-- };
  }

  protected override summarizesChildren(): boolean {
    return this.counts;
  }
}

describe('tree with asynchronous rows', () => {
  let tree: NamedRows;
  beforeEach(() => {
    tree = new NamedRows();
  });
  afterEach(() => {
    tree.dispose();
  });

  it('reads its root rows again if they change while being read', async () => {
    await tree.getChildren();
    let open = (): void => undefined;
    tree.gate = new Promise((resolve) => (open = resolve));
    tree.repaint();
    // The first read begins.
    await setImmediate();
    tree.names = ['one', 'two'];
    const fired = new Promise<void>((resolve) => {
      const listening = tree.onDidChangeTreeData(() => {
        listening.dispose();
        resolve();
      });
    });
    tree.changed();
    open();
    await fired;
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['/one', '/two'],
    );
  });

  it('retains nothing for a removed row, even if the editor requests its children', async () => {
    const [gone] = await tree.getChildren();
    assert.ok(gone);
    await tree.getChildren(gone);
    const held = tree.held;
    tree.names = ['two'];
    tree.changed();
    await tree.settled();
    assert.equal(tree.held, held - 1);
    assert.equal((await tree.getChildren(gone)).length, 0);
    tree.setExpanded(gone, true);
    assert.equal(tree.held, held - 1);
  });

  it('fires for new rows that other code than the editor finds first, so that they can be revealed', async () => {
    const [row] = await tree.getChildren();
    assert.ok(row);
    await tree.getChildren(row);
    tree.inside = ['inside', 'new'];
    const fired: (TreeNode[] | undefined)[] = [];
    const listening = tree.onDidChangeTreeData((nodes) => fired.push(nodes));
    const found = await tree.childrenOf(row);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['/one/inside', '/one/new'],
    );
    assert.deepEqual(fired, [[row]]);
    await tree.childrenOf(row);
    assert.equal(fired.length, 1);
    tree.names = ['one', 'two'];
    tree.changed();
    assert.equal((await tree.childrenOf()).length, 2);
    assert.deepEqual(fired, [[row], undefined]);
    listening.dispose();
  });

  it("fires an event again only if the editor didn't request a row's children", async () => {
    const clock = new ManualClock();
    const counting = new NamedRows(clock);
    counting.counts = true;
    const [row] = await counting.getChildren();
    assert.ok(row);
    counting.getTreeItem(row);
    let fired = 0;
    const fires = (): number => {
      const since = fired;
      fired = 0;
      return since;
    };
    const listening = counting.onDidChangeTreeData(() => fired++);
    const wait = async (): Promise<void> => {
      clock.advance(60_000);
      await setImmediate();
    };
    try {
      await counting.getChildren(row);
      assert.equal(fires(), 1, 'the row tells how many rows are inside');
      await wait();
      assert.equal(fires(), 0);
      counting.inside = ['first', 'second'];
      counting.fireAll();
      await setImmediate();
      assert.notEqual(fires(), 0);
      await wait();
      assert.equal(fires(), 1);
      await counting.getChildren(row);
      fires();
      await wait();
      assert.equal(fires(), 0);
    } finally {
      listening.dispose();
      counting.dispose();
    }
  });
});
