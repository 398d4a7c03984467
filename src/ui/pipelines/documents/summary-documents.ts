import { type CancellationToken, type Command, Uri, window, workspace } from 'vscode';
import type { JobNeeds } from '../../../app/pipelines/job-needs';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { RecentDurations } from '../../../app/pipelines/recent-durations';
import type { ResourceGroups } from '../../../app/pipelines/resource-groups';
import type { PipelineTitles } from '../../../app/pipelines/titles';
import { pipelineId, type PipelineKey } from '../../../app/shared/keys';
import { Poller } from '../../../app/shared/poller';
import { isAbort } from '../../../base/abort';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { deepEqual } from '../../../base/deep-equal';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import { pipelineActions } from '../../../domain/pipelines/rules';
import type { AccessLevel } from '../../../domain/projects/access-level';
import { summaryLabel, summaryPage } from '../../../presentation/pipelines/summary-page';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { explain, sentences } from '../../../presentation/shared/error-messages';
import type { TextPage } from '../../../presentation/shared/text-page';
import {
  readSummaryAddress,
  SUMMARY_SCHEME,
  summaryAddress,
} from '../../../presentation/shared/tool-addresses';
import type { PipelineFacts } from '../../../schemas/pipeline';
import { PageDocuments } from '../../shared/documents/page-documents';
import { commandWith } from '../../shared/editor/execute';
import { onDidChangeSettings, pollInterval } from '../../shared/editor/settings';

export interface SummaryDeps {
  readonly clock: Clock;
  readonly pipelines: Pipelines;
  readonly needs: Pick<JobNeeds, 'load' | 'peek'>;
  readonly durations: Pick<RecentDurations, 'load' | 'peek'>;
  readonly groups: Pick<ResourceGroups, 'load' | 'peek'>;
  readonly titles: Pick<PipelineTitles, 'load' | 'peek' | 'onDidChange'>;
  readonly accessOf: (key: PipelineKey) => AccessLevel;
  readonly log: Pick<Log, 'warn'>;
}

/** A pipeline with at least one open document. */
interface Shown {
  readonly key: PipelineKey;
  readonly parts: DisposableStore;
  /** Aborted when the last document closes. */
  readonly signal: AbortSignal;
  problem: string | undefined;
  /** IDs of the jobs whose resource groups were searched. */
  waiting: readonly number[];
}

