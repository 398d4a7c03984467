import { Uri, type CancellationToken } from 'vscode';
import type { Client } from '../api/client';
import type { JobKey, PipelineKey } from '../app/keys';
import {
  comparableText,
  earlierAttempts,
  lastPassing,
  NotComparable,
  readableLog,
  type PassingWalk,
} from '../app/log-compare';
import { searchLogs } from '../app/log-search';
import type { LogPlaceKey } from '../app/log-place';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { timeBox } from '../editor/time-box';
import { notComparable } from '../presentation/compare-words';
import { HISTORY_SCHEME, SEARCH_SCHEME } from '../presentation/tool-addresses';
import type { Job } from '../schemas/job';
import { CompareDocuments, type CompareSide } from './compare-documents';
import { HistoryDocuments } from './history-document';
import type { JobLogs } from './job-logs';
import { openLogAt } from './log-at-line';
import { SearchResults } from './search-results';

export interface RunToolsPorts {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  readonly jobLogs: JobLogs;
}

/** Tools over many logs and many runs, with the documents that they show. */
export class RunTools implements Disposable {
  readonly results: SearchResults;
  readonly history: HistoryDocuments;
  readonly #ports: RunToolsPorts;
  readonly #comparisons: CompareDocuments;
  readonly #subscriptions = new DisposableStore();

  constructor(ports: RunToolsPorts) {
    this.#ports = ports;
    const { clientFor, clock, jobLogs } = ports;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.#comparisons = add(
      new CompareDocuments({
        read: this.readLog,
        normal: comparableText,
        why: (error) =>
          error instanceof NotComparable ? notComparable(error.why, undefined, error.job) : undefined,
      }),
    );
    this.results = add(
      new SearchResults({
        clock,
        search: (key, search, run) =>
          searchLogs({ client: clientFor(key.base), cache: jobLogs.cache, clock, timeBox }, key, search, run),
      }),
    );
    this.history = add(new HistoryDocuments({ clientFor, clock }));
  }

  /** The text of a document of one of the tools. */
  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    if (uri.scheme === HISTORY_SCHEME) return this.history.textOf(uri, token);
    if (uri.scheme === SEARCH_SCHEME) return this.results.textOf(uri, token);
    return this.#comparisons.provideTextDocumentContent(uri, token);
  }
  earlierAttempts(key: PipelineKey, job: Job, signal: AbortSignal): Promise<readonly Job[]> {
    return earlierAttempts(this.#ports.clientFor(key.base), key, job, signal);
  }
  lastPassing(key: JobKey, job: Job, walk: PassingWalk) {
    return lastPassing(this.#ports.clientFor(key.base), key, job, walk);
  }
  readonly readLog = (key: JobKey, signal: AbortSignal): Promise<string> => {
    const { clientFor, jobLogs } = this.#ports;
    return readableLog(key, { client: clientFor(key.base), cache: jobLogs.cache, signal });
  };
  comparable(text: string, signal: AbortSignal): Promise<string> {
    return comparableText(text, signal);
  }
  compare(earlier: CompareSide, later: CompareSide): Promise<void> {
    return this.#comparisons.open(earlier, later);
  }
  toggleCompared(pressed: unknown): Promise<boolean> {
    return this.#comparisons.toggle(pressed instanceof Uri ? pressed : undefined);
  }
  openLogAt(place: LogPlaceKey): Promise<void> {
    return openLogAt(this.#ports.jobLogs, place);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
