import { window } from 'vscode';
import type { PipelineKey } from '../app/keys';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ContextKeys } from '../editor/context-keys';
import { logOffers, NO_LOG, type LogOffers } from '../presentation/log-offers';
import type { Job } from '../schemas/job';
import type { LogDocument } from './log-document';
import type { LogDocuments } from './log-documents';
import type { LogSuccession } from './log-succession';

export interface LogMenusPorts {
  readonly documents: LogDocuments;
  readonly succession: LogSuccession;
  readonly contextKeys: ContextKeys;
  /** The jobs that are known of a pipeline, all attempts, without asking. */
  readonly attempts: (pipeline: PipelineKey) => readonly Job[];
}

/** Tells the menus which commands make sense for the log that is the active editor. */
export class LogMenus implements Disposable {
  readonly #ports: LogMenusPorts;
  readonly #subscriptions = new DisposableStore();
  #told = '';

  constructor(ports: LogMenusPorts) {
    this.#ports = ports;
    const look = (): void => {
      this.look();
    };
    this.#subscriptions.add(ports.documents.onDidUpdate(look));
    this.#subscriptions.add(ports.succession.onDidChange(look));
    this.#subscriptions.add(window.onDidChangeActiveTextEditor(look));
  }

  /** Looks at what is known now. */
  look(): void {
    const uri = window.activeTextEditor?.document.uri;
    const log = uri === undefined ? undefined : this.#ports.documents.find(uri);
    const offers = log === undefined ? NO_LOG : this.#offersOf(log);
    const told = JSON.stringify(offers);
    if (told === this.#told) return;
    this.#told = told;
    const { contextKeys } = this.#ports;
    contextKeys.set('switchyard.activeLog', offers.is);
    contextKeys.set('switchyard.activeLogActions', offers.actions);
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
    const attempts = pipeline === undefined ? [] : this.#ports.attempts({ base, project, pipeline });
    const lines = trace.lineCount > 0;
    const retried = this.#ports.succession.newest(log) !== undefined;
    return logOffers({ ...state, lines, left: left !== undefined, retried }, attempts);
  }
}
