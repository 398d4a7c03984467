import { type CancellationToken, Uri } from 'vscode';
import type { Client } from '../../../api/client';
import {
  comparableText,
  earlierAttempts,
  lastPassing,
  NotComparableError,
  type PassingSearch,
  readableLog,
} from '../../../app/logs/compare';
import type { LogPlaceKey } from '../../../app/logs/place';
import { searchLogs } from '../../../app/logs/search';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { notComparable } from '../../../presentation/logs/compare-messages';
import type { AddressParts } from '../../../presentation/shared/document-address';
import {
  HISTORY_SCHEME,
  JOB_TOKEN_SCHEME,
  SEARCH_SCHEME,
  SUMMARY_SCHEME,
} from '../../../presentation/shared/tool-addresses';
import type { Job } from '../../../schemas/job';
import { HistoryDocuments } from '../../jobs/documents/history-document';
import { JobTokenDocument } from '../../jobs/documents/job-token-document';
import { type SummaryDeps, SummaryDocuments } from '../../pipelines/documents/summary-documents';
import { regexTimeout } from '../../shared/editor/regex-timeout';
import { CompareDocuments, type CompareSide } from './compare-documents';
import type { JobLogs } from './job-logs';
import { openLogAt } from './open-at-line';
import { SearchResults } from './search-results';

export interface RunToolsDeps extends SummaryDeps {
  readonly clientFor: (base: string) => Client;
  readonly jobLogs: JobLogs;
}

/** Features that use several logs or runs, with their documents. */
export class RunTools implements Disposable {
  readonly results: SearchResults;
  readonly history: HistoryDocuments;
  readonly jobToken: JobTokenDocument;
  readonly summaries: SummaryDocuments;
  readonly #deps: RunToolsDeps;
  readonly #comparisons: CompareDocuments;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: RunToolsDeps) {
    this.#deps = deps;
    const { clientFor, clock, jobLogs } = deps;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.#comparisons = add(
      new CompareDocuments({
        read: this.readLog,
        normal: comparableText,
        why: (error) =>
          error instanceof NotComparableError ? notComparable(error.reason, undefined, error.job) : undefined,
      }),
    );
    this.results = add(
      new SearchResults({
        clock,
        search: (key, search, run) =>
          searchLogs(
            { client: clientFor(key.base), cache: jobLogs.cache, clock, regexTimeout },
            key,
            search,
            run,
          ),
      }),
    );
    this.history = add(new HistoryDocuments({ clientFor, clock }));
    this.summaries = add(new SummaryDocuments(deps));
    this.jobToken = add(new JobTokenDocument(() => clock.now()));
  }

  /** Returns the text of a document of these features. */
  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    if (uri.scheme === HISTORY_SCHEME) return this.history.textOf(uri, token);
    if (uri.scheme === SUMMARY_SCHEME) return this.summaries.textOf(uri, token);
    if (uri.scheme === JOB_TOKEN_SCHEME) return this.jobToken.textOf(uri, token);
    if (uri.scheme === SEARCH_SCHEME) return this.results.textOf(uri, token);
    return this.#comparisons.provideTextDocumentContent(uri, token);
  }
  earlierAttempts(key: PipelineKey, job: Job, signal: AbortSignal): Promise<readonly Job[]> {
    return earlierAttempts(this.#deps.clientFor(key.base), key, job, signal);
  }
  lastPassing(key: JobKey, job: Job, walk: PassingSearch) {
    return lastPassing(this.#deps.clientFor(key.base), key, job, walk);
  }
  readonly readLog = (key: JobKey, signal: AbortSignal): Promise<string> => {
    const { clientFor, jobLogs } = this.#deps;
    return readableLog(key, { client: clientFor(key.base), cache: jobLogs.cache, signal });
  };
  comparable(text: string, signal: AbortSignal): Promise<string> {
    return comparableText(text, signal);
  }
  compare(earlier: CompareSide, later: CompareSide): Promise<void> {
    return this.#comparisons.open(earlier, later);
  }
  toggleCompared(pressed: AddressParts | undefined): Promise<boolean> {
    return this.#comparisons.toggle(pressed && Uri.from(pressed));
  }
  openLogAt(place: LogPlaceKey): Promise<void> {
    return openLogAt(this.#deps.jobLogs, place);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
