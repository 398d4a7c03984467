import { type TextEditor, window } from 'vscode';
import type { Client } from '../../../api/client';
import type { Accounts } from '../../../app/accounts/accounts';
import { LogCache } from '../../../app/logs/cache';
import { CachedLogs } from '../../../app/logs/cached-logs';
import type { LogFeed } from '../../../app/logs/feed';
import type { LogFolder } from '../../../app/logs/folder';
import type { JobUpdates } from '../../../app/pipelines/job-updates';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { Projects } from '../../../app/projects/projects';
import { jobId, type JobKey, type PipelineKey, type ProjectKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { WINDOW_NOTICES } from '../../../presentation/logs/notices';
import { switchedAttemptText } from '../../../presentation/logs/status';
import type { Job } from '../../../schemas/job';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { isOn, onDidChangeSettings, setting } from '../../shared/editor/settings';
import type { LogDocument } from './document';
import { LogDocuments } from './documents';
import { LogFollow } from './follow';
import { LogMenus } from './menus';
import { NewerAttempt } from './newer-attempt';
import { LogStatusBar } from './status-bar';

/** How long the status bar shows that a newer log was opened, in milliseconds. */
const STATUS_MESSAGE_MS = 10_000;

export interface JobLogsDeps {
  readonly clientFor: (base: string) => Client;
  readonly accounts: Pick<Accounts, 'list' | 'onDidChange'>;
  readonly clock: Clock;
  readonly contextKeys: ContextKeys;
  readonly logFeed: () => Promise<typeof LogFeed>;
  /** The cache of logs of finished jobs. */
  readonly folder: LogFolder;
  readonly pipelines: Pick<Pipelines, 'peek' | 'onDidChange'>;
  readonly jobs: Pick<JobUpdates, 'onDidUpdate' | 'seen'>;
  readonly projects: Pick<Projects, 'accessOf'>;
}

/** Job logs in editors, with all their features. */
export class JobLogs implements Disposable {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly bar: LogStatusBar;
  readonly cache: LogCache;
  readonly kept: CachedLogs;
  readonly #deps: JobLogsDeps;
  readonly #newerAttempt: NewerAttempt;
  readonly #menus: LogMenus;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: JobLogsDeps) {
    this.#deps = deps;
    const { clock, contextKeys, jobs, pipelines } = deps;
    const attempts = (pipeline: PipelineKey) => this.#attempts(pipeline);
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    const isSignedIn = (base: string): boolean => deps.accounts.list().some((one) => one.base === base);
    this.cache = new LogCache({
      folder: deps.folder,
      clock,
      enabled: (base) => isOn('logStoreFinishedLogs') && isSignedIn(base),
    });
    this.documents = add(new LogDocuments(() => this.#loadFeeds()));
    const follow = add(new LogFollow(this.documents));
    this.follow = follow;
    this.#newerAttempt = add(
      new NewerAttempt({
        documents: this.documents,
        attempts,
        isFollowed: (editor) => follow.isAtEnd(editor),
        moveOn: (editor, newer, name) => {
          // After a failure, the status bar still offers the newer log.
          ignoreFailure(this.#moveOn(editor, newer, name));
        },
      }),
    );
    this.bar = add(
      new LogStatusBar({ documents: this.documents, follow, newerAttempt: this.#newerAttempt, clock }),
    );
    const { documents } = this;
    this.#menus = add(
      new LogMenus({
        documents,
        newerAttempt: this.#newerAttempt,
        contextKeys,
        attempts,
        projects: deps.projects,
      }),
    );
    this.kept = add(
      new CachedLogs({
        cache: this.cache,
        accounts: deps.accounts,
        onErased: (key) => {
          this.#erased(key);
        },
      }),
    );
    add(
      onDidChangeSettings(() => {
        if (!isOn('logStoreFinishedLogs')) this.kept.switchedOff();
      }),
    );
    add(
      jobs.onDidUpdate(({ project, job }) => {
        this.#jobUpdated(project, job);
      }),
    );
    add(
      pipelines.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'pipeline') this.#pipelineChanged(change.pipeline);
      }),
    );
    add(
      documents.onDidUpdate(({ feed: { key, state } }) => {
        if ('job' in state) jobs.seen(key, state.job);
      }),
    );
  }

  async open(key: JobKey, name: string): Promise<void> {
    const { editor, isNew } = await this.documents.open(key, name);
    this.follow.opened(editor, isNew);
  }

  /** The log in the active editor. */
  active(): { readonly key: JobKey; readonly name: string } | undefined {
    const { log } = this.#active() ?? {};
    return log === undefined ? undefined : { key: log.feed.key, name: log.name };
  }

  /**
   * The line of the cursor in the active log, starting at 1. Undefined at the start of a log, and where the line
   * has another number on the server, because a part before it is omitted.
   */
  activeLine(): number | undefined {
    const { editor, log } = this.#active() ?? {};
    const line = editor?.selection.active.line ?? 0;
    const isSame = log?.feed.state.kind === 'lines' && line < log.feed.ownLines;
    return isSame && line > 0 ? line + 1 : undefined;
  }

  /** These methods act on the log in the active editor; false if there is nothing to do. */
  toggleFollow(): boolean {
    const active = this.#active();
    if (active !== undefined) this.follow.toggle(active.editor);
    return active !== undefined;
  }

  reload(): boolean {
    const active = this.#active();
    active?.log.feed.restart();
    return active !== undefined;
  }

  nextPart(): boolean {
    const active = this.#active();
    if (active?.log.feed.nextPart() !== true) return false;
    this.follow.toStart(active.editor);
    return true;
  }

  async openNewer(): Promise<boolean> {
    const active = this.#active();
    const newest = active === undefined ? undefined : this.#newerAttempt.newest(active.log);
    if (active === undefined || newest === undefined) return false;
    await this.open({ ...active.log.feed.key, job: newest }, active.log.name);
    return true;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Returns the loaded jobs of a pipeline, including all attempts. */
  #attempts(pipeline: PipelineKey): readonly Job[] {
    return this.#deps.pipelines.peek(pipeline)?.jobs ?? [];
  }

  /** Called after an action changed a job. */
  #jobUpdated(project: ProjectKey, job: Job): void {
    this.kept.jobsSeen(project, [job]);
    this.#newerAttempt.jobUpdated(project, job);
    // Polls open logs of the changed job immediately.
    for (const { feed } of this.documents.all()) {
      const { base, job: id } = feed.key;
      if (base === project.base && id === job.id) feed.pollSoon();
    }
    this.#menus.update();
  }

  #pipelineChanged(pipeline: PipelineKey): void {
    this.kept.jobsSeen(pipeline, this.#attempts(pipeline));
    this.#newerAttempt.pipelineChanged(pipeline);
    this.#menus.update();
  }

  #active(): { readonly editor: TextEditor; readonly log: LogDocument } | undefined {
    const editor = window.activeTextEditor;
    const log = editor === undefined ? undefined : this.documents.find(editor.document.uri);
    return editor === undefined || log === undefined ? undefined : { editor, log };
  }

  async #loadFeeds(): Promise<(key: JobKey) => LogFeed> {
    const { clientFor, clock, logFeed } = this.#deps;
    const Feed = await logFeed();
    return ({ base, project, job }) =>
      new Feed(
        { base, project, job },
        {
          client: clientFor(base),
          clock,
          notices: WINDOW_NOTICES,
          largest: () => setting('logMaxSize') * 1_000_000,
          cache: this.cache,
        },
      );
  }

  /** Reloads open logs that were erased, so that they show a notice. */
  #erased(key: JobKey): void {
    for (const { feed } of this.documents.all()) {
      if (jobId(feed.key) === jobId(key) && feed.state.kind !== 'erased' && feed.state.kind !== 'loading')
        feed.restart();
    }
  }

  async #moveOn(editor: TextEditor, newer: JobKey, name: string): Promise<void> {
    const moved = await this.documents.moveOn(editor, newer, name);
    this.follow.opened(moved.editor, moved.isNew);
    window.setStatusBarMessage(switchedAttemptText(name, newer.job), STATUS_MESSAGE_MS);
  }
}
