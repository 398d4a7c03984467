import { window, type TextEditor } from 'vscode';
import type { Client } from '../api/client';
import type { Accounts } from '../app/accounts';
import { KeptLogs } from '../app/kept-logs';
import { jobId, type JobKey, type PipelineKey, type ProjectKey } from '../app/keys';
import { LogCache } from '../app/log-cache';
import type { LogFolder } from '../app/log-folder';
import type { TraceFeed } from '../app/trace-feed';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ContextKeys } from '../editor/context-keys';
import { isOn, onDidChangeSettings, setting } from '../editor/settings';
import { movedOn } from '../presentation/log-status';
import { WINDOW_WORDS } from '../presentation/trace-notices';
import type { Job } from '../schemas/job';
import { LogBar } from './log-bar';
import type { LogDocument } from './log-document';
import { LogDocuments } from './log-documents';
import { LogFollow } from './log-follow';
import { LogMenus } from './log-menus';
import { LogSuccession } from './log-succession';

/** How long the status bar says that a log moved on, in milliseconds. */
const SAID_MS = 10_000;

export interface JobLogsPorts {
  readonly clientFor: (base: string) => Client;
  readonly accounts: Pick<Accounts, 'list' | 'onDidChange'>;
  readonly clock: Clock;
  readonly contextKeys: ContextKeys;
  readonly traceFeed: () => Promise<typeof TraceFeed>;
  /** Where logs of jobs that are over are kept. */
  readonly folder: LogFolder;
  /** The jobs that are known of a pipeline, all attempts, without asking. */
  readonly attempts: (pipeline: PipelineKey) => readonly Job[];
}

/** Logs of jobs in editors, with all that goes with them. */
export class JobLogs implements Disposable {
  readonly documents: LogDocuments;
  readonly follow: LogFollow;
  readonly bar: LogBar;
  readonly cache: LogCache;
  readonly kept: KeptLogs;
  readonly #ports: JobLogsPorts;
  readonly #succession: LogSuccession;
  readonly #menus: LogMenus;
  readonly #subscriptions = new DisposableStore();

  constructor(ports: JobLogsPorts) {
    this.#ports = ports;
    const { clock, contextKeys } = ports;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.cache = new LogCache({ folder: ports.folder, clock, enabled: () => isOn('keepFinishedLogs') });
    this.documents = add(new LogDocuments(() => this.#loadFeeds()));
    const follow = add(new LogFollow(this.documents));
    this.follow = follow;
    this.#succession = add(
      new LogSuccession({
        documents: this.documents,
        attempts: ports.attempts,
        isFollowed: (editor) => follow.isAtEnd(editor),
        moveOn: (editor, newer, name) => {
          // Where it cannot, the status bar goes on to offer the newer log.
          this.#moveOn(editor, newer, name).catch(() => undefined);
        },
      }),
    );
    this.bar = add(new LogBar({ documents: this.documents, follow, succession: this.#succession, clock }));
    const { documents } = this;
    this.#menus = add(
      new LogMenus({ documents, succession: this.#succession, contextKeys, attempts: ports.attempts }),
    );
    this.kept = add(
      new KeptLogs({
        cache: this.cache,
        accounts: ports.accounts,
        onErased: (key) => {
          this.#erased(key);
        },
      }),
    );
    add(
      onDidChangeSettings(() => {
        if (!isOn('keepFinishedLogs')) this.kept.switchedOff();
      }),
    );
  }

  async open(key: JobKey, name: string): Promise<void> {
    const { editor, isNew } = await this.documents.open(key, name);
    this.follow.opened(editor, isNew);
  }

  /** Tells of a job that an action was answered with. */
  answered(project: ProjectKey, job: Job): void {
    this.kept.jobsSeen(project, [job]);
    this.#succession.answered(project, job);
    // Whoever plays or cancels a job whose log is open does not wait for the next look.
    for (const { feed } of this.documents.all()) {
      const { base, job: id } = feed.key;
      if (base === project.base && id === job.id) feed.lookSoon();
    }
    this.#menus.look();
  }

  /** Tells that more is known of a pipeline. */
  pipelineChanged(pipeline: PipelineKey): void {
    this.kept.jobsSeen(pipeline, this.#ports.attempts(pipeline));
    this.#succession.pipelineChanged(pipeline);
    this.#menus.look();
  }

  /** The log that is the active editor. */
  active(): { readonly key: JobKey; readonly name: string } | undefined {
    const { log } = this.#active() ?? {};
    return log === undefined ? undefined : { key: log.feed.key, name: log.name };
  }

  /** These act on the log that is the active editor, and tell whether there was something to do. */
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
    const newest = active === undefined ? undefined : this.#succession.newest(active.log);
    if (active === undefined || newest === undefined) return false;
    await this.open({ ...active.log.feed.key, job: newest }, active.log.name);
    return true;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #active(): { readonly editor: TextEditor; readonly log: LogDocument } | undefined {
    const editor = window.activeTextEditor;
    const log = editor === undefined ? undefined : this.documents.find(editor.document.uri);
    return editor === undefined || log === undefined ? undefined : { editor, log };
  }

  async #loadFeeds(): Promise<(key: JobKey) => TraceFeed> {
    const { clientFor, clock, traceFeed } = this.#ports;
    const Feed = await traceFeed();
    return ({ base, project, job }) =>
      new Feed(
        { base, project, job },
        {
          client: clientFor(base),
          clock,
          words: WINDOW_WORDS,
          largest: () => setting('largestLog') * 1_000_000,
          cache: this.cache,
        },
      );
  }

  /** What is open of a log that is gone is read again, and then says so. */
  #erased(key: JobKey): void {
    for (const { feed } of this.documents.all()) {
      if (jobId(feed.key) === jobId(key) && feed.state.kind !== 'erased' && feed.state.kind !== 'loading')
        feed.restart();
    }
  }

  async #moveOn(editor: TextEditor, newer: JobKey, name: string): Promise<void> {
    const moved = await this.documents.moveOn(editor, newer, name);
    this.follow.opened(moved.editor, moved.isNew);
    window.setStatusBarMessage(movedOn(name, newer.job), SAID_MS);
  }
}
