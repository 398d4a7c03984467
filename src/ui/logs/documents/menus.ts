import { window } from 'vscode';
import type { Projects } from '../../../app/projects/projects';
import type { PipelineKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { type LogOffers, logOffers, NO_LOG } from '../../../presentation/logs/links-of-log';
import type { Job } from '../../../schemas/job';
import type { ContextKeys } from '../../shared/editor/context-keys';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import type { NewerAttempt } from './newer-attempt';

export interface LogMenusDeps {
  readonly documents: LogDocuments;
  readonly newerAttempt: NewerAttempt;
  readonly contextKeys: ContextKeys;
  /** Returns the loaded jobs of a pipeline, including all attempts. */
  readonly attempts: (pipeline: PipelineKey) => readonly Job[];
  readonly projects: Pick<Projects, 'accessOf'>;
}

/** Sets the context keys that determine which commands are available for the active log. */
export class LogMenus implements Disposable {
  readonly #deps: LogMenusDeps;
  readonly #subscriptions = new DisposableStore();
  #lastOffers = '';

  constructor(deps: LogMenusDeps) {
    this.#deps = deps;
    const update = (): void => {
      this.update();
    };
    this.#subscriptions.add(deps.documents.onDidUpdate(update));
    this.#subscriptions.add(deps.newerAttempt.onDidChange(update));
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(update));
  }

  /** Updates the context keys. */
  update(): void {
    const uri = window.activeTextEditor?.document.uri;
    const log = uri === undefined ? undefined : this.#deps.documents.find(uri);
    const offers = log === undefined ? NO_LOG : this.#offersOf(log);
    const serialized = JSON.stringify(offers);
    if (serialized === this.#lastOffers) return;
    this.#lastOffers = serialized;
    const { contextKeys } = this.#deps;
    contextKeys.set('switchyard.activeLog', offers.is);
    contextKeys.set('switchyard.activeLogActions', offers.actions);
    contextKeys.set('switchyard.activeLogFailed', offers.failed);
    contextKeys.set('switchyard.activeLogLines', offers.lines);
    contextKeys.set('switchyard.activeLogLeft', offers.left);
    contextKeys.set('switchyard.activeLogRetried', offers.retried);
    contextKeys.set('switchyard.activeLogEarlier', offers.earlier);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #offersOf(log: LogDocument): LogOffers {
    const { state, left, trace, key } = log.feed;
    const shown = 'job' in state ? state.job : undefined;
    const pipeline = shown?.pipeline?.id;
    const { base, project } = key;
    const attempts = pipeline === undefined ? [] : this.#deps.attempts({ base, project, pipeline });
    const lines = trace.lineCount > 0;
    const retried = this.#deps.newerAttempt.newest(log) !== undefined;
    const access = this.#deps.projects.accessOf(key);
    return logOffers({ ...state, lines, left: left !== undefined, retried, access }, attempts);
  }
}
