import { type TextEditor, window } from 'vscode';
import type { JobKey, PipelineKey, ProjectKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

interface Attempt {
  readonly id: number;
  readonly name: string;
  readonly pipeline?: { readonly id: number } | null | undefined;
}

export interface NewerAttemptDeps {
  readonly documents: LogDocuments;
  /** Returns the loaded attempts of a pipeline's jobs. */
  readonly attempts: (pipeline: PipelineKey) => readonly Attempt[];
  /** True if the editor stays at the end of its log. */
  readonly isFollowed: (editor: TextEditor) => boolean;
  /** Opens the log of a newer attempt in place of the one in the editor. */
  readonly moveOn: (editor: TextEditor, newer: JobKey, name: string) => void;
}

/** Later attempts of the job whose log is open. */
interface Known {
  /** True if it was the latest attempt when it was opened; otherwise the user has chosen an old one. */
  current: boolean;
  newest: number | undefined;
}

/**
 * Detects that a job with an open log was retried. Followed logs switch to the new attempt; others offer it.
 */
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

  /** Returns the latest attempt after the one in the log, if there is one. */
  newest(log: LogDocument): number | undefined {
    return this.#known.get(log)?.newest;
  }

  /** Called when a pipeline was updated. */
  pipelineChanged(pipeline: PipelineKey): void {
    for (const log of this.#deps.documents.all()) {
      const job = jobOf(log);
      if (log.feed.key.base === pipeline.base && job?.pipeline?.id === pipeline.pipeline) this.#compare(log);
    }
  }

  /** Called with the job that an action returned. After a retry, it is a new job. */
  jobUpdated({ base }: ProjectKey, attempt: Attempt): void {
    for (const log of this.#deps.documents.all()) {
      const job = jobOf(log);
      if (job === undefined || log.feed.key.base !== base || !isLater(attempt, job)) continue;
      const known = this.#of(log);
      // Without other known attempts, the retried job is the latest one.
      if (known.newest === undefined) known.current = true;
      this.#learn(log, known, attempt.id);
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
