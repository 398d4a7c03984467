import { type TextEditor, window } from 'vscode';
import type { JobKey, PipelineKey, ProjectKey } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

interface Attempt {
  readonly id: number;
  readonly name: string;
  readonly pipeline?: { readonly id: number } | null | undefined;
}

export interface NewerAttemptDeps {
  readonly documents: LogDocuments;
  /** The attempts of jobs that are known of a pipeline, without asking. */
  readonly attempts: (pipeline: PipelineKey) => readonly Attempt[];
  /** True where the reader stays at the end of what an editor shows. */
  readonly isFollowed: (editor: TextEditor) => boolean;
  /** Opens the log of a newer attempt in place of the one that an editor shows. */
  readonly moveOn: (editor: TextEditor, newer: JobKey, name: string) => void;
}

/** What is known of the attempts after the one whose log is open. */
interface Known {
  /** It was the newest one when it was looked at: whoever reads it did not choose an old one. */
  current: boolean;
  newest: number | undefined;
}

/** Notices that a job whose log is open was retried: a log that is followed moves on, others offer it. */
export class NewerAttempt implements Disposable {
  readonly #deps: NewerAttemptDeps;
  readonly #known = new WeakMap<LogDocument, Known>();
  readonly #changed = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;

  constructor(deps: NewerAttemptDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.documents.onDidUpdate((log) => {
        this.#compare(log);
      }),
    );
  }

  /** The newest attempt of the job of a log, where there is one after it. */
  newest(log: LogDocument): number | undefined {
    return this.#known.get(log)?.newest;
  }

  /** Tells that more is known of a pipeline. */
  pipelineChanged(pipeline: PipelineKey): void {
    for (const log of this.#deps.documents.all()) {
      const job = jobOf(log);
      if (log.feed.key.base === pipeline.base && job?.pipeline?.id === pipeline.pipeline) this.#compare(log);
    }
  }

  /** Tells of a job that an action was answered with: after a retry it is a new one. */
  answered({ base }: ProjectKey, answer: Attempt): void {
    for (const log of this.#deps.documents.all()) {
      const job = jobOf(log);
      if (job === undefined || log.feed.key.base !== base || !isLater(answer, job)) continue;
      const known = this.#of(log);
      // Nothing is known of others: what is retried is the newest attempt.
      if (known.newest === undefined) known.current = true;
      this.#learn(log, known, answer.id);
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #compare(log: LogDocument): void {
    const job = jobOf(log);
    if (job?.pipeline === null || job?.pipeline === undefined) return;
    const { base, project } = log.feed.key;
    const attempts = this.#deps.attempts({ base, project, pipeline: job.pipeline.id });
    const later = attempts.filter((attempt) => isLater(attempt, job)).map(({ id }) => id);
    const known = this.#of(log);
    if (later.length > 0) this.#learn(log, known, Math.max(...later));
    else if (attempts.some(({ id }) => id === job.id)) known.current = true;
  }

  #learn(log: LogDocument, known: Known, newest: number): void {
    if (newest <= (known.newest ?? 0)) return;
    known.newest = newest;
    const moves = known.current;
    known.current = false;
    this.#changed.fire();
    if (!moves) return;
    for (const editor of window.visibleTextEditors) {
      const shows = editor.document.uri.toString() === log.uri.toString();
      if (shows && this.#deps.isFollowed(editor))
        this.#deps.moveOn(editor, { ...log.feed.key, job: newest }, log.name);
    }
  }

  #of(log: LogDocument): Known {
    const known = this.#known.get(log) ?? { current: false, newest: undefined };
    this.#known.set(log, known);
    return known;
  }
}

function jobOf({ feed: { state } }: LogDocument): Attempt | undefined {
  return 'job' in state ? state.job : undefined;
}

function isLater(attempt: Attempt, than: Attempt): boolean {
  return attempt.id > than.id && attempt.name === than.name && attempt.pipeline?.id === than.pipeline?.id;
}
