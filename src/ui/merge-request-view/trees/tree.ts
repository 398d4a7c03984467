import type { CallOptions } from '../../../api/client';
import type { MergeRequestsChange } from '../../../app/merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey, pipelineId, type PipelineKey } from '../../../app/shared/keys';
import type { Pace } from '../../../app/shared/poller';
import { RefCounts } from '../../../app/shared/ref-counts';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { isActive } from '../../../domain/jobs/status';
import { hasSteps, queryId } from '../../../domain/merge-requests/query';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Row } from '../../../presentation/shared/row';
import { PipelineSubtree } from '../../pipelines/trees/subtree';
import { LiveTree } from '../../shared/trees/live-tree';
import { type Entry, pipelineDataOf, type TreeNode } from '../../tree-node';
import { ChangesSubtree } from './changes-subtree';
import type { MergeRequestDeps } from './deps';
import { mergeRequestEntriesOf, mergeRequestRowOf, type MergeRequestSources } from './kinds';
import { isMergeRequestNode, type ListNodeData } from './node';
import { rootEntries } from './root-entries';
import { StableGroups } from './stable-groups';
import { ThreadsSubtree } from './threads-subtree';

/** Milliseconds for which new rows of lists with groups wait for the data that determines their group. */
const MAX_WAIT_MS = 3_000;

/**
 * The merge requests of the workspace's branch, then servers, projects, and groups with their lists. The
 * pipelines below a merge request have the same rows as in the Pipelines view.
 */
export class MergeRequestTree extends LiveTree {
  readonly #deps: MergeRequestDeps;
  readonly #pipelines: PipelineSubtree;
  readonly #changes: ChangesSubtree;
  readonly #threads: ThreadsSubtree;
  readonly #parts: MergeRequestSources;
  readonly #groups = new StableGroups();
  /** Pipelines that are expanded in this view, which may not be refreshed elsewhere. */
  readonly #open = new RefCounts<PipelineKey>(pipelineId);
  protected override readonly refreshCommand = COMMAND.refreshMergeRequests;
  /** Resolves when nothing is being read that determines the groups of merge requests. */
  whenRefreshed: () => Promise<void>;

