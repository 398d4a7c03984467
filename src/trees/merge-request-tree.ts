import { Holds } from '../app/holds';
import { mergeRequestId, pipelineId, type MergeRequestKey, type PipelineKey } from '../app/keys';
import type { MergeRequestsChange } from '../app/merge-requests';
import type { Pace } from '../app/poller';
import type { CallOptions } from '../api/client';
import { DisposableStore, type Disposable } from '../base/disposable';
import { queryId } from '../domain/merge-request-query';
import { isMoving } from '../domain/job-status';
import { COMMAND } from '../presentation/command-ids';
import type { Row } from '../presentation/row';
import { ChangesPart } from './changes-part';
import { LiveTree } from './live-tree';
import { entriesOf, rootEntries } from './merge-request-branches';
import { isMergeRequestNode, type ListNodeData } from './merge-request-node';
import { mergeRequestNodeRow } from './merge-request-node-rows';
import type { MergeRequestPorts } from './merge-request-ports';
import { PipelinePart } from './pipeline-part';
import { ThreadsPart } from './threads-part';
import { pipelineDataOf, type Entry, type TreeNode } from './tree-node';

/**
 * Merge requests: that of the workspace's branch, then hosts, projects and groups with their lists; below each merge
 * request what belongs to it, its pipelines with the same rows as in the pipelines' view.
 */
export class MergeRequestTree extends LiveTree {
  readonly #ports: MergeRequestPorts;
  readonly #pipelines: PipelinePart;
  readonly #changes: ChangesPart;
  readonly #threads: ThreadsPart;
  /** Pipelines that are open here: nobody else may keep them fresh. */
  readonly #open = new Holds<PipelineKey>(pipelineId);
  protected override readonly refreshCommand = COMMAND.refreshMergeRequests;

