import { window, type TreeView } from 'vscode';
import type { Accounts } from '../app/accounts';
import { BranchWatch } from '../app/branch-watch';
import type { JobKey, PipelineKey, ProjectKey } from '../app/keys';
import type { MergeRequests } from '../app/merge-requests';
import { pipelinePage } from '../app/pages';
import type { PipelineFacts } from '../app/pipeline-facts';
import { PipelineNotices, type NotifyLevel, type PipelineNotice } from '../app/pipeline-notices';
import type { Pipelines } from '../app/pipelines';
import type { KeyValueStore } from '../app/ports';
import type { Projects } from '../app/projects';
import { RecentThings } from '../app/recent';
import { ToldPipelines } from '../app/told-pipelines';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { readLogAddress } from '../presentation/document-address';
import { pipelineOver, watchWord, type WatchWord } from '../presentation/notice-words';
import type { Job } from '../schemas/job';
import { Ambient } from './ambient';
import { opening, type Opening } from './opening';
import type { Prompts } from './prompts';
import { choice, isOn, onDidChangeSettings, setting } from './settings';
import { BranchStatusItem } from './status-item';

export interface SignalsPorts {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly pipelines: Pipelines;
  readonly mergeRequests: MergeRequests;
  readonly clock: Clock;
  /** Facts that all windows share, and those of the workspace. */
  readonly shared: KeyValueStore;
  readonly workspace: KeyValueStore;
  /** The view of the pipelines: its container bears the badge. */
  readonly view: TreeView<unknown>;
  readonly prompts: Prompts;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
  /** Selects a pipeline in the view; false where the view does not list it. */
  readonly reveal: (key: PipelineKey) => Promise<boolean>;
  /** The pipelines whose logs are before a person's eyes. */
  readonly pipelinesInSight: () => readonly number[];
  /** Tells what a button of a notice failed with. */
  readonly report: (what: string, error: unknown) => void;
}

/** What tells of pipelines at the edge of the eye: status bar, badge and notices. */
export class Signals implements Disposable {
  readonly branch: BranchWatch;
  readonly notices: PipelineNotices;
  readonly item: BranchStatusItem;
  readonly ambient: Ambient;
  readonly opening: Opening;
  readonly recent: RecentThings;
  readonly #ports: SignalsPorts;
  readonly #names = new Map<string, string>();
  readonly #subscriptions = new DisposableStore();