  constructor(deps: Omit<MergeRequestDeps, 'stableGroups' | 'whenRead'>) {
    super(deps.clock);
    this.whenRefreshed = () => deps.lookups.settled();
    this.#deps = {
      ...deps,
      elsewhere: (key) => this.#listedPipeline(key),
      stableGroups: this.#groups,
      whenRead: () => this.#whenRead(),
    };
    this.#pipelines = new PipelineSubtree(this.#deps);
    this.forgetOrder = (node = this.root) => {
      const hadGroups = node === this.root && this.#groups.forget((key) => this.#isInReview(key));
      return this.#pipelines.forgetOrder(node) || hadGroups;
    };
    this.#changes = new ChangesSubtree(this.#deps);
    this.#threads = new ThreadsSubtree({ ...deps.threadDeps, clock: deps.clock });
    this.#parts = { deps: this.#deps, changes: this.#changes, threads: this.#threads };
    this.#followLists();
    this.#followParts();
    deps.contextKeys.set('switchyard.changesLayout', deps.changesLayout.current);
  }

  /** Pipelines that are expanded below merge requests. */
  get openPipelines(): readonly PipelineKey[] {
    return this.#open.all();
  }

  /** Applies changed checkboxes by row. */
  check(boxes: readonly (readonly [TreeNode, checked: boolean])[]): Promise<void> {
    return this.#changes.check(boxes);
  }

  /** Returns the pipeline with the trigger job that started this one, if it is an ancestor. */
  override upstreamOf(node: TreeNode): TreeNode | undefined {
    const above = node.parent;
    if (above === undefined || above === this.root || above.data.kind === 'merge-request') return undefined;
    return above.data.kind === 'pipeline' ? above : this.upstreamOf(above);
  }

  /** `live` if an expanded list contains a running pipeline, because the list contains its status. */
  pace(): Pace {
    return this.#movingLists().length > 0 ? 'live' : 'idle';
  }

  /** Refreshes expanded lists of pipelines that contain a running one. */
  async poll(options: CallOptions): Promise<void> {
    const { mergeRequests } = this.#deps;
    await Promise.all(this.#movingLists().map((key) => mergeRequests.refreshPart(key, 'pipelines', options)));
  }

  protected override row(node: TreeNode): Row {
    const { data } = node;
    if (!isMergeRequestNode(data)) return this.#pipelines.row(pipelineDataOf(node));
    return mergeRequestRowOf(data, this.#parts);
  }

  protected override async entries(node: TreeNode): Promise<readonly Entry[]> {
    const { data } = node;
    if (node === this.root) return rootEntries(this.#deps);
    return isMergeRequestNode(data)
      ? mergeRequestEntriesOf(data, this.#parts)
      : this.#pipelines.entries(node, pipelineDataOf(node));
  }

  protected override retain({ data }: TreeNode): Disposable | undefined {
    const { lookups, mergeRequests } = this.#deps;
    if (data.kind === 'pipeline') return all(this.#pipelines.retain(data), this.#open.retain(data.pipeline));
    if (data.kind === 'list') {
      const { who, queries, preset } = data;
      const needs = hasSteps(preset) && who !== undefined ? lookups.retain({ who, queries }) : undefined;
      return all(needs, ...queries.map((query) => mergeRequests.retainList(query)));
    }
    if (data.kind === 'todo-list') return this.#deps.todos.retain(data.base);
    if (data.kind === 'section' && data.section === 'threads') return this.#threads.retain(data.mergeRequest);
    return data.kind === 'merge-request' ? mergeRequests.retain(data.mergeRequest) : undefined;
  }

  protected override summarizesChildren({ data: { kind } }: TreeNode): boolean {
    return (
      kind === 'list' ||
      kind === 'todo-list' ||
      kind === 'section' ||
      kind === 'pipeline' ||
      kind === 'merge-request'
    );
  }

  protected override opened(node: TreeNode): void {
    background(
      this.#pipelines.readDownstream(node, this.end.signal).then((checked) => {
        if (checked && this.isOutdated(node)) this.fire((other) => other === node);
      }),
    );
  }

  /**
   * True while the user reviews a merge request of "To Review": it has pending comments, or one of its diffs is open. Some
   * servers count any comment as a review, which would remove it from the group.
   */
  #isInReview(key: MergeRequestKey): boolean {
    const { isDiffOpen, lookups, mergeRequests, threadDeps } = this.#deps;
    if (this.#groups.placementOf(key)?.step !== 'review') return false;
    const hasPending = (threadDeps.discussions.peek(key)?.drafts?.length ?? 0) > 0;
    const sha = mergeRequests.peek(key)?.sha ?? undefined;
    const isSubmitted = sha !== undefined && lookups.factsOf(key).reviewedHead === sha;
    return hasPending || (isDiffOpen(key) && !isSubmitted);
  }

  /** Follows the data of lists and of their rows. */
  #followLists(): void {
    const { accounts, branch, groups, lookups, mergeRequests, pins, projects, queries, searches, todos } =
      this.#deps;
    const repaint = (): void => {
      this.repaint();
    };
    const repaintRow = (key: MergeRequestKey): void => {
      this.fire(({ data }) => data.kind === 'merge-request' && isOf(data, key));
    };
    const regroup = (key: MergeRequestKey): void => {
      this.#groups.release(key);
      this.fire(({ data }) => data.kind === 'list' || isOf(data, key));
    };
    const acted = (key: MergeRequestKey): void => {
      if (this.#isInReview(key)) repaintRow(key);
      else regroup(key);
    };
    for (const subscription of [
      projects.onDidChange(repaint),
      accounts.onDidChange(() => {
        this.#groups.forget(() => false);
        this.repaint();
      }),
      queries.onDidChange(repaint),
      searches.onDidChange(repaint),
      todos.onDidChange((base) => {
        this.fire(({ data }) => data.kind === 'todo-list' && data.base === base);
      }),
      groups.onDidChange(repaint),
      branch.onDidChange(() => {
        this.refreshRoot();
      }),
      pins.onDidChange(regroup),
      mergeRequests.onDidAct(acted),
      lookups.onDidChange((keys) => {
        this.fire(({ data }) => data.kind === 'list' || keys.some((key) => isOf(data, key)));
      }),
      this.#deps.seen.onDidChange(repaintRow),
      this.#deps.sinceReview.onDidChange(repaintRow),
      mergeRequests.onDidChange((changes) => {
        this.fire(concernedBy(changes));
      }),
      this.#deps.mergeRequestActions.onDidChangeBusy(repaintRow),
    ])
      this.subscriptions.add(subscription);
  }

  /** Follows the data of the rows below merge requests. */
  #followParts(): void {
    const {
      actions,
      changesLayout,
      conflictFiles,
      contextKeys,
      pipelines,
      pushes,
      shownChanges,
      threadDeps,
    } = this.#deps;
    const repaintChanges = (key: MergeRequestKey | undefined): void => {
      this.fire(this.#changes.concernedBy(key));
    };
    const repaintThreads = (key: MergeRequestKey): void => {
      this.fire(this.#threads.concernedBy(key));
    };
    for (const subscription of [
      shownChanges.onDidChange(repaintChanges),
      pushes.onDidChange(repaintChanges),
      changesLayout.onDidChange((layout) => {
        contextKeys.set('switchyard.changesLayout', layout);
        this.fire(this.#changes.concernedBy(undefined));
      }),
      pipelines.onDidChange((changes) => {
        this.fire(this.#pipelines.concernedBy(changes));
      }),
      actions.onDidChangeBusy((job) => {
        this.fire(this.#pipelines.concernedByJob(job));
      }),
      conflictFiles.onDidChange((key) => {
        this.fire(({ data }) => data.kind === 'section' && data.section === 'conflicts' && isOf(data, key));
      }),
      threadDeps.discussions.onDidChange(repaintThreads),
      threadDeps.outbox.onDidChange(repaintThreads),
      threadDeps.outdatedThreads.onDidChange(repaintThreads),
    ])
      this.subscriptions.add(subscription);
  }

  async #whenRead(): Promise<void> {
    const end = new AbortController();
    try {
      await Promise.race([this.whenRefreshed(), this.#deps.clock.wait(MAX_WAIT_MS, end.signal)]);
    } finally {
      end.abort();
    }
  }

  /** Merge requests whose list of pipelines is expanded and contains a running one. */
  #movingLists(): readonly MergeRequestKey[] {
    const { mergeRequests, clock } = this.#deps;
    const now = clock.now();
    const keys = new Map<string, MergeRequestKey>();
    for (const { data, retained: hold } of this.root.walk()) {
      if (data.kind !== 'section' || data.section !== 'pipelines' || hold === undefined) continue;
      const listed = mergeRequests.peekPart(data.mergeRequest, 'pipelines')?.items ?? [];
      if (listed.some((pipeline) => isActive(pipeline, now)))
        keys.set(mergeRequestId(data.mergeRequest), data.mergeRequest);
    }
    return [...keys.values()];
  }

  /** Returns the data of a pipeline from the lists of merge requests. */
  #listedPipeline({ base, pipeline }: PipelineKey) {
    for (const { data } of this.root.walk()) {
      if (data.kind !== 'section' || data.section !== 'pipelines' || data.mergeRequest.base !== base)
        continue;
      const { items = [] } = this.#deps.mergeRequests.peekPart(data.mergeRequest, 'pipelines') ?? {};
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

/**
 * Returns a function that is true for nodes affected by the changes: lists and their groups, and merge
 * requests and their descendants.
 */
function concernedBy(changes: readonly MergeRequestsChange[]): (node: TreeNode) => boolean {
  const lists = new Set(changes.flatMap((change) => (change.kind === 'list' ? [change.list] : [])));
  const keys = new Set(
    changes.flatMap((change) => (change.kind === 'merge-request' ? [mergeRequestId(change.key)] : [])),
  );
  const isAffected = (list: ListNodeData): boolean => list.queries.some((query) => lists.has(queryId(query)));
  return ({ data }) =>
    (data.kind === 'list' && isAffected(data)) ||
    (data.kind === 'step' && isAffected(data.list)) ||
    ('mergeRequest' in data && keys.has(mergeRequestId(data.mergeRequest)));
}