/** Documents with summaries of pipelines. They are refreshed while they are visible. */
export class SummaryDocuments implements Disposable {
  readonly #deps: SummaryDeps;
  readonly #documents: PageDocuments;
  readonly #shown = new Map<string, Shown>();
  readonly #poller: Poller;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: SummaryDeps) {
    this.#deps = deps;
    const { clock, pipelines, titles } = deps;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.#documents = add(
      new PageDocuments(SUMMARY_SCHEME, {
        begin: (uri, token) => this.#begin(uri, token),
        page: (uri) => this.#page(uri),
        actions: (uri) => this.#actions(uri),
        closed: (uri) => {
          this.#closed(uri);
        },
      }),
    );
    this.#poller = add(
      new Poller({
        clock,
        poll: (signal, all) =>
          pipelines.pollPipelines(
            this.#visible(),
            { signal, priority: all ? 'foreground' : 'background' },
            all,
          ),
        pace: () => pipelines.paceOf(this.#visible()),
        interval: pollInterval,
        requests: () => pipelines.requests,
      }),
    );
    const update = (): void => {
      this.#poller.on = window.state.focused && this.#visible().length > 0;
    };
    add(window.onDidChangeVisibleTextEditors(update));
    add(window.onDidChangeWindowState(update));
    add(onDidChangeSettings(update));
    add(
      pipelines.onDidChange((changes) => {
        for (const change of changes) {
          if (change.kind !== 'pipeline') continue;
          this.#changed(change.pipeline);
          background(this.#loadGroups(change.pipeline));
        }
      }),
    );
    add(
      titles.onDidChange(() => {
        for (const { key } of this.#shown.values()) this.#changed(key);
      }),
    );
  }

  /** Opens the summary of a pipeline, or updates it. */
  async open(key: PipelineKey): Promise<void> {
    const known = this.#shown.get(pipelineId(key));
    const details = this.#deps.pipelines.details(key);
    const uri = this.#uris(key)[0] ?? uriOf(key, details);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
    if (known !== undefined) await this.#load(known, { again: true });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  dispose(): void {
    for (const { parts } of this.#shown.values()) parts.dispose();
    this.#subscriptions.dispose();
  }

  /** The document opens before its content is loaded. */
  #begin(uri: Uri, token: CancellationToken): Promise<void> {
    const key = readSummaryAddress(uri);
    if (key === undefined || token.isCancellationRequested || this.#shown.has(pipelineId(key)))
      return Promise.resolve();
    const parts = new DisposableStore();
    parts.add(this.#deps.pipelines.retainPipeline(key));
    const closed = new AbortController();
    parts.add(
      onDispose(() => {
        closed.abort();
      }),
    );
    const shown: Shown = { key, parts, signal: closed.signal, problem: undefined, waiting: [] };
    this.#shown.set(pipelineId(key), shown);
    background(this.#load(shown, { again: false }));
    return Promise.resolve();
  }

  /** Loads the content and the title. `again`: also if they are known. */
  async #load(shown: Shown, { again }: { readonly again: boolean }): Promise<void> {
    const { key, signal } = shown;
    const { durations, needs, pipelines, titles } = this.#deps;
    try {
      if (again && pipelines.peek(key) !== undefined) await pipelines.pollPipelines([key], { signal }, true);
      else await pipelines.content(key, { signal });
      shown.problem = undefined;
    } catch (error) {
      if (isAbort(error)) return;
      shown.problem = sentences(t("Couldn't load the pipeline."), explain(error).why);
    }
    this.#changed(key);
    const details = pipelines.details(key);
    if (details === undefined) return;
    // A refresh searches them again, because other pipelines use them, too.
    if (again) shown.waiting = [];
    const loaded = await Promise.allSettled([
      titles.load(key, [details], { signal }),
      needs.load(key, details, { signal }),
      durations.load(key, details, { signal }),
      this.#loadGroups(key),
    ]);
    for (const result of loaded) if (result.status === 'rejected') this.#failed(result.reason);
    this.#changed(key);
  }

  /** Searches the resource groups again if other jobs of the pipeline wait for them. */
  async #loadGroups(key: PipelineKey): Promise<void> {
    const shown = this.#shown.get(pipelineId(key));
    const waiting = this.#waiting(key);
    if (shown === undefined || deepEqual(waiting, shown.waiting)) return;
    shown.waiting = waiting;
    try {
      await this.#deps.groups.load(key, waiting, { signal: shown.signal });
      this.#changed(key);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The summary is shown without what can't be loaded. */
  #failed(error: unknown): void {
    if (!isAbort(error)) this.#deps.log.warn(`Couldn't load a part of a pipeline summary: ${String(error)}`);
  }

  #waiting(key: PipelineKey): readonly number[] {
    const jobs = this.#deps.pipelines.peek(key)?.jobs ?? [];
    return jobs.filter(({ status }) => status === 'waiting_for_resource').map(({ id }) => id);
  }

  #visible(): readonly PipelineKey[] {
    return window.visibleTextEditors.flatMap(({ document }) => readSummaryAddress(document.uri) ?? []);
  }

  #uris(key: PipelineKey): readonly Uri[] {
    return workspace.textDocuments.flatMap(({ uri }) => {
      const address = readSummaryAddress(uri);
      return address !== undefined && pipelineId(address) === pipelineId(key) ? [uri] : [];
    });
  }

  #changed(key: PipelineKey): void {
    if (this.#shown.has(pipelineId(key))) for (const uri of this.#uris(key)) this.#documents.changed(uri);
  }

  #page(uri: Uri): TextPage | undefined {
    const key = readSummaryAddress(uri);
    if (key === undefined) return undefined;
    const { clock, durations, groups, needs, pipelines, titles } = this.#deps;
    const content = pipelines.peek(key);
    const pipeline = pipelines.details(key);
    return summaryPage({
      ...key,
      id: key.pipeline,
      pipeline,
      stages: content?.stages,
      needs: needs.peek(key),
      groups: groups.peek(key),
      durations: durations.peek(key),
      isCut: content?.cut !== undefined,
      title: pipeline && titles.peek(key, pipeline)?.title,
      problem: this.#shown.get(pipelineId(key))?.problem,
      now: clock.now(),
    });
  }

  #actions(uri: Uri): readonly Command[] {
    const key = readSummaryAddress(uri);
    if (key === undefined) return [];
    const row = (title: string, command: RowCommandId): Command =>
      commandWith(title, command, { target: { kind: 'pipeline', pipeline: key } });
    const pipeline = this.#deps.pipelines.details(key);
    const allowed = pipeline === undefined ? [] : pipelineActions(pipeline.status, this.#deps.accessOf(key));
    return [
      ...(pipeline?.status === 'failed' ? [row(t('Open Failed Job Log'), COMMAND.openFailedLog)] : []),
      ...(allowed.includes('retryFailed') ? [row(t('Retry Failed Jobs'), COMMAND.retryPipeline)] : []),
      ...(allowed.includes('cancelAll') ? [row(t('Cancel Pipeline'), COMMAND.cancelPipeline)] : []),
      row(t('Search Logs'), COMMAND.searchLogs),
      ...(pipeline?.web_url ? [row(t('Open in Browser'), COMMAND.openInBrowser)] : []),
      row(t('Refresh'), COMMAND.showPipelineSummary),
    ];
  }

  #closed(uri: Uri): void {
    const key = readSummaryAddress(uri);
    if (key === undefined || this.#uris(key).length > 0) return;
    this.#shown.get(pipelineId(key))?.parts.dispose();
    this.#shown.delete(pipelineId(key));
  }
}

const uriOf = (key: PipelineKey, details: PipelineFacts | undefined): Uri =>
  Uri.from(summaryAddress(key, summaryLabel({ id: key.pipeline, ref: details?.ref })));