  constructor(ports: MergeRequestPorts) {
    super();
    this.#ports = { ...ports, elsewhere: (key) => this.#listedPipeline(key) };
    this.#pipelines = new PipelinePart(this.#ports);
    this.#changes = new ChangesPart(this.#ports);
    this.#threads = new ThreadsPart({ ...ports.talk, clock: ports.clock });
    const { projects, accounts, mergeRequests, mergeRequestActions, pins, seen, queries, groups } = ports;
    const anew = (): void => {
      this.repaint();
    };
    const marked = (key: MergeRequestKey): void => {
      this.fire(({ data }) => data.kind === 'list' || isOf(data, key));
    };
    for (const subscription of [
      projects.onDidChange(anew),
      accounts.onDidChange(anew),
      queries.onDidChange(anew),
      groups.onDidChange(anew),
      ports.branch.onDidChange(() => {
        this.refreshRoot();
      }),
      pins.onDidChange(marked),
      seen.onDidChange((key) => {
        this.fire(({ data }) => data.kind === 'merge-request' && isOf(data, key));
      }),
      mergeRequests.onDidChange((changes) => {
        this.fire(concernedBy(changes));
      }),
      mergeRequestActions.onDidChangeBusy((key) => {
        this.fire(({ data }) => data.kind === 'merge-request' && isOf(data, key));
      }),
      ports.shownChanges.onDidChange((key) => {
        this.fire(this.#changes.concernedBy(key));
      }),
      ports.changesLayout.onDidChange((layout) => {
        ports.contextKeys.set('switchyard.changesLayout', layout);
        this.fire(this.#changes.concernedBy(undefined));
      }),
      ports.pipelines.onDidChange((changes) => {
        this.fire(this.#pipelines.concernedBy(changes));
      }),
      ports.actions.onDidChangeBusy((job) => {
        this.fire(this.#pipelines.concernedByJob(job));
      }),
      ports.pushes.onDidChange((key) => {
        this.fire(this.#changes.concernedBy(key));
      }),
    ])
      this.subscriptions.add(subscription);
    ports.contextKeys.set('switchyard.changesLayout', ports.changesLayout.current);
    const told = (key: MergeRequestKey): void => {
      this.fire(this.#threads.concernedBy(key));
    };
    for (const store of [ports.talk.discussions, ports.talk.outbox, ports.talk.ages])
      this.subscriptions.add(store.onDidChange(told));
  }

  /** Pipelines that are open below merge requests. */
  get openPipelines(): readonly PipelineKey[] {
    return this.#open.all();
  }

  /** Boxes at rows were ticked, or not any more. */
  check(boxes: readonly (readonly [TreeNode, checked: boolean])[]): Promise<void> {
    return this.#changes.check(boxes);
  }

  /** The pipeline whose trigger job started this one, if it stands above. */
  override upstreamOf(node: TreeNode): TreeNode | undefined {
    const above = node.parent;
    if (above === undefined || above === this.root || above.data.kind === 'merge-request') return undefined;
    return above.data.kind === 'pipeline' ? above : this.upstreamOf(above);
  }

  /** Whether pipelines that are listed below an open row move: their statuses are told by the list. */
  pace(): Pace {
    return this.#movingLists().length > 0 ? 'live' : 'idle';
  }

  /** Reads the lists of pipelines that are open and move. */
  async look(options: CallOptions): Promise<void> {
    const { mergeRequests } = this.#ports;
    await Promise.all(this.#movingLists().map((key) => mergeRequests.refreshPart(key, 'pipelines', options)));
  }

  protected override row(node: TreeNode): Row {
    const { data } = node;
    if (!isMergeRequestNode(data)) return this.#pipelines.row(pipelineDataOf(node));
    return mergeRequestNodeRow(data, this.#ports, this.#changes, this.#threads);
  }

  protected override async entries(node: TreeNode): Promise<readonly Entry[]> {
    const { data } = node;
    if (node === this.root) return rootEntries(this.#ports);
    return isMergeRequestNode(data)
      ? entriesOf(data, this.#ports, this.#changes, this.#threads)
      : this.#pipelines.entries(node, pipelineDataOf(node));
  }

  protected override hold({ data }: TreeNode): Disposable | undefined {
    const { mergeRequests } = this.#ports;
    if (data.kind === 'pipeline') return all(this.#pipelines.hold(data), this.#open.hold(data.pipeline));
    if (data.kind === 'list') return all(...data.queries.map((query) => mergeRequests.holdList(query)));
    if (data.kind === 'section' && data.section === 'threads') return this.#threads.hold(data.mergeRequest);
    return data.kind === 'merge-request' ? mergeRequests.hold(data.mergeRequest) : undefined;
  }

  protected override tellsOfBelow({ data: { kind } }: TreeNode): boolean {
    return kind === 'list' || kind === 'section' || kind === 'pipeline' || kind === 'merge-request';
  }

  protected override opened(node: TreeNode): void {
    void this.#pipelines.lookBelow(node, this.end.signal).then((looked) => {
      if (looked && this.tellsOther(node)) this.fire((other) => other === node);
    });
  }

  /** Merge requests whose list of pipelines is open and holds one that moves. */
  #movingLists(): readonly MergeRequestKey[] {
    const { mergeRequests, clock } = this.#ports;
    const now = clock.now();
    const keys = new Map<string, MergeRequestKey>();
    for (const { data, hold } of this.root.walk()) {
      if (data.kind !== 'section' || data.section !== 'pipelines' || hold === undefined) continue;
      const listed = mergeRequests.peekPart(data.mergeRequest, 'pipelines')?.items ?? [];
      if (listed.some((pipeline) => isMoving(pipeline, now)))
        keys.set(mergeRequestId(data.mergeRequest), data.mergeRequest);
    }
    return [...keys.values()];
  }

  /** A pipeline as the lists of merge requests tell of it. */
  #listedPipeline({ base, pipeline }: PipelineKey) {
    for (const { data } of this.root.walk()) {
      if (data.kind !== 'section' || data.section !== 'pipelines' || data.mergeRequest.base !== base)
        continue;
      const { items = [] } = this.#ports.mergeRequests.peekPart(data.mergeRequest, 'pipelines') ?? {};
      const found = items.find(({ id }) => id === pipeline);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function all(...held: readonly (Disposable | undefined)[]): Disposable {
  const store = new DisposableStore();
  for (const each of held) if (each !== undefined) store.add(each);
  return store;
}

const isOf = (data: TreeNode['data'], key: MergeRequestKey): boolean =>
  'mergeRequest' in data && mergeRequestId(data.mergeRequest) === mergeRequestId(key);

/** The nodes that changes are about: lists with their groups, merge requests with what is below them. */
function concernedBy(changes: readonly MergeRequestsChange[]): (node: TreeNode) => boolean {
  const lists = new Set(changes.flatMap((change) => (change.kind === 'list' ? [change.list] : [])));
  const keys = new Set(
    changes.flatMap((change) => (change.kind === 'merge-request' ? [mergeRequestId(change.key)] : [])),
  );
  const isAnswered = (list: ListNodeData): boolean => list.queries.some((query) => lists.has(queryId(query)));
  return ({ data }) =>
    (data.kind === 'list' && isAnswered(data)) ||
    (data.kind === 'step' && isAnswered(data.list)) ||
    ('mergeRequest' in data && keys.has(mergeRequestId(data.mergeRequest)));
}