  constructor(ports: SignalsPorts) {
    this.#ports = ports;
    const { accounts, projects, pipelines, clock, view } = ports;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    const clientFor = (base: string) => accounts.client(base);
    this.recent = new RecentThings(ports.workspace);
    this.opening = opening({
      reveal: ports.reveal,
      pipelinePage: (key) => pipelinePage(clientFor(key.base), key),
      tell: (severity, message, actions) => {
        ports.prompts.tell(severity, message, actions);
      },
    });
    const listsAreFresh = (): boolean => view.visible && window.state.focused;
    this.notices = add(
      new PipelineNotices({
        clientFor,
        clock,
        memory: ports.workspace,
        told: new ToldPipelines(ports.shared, clock, crypto.randomUUID()),
        level: (): NotifyLevel => choice('notify'),
        usernameOn: (base) => this.#usernameOn(base),
        fresh: (key) => this.#fresh(key, listsAreFresh()),
        isLookedAt: (key, failed) => this.#isLookedAt(key, failed),
        tell: (notice) => {
          this.#tell(notice);
        },
      }),
    );
    this.branch = add(
      new BranchWatch({
        clientFor,
        projects,
        pipelines,
        mergeRequests: ports.mergeRequests,
        clock,
        listsAreFresh,
        met: (key, pipeline) => {
          this.notices.met(key, pipeline);
        },
      }),
    );
    this.item = add(new BranchStatusItem());
    this.ambient = add(
      new Ambient({
        branch: this.branch,
        notices: this.notices,
        item: this.item,
        view,
        clock,
        wanted: () => isOn('statusBar'),
        interval: () => setting('refreshInterval') * 1000,
        onDidMove: projects.onDidChange,
      }),
    );
    add(
      accounts.onDidChange(() => {
        this.#names.clear();
        this.branch.forget();
      }),
    );
    add(
      pipelines.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'pipeline') this.#met(change.pipeline);
      }),
    );
    add(
      onDidChangeSettings(() => {
        this.ambient.reconsider();
      }),
    );
  }

  /** A person uses the extension: from now on servers may be asked. */
  readonly wake = (): void => {
    this.ambient.wake();
  };

  /** A log was opened. */
  async opened({ base, project, job }: JobKey, name: string): Promise<void> {
    await this.recent.add({ what: 'job', base, project, id: job, label: name });
  }

  /** A job was answered with by an action: its pipeline goes on because of it, unless it was canceled. */
  answered(project: ProjectKey, { status, pipeline }: Job): void {
    if (pipeline === null || pipeline === undefined || !GOES_ON.includes(status)) return;
    this.started(
      { ...project, pipeline: pipeline.id },
      this.#ports.pipelines.facts({ ...project, pipeline: pipeline.id }),
    );
  }

  /** A pipeline was set going here. */
  readonly started = (key: PipelineKey, before: PipelineFacts | undefined): void => {
    this.notices.watch(key, 'started', before);
  };

  /** Whether a pipeline is watched, or can be. */
  watching(key: PipelineKey, status: string): WatchWord | undefined {
    return watchWord(status, this.notices.isWatched(key));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** An account of the environment does not know its name; it is asked for once, by whoever needs it first. */
  #usernameOn(base: string): string | undefined {
    const { accounts } = this.#ports;
    const known = accounts.list().find((account) => account.base === base)?.username ?? this.#names.get(base);
    if (known === undefined) {
      accounts.user(base).then(
        ({ username }) => this.#names.set(base, username),
        () => undefined, // The next look asks again.
      );
    }
    return known;
  }

  #met(key: PipelineKey): void {
    const facts = this.#ports.pipelines.facts(key);
    if (facts !== undefined) this.notices.met(key, facts);
  }

  /** What the view or the branch's status keeps up to date anyway. */
  #fresh(key: PipelineKey, listsAreFresh: boolean): PipelineFacts | undefined {
    const { branch, pipeline } = this.branch.facts ?? {};
    if (branch?.project.base === key.base && pipeline?.id === key.pipeline && isOn('statusBar'))
      return pipeline;
    const list = listsAreFresh ? this.#ports.pipelines.peekList(key) : undefined;
    return list?.isInNewestPage(key.pipeline) === true ? this.#ports.pipelines.facts(key) : undefined;
  }

  #isLookedAt({ base, pipeline }: PipelineKey, failed: readonly Job[]): boolean {
    if (!window.state.focused) return false;
    if (this.#ports.pipelinesInSight().includes(pipeline)) return true;
    return window.visibleTextEditors.some(({ document }) => {
      const log = readLogAddress(document.uri);
      return log?.base === base && failed.some(({ id }) => id === log.job);
    });
  }

  #tell({ key, pipeline, failed }: PipelineNotice): void {
    const { prompts, openLog, report } = this.#ports;
    const [first] = failed;
    const act = (what: string, work: () => Promise<void>) => (): void => {
      work().catch((error: unknown) => {
        report(what, error);
      });
    };
    const open = first && {
      title: t('Open Failing Log'),
      run: act(t('The log was not opened.'), () => openLog({ ...key, job: first.id }, first.name)),
    };
    const show = {
      title: t('Show Pipeline'),
      run: act(t('The pipeline could not be shown.'), () => this.opening.showPipeline(key)),
    };
    const severity = pipeline.status === 'failed' ? 'error' : 'info';
    prompts.tell(severity, pipelineOver(pipeline, failed), [...(open === undefined ? [] : [open]), show]);
  }
}

/** Statuses of a job that was just retried or started. */
const GOES_ON: readonly string[] = [
  'created',
  'pending',
  'preparing',
  'waiting_for_resource',
  'scheduled',
  'running',
];
