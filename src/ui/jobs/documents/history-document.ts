import { type CancellationToken, type Command, TabInputText, Uri, window, workspace } from 'vscode';
import type { Client } from '../../../api/client';
import { type HistoryOf, JobHistory } from '../../../app/jobs/history';
import { isAbort } from '../../../base/abort';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { historyLabel, historyPage, jobsChecked } from '../../../presentation/jobs/history-page';
import { COMMAND, type HistoryCommandId } from '../../../presentation/shared/command-ids';
import { explain, isSilent, sentences } from '../../../presentation/shared/error-messages';
import { refName } from '../../../presentation/shared/ref-name';
import {
  HISTORY_SCHEME,
  type HistoryAddress,
  historyAddress,
  readHistoryAddress,
} from '../../../presentation/shared/tool-addresses';
import { PageDocuments } from '../../shared/documents/page-documents';
import { editorProgress } from '../../shared/editor/editor-progress';
import { commandWith } from '../../shared/editor/execute';

export interface HistoryDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
}

/** Data of one job, shown by one or more documents. */
interface Shown {
  readonly history: JobHistory;
  loading: boolean;
  problem: string | undefined;
  /** The ref of the job from which the history was opened. */
  ref: string | undefined;
  /** Aborted when the last document closes. */
  readonly closed: AbortController;
}

/** Documents with histories of jobs: one for all refs, and one for each ref. */
export class HistoryDocuments implements Disposable {
  readonly #deps: HistoryDeps;
  readonly #documents: PageDocuments;
  readonly #shown = new Map<string, Shown>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
    this.#documents = this.#subscriptions.add(
      new PageDocuments(HISTORY_SCHEME, {
        begin: (uri, token) => this.#begin(uri, token),
        page: (uri) => this.#page(uri),
        actions: (uri) => this.#actions(uri),
        closed: (uri) => {
          this.#closed(uri);
        },
      }),
    );
  }

  /** Opens the history of a job. `ref`: the ref of the run from which it was opened. */
  async open(of: HistoryOf, ref: string | undefined): Promise<void> {
    // Reloads closed histories, although the editor still caches their documents.
    if (!hasTab(of)) this.#forget(of);
    const shown = this.#of(of);
    shown.ref = ref ?? shown.ref;
    await this.#show({ ...of, ref: undefined });
    this.#loadFirst(shown);
  }

  /** These methods act on the given history, or on the one in the active editor; false if there is none. */
  async older(address: HistoryAddress | undefined = this.active()): Promise<boolean> {
    if (address === undefined) return false;
    await this.#loadOlder(this.#of(address));
    return true;
  }

  async refresh(address: HistoryAddress | undefined = this.active()): Promise<boolean> {
    if (address === undefined) return false;
    const { ref } = this.#of(address);
    this.#forget(address);
    const shown = this.#of(address);
    shown.ref = ref;
    await this.#loadOlder(shown);
    return true;
  }

  /** Toggles between all refs and one. */
  async toggleRef(address: HistoryAddress | undefined = this.active()): Promise<boolean> {
    if (address === undefined) return false;
    const ref = address.ref === undefined ? this.#refOf(address) : undefined;
    if (address.ref === undefined && ref === undefined) return false;
    await this.#show({ ...address, ref });
    return true;
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  active(): HistoryAddress | undefined {
    const uri = window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : readHistoryAddress(uri);
  }

  dispose(): void {
    for (const { closed } of this.#shown.values()) closed.abort();
    this.#subscriptions.dispose();
  }

  async #show(address: HistoryAddress): Promise<void> {
    await window.showTextDocument(await workspace.openTextDocument(uriOf(address)), { preview: false });
  }

  #of({ base, project, name }: HistoryOf): Shown {
    const id = idOf({ base, project, name });
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const history = new JobHistory({ base, project, name }, this.#deps.clientFor);
    const closed = new AbortController();
    const shown: Shown = { history, loading: false, problem: undefined, ref: undefined, closed };
    this.#shown.set(id, shown);
    return shown;
  }

  /** The document opens before the first runs are loaded. */
  #begin(uri: Uri, token: CancellationToken): Promise<void> {
    const address = readHistoryAddress(uri);
    if (address === undefined || token.isCancellationRequested) return Promise.resolve();
    const shown = this.#of(address);
    if (address.ref !== undefined) shown.ref ??= address.ref;
    this.#loadFirst(shown);
    return Promise.resolve();
  }

  #loadFirst(shown: Shown): void {
    if (shown.history.checked === 0 && shown.problem === undefined) background(this.#loadOlder(shown));
  }

  async #loadOlder(shown: Shown): Promise<void> {
    if (shown.loading) return;
    const { history } = shown;
    shown.loading = true;
    shown.problem = undefined;
    this.#changed(shown);
    try {
      await editorProgress.cancellable(t('Loading runs of {0}…', history.of.name), (signal, reportProgress) =>
        history.loadOlder({
          signal: AbortSignal.any([signal, shown.closed.signal]),
          onProgress: (jobs, runs) => {
            reportProgress(jobsChecked(jobs, runs));
            this.#changed(shown);
          },
        }),
      );
    } catch (error) {
      shown.problem =
        isAbort(error) || isSilent(error)
          ? t('Stopped loading older runs.')
          : sentences(t("Couldn't load older runs."), explain(error).why);
    } finally {
      shown.loading = false;
      this.#changed(shown);
    }
  }

  /** Updates all loaded documents of the job. */
  #changed({ history }: Shown): void {
    for (const { uri } of workspace.textDocuments) {
      const address = readHistoryAddress(uri);
      if (address !== undefined && idOf(address) === idOf(history.of)) this.#documents.changed(uri);
    }
  }

  #page(uri: Uri) {
    const address = readHistoryAddress(uri);
    if (address === undefined) return undefined;
    const { history, loading: isLoading, problem } = this.#of(address);
    const { runs, checked, backTo, hasOlder } = history;
    const now = this.#deps.clock.now();
    return historyPage({ ...address, runs, checked, backTo, hasOlder, loading: isLoading, problem, now });
  }

  #refOf(address: HistoryAddress): string | undefined {
    const { ref, history } = this.#of(address);
    return ref ?? history.runs[0]?.ref;
  }

  #actions(uri: Uri): readonly Command[] {
    const address = readHistoryAddress(uri);
    if (address === undefined) return [];
    const { history, loading: isLoading } = this.#of(address);
    const ref = address.ref === undefined ? this.#refOf(address) : address.ref;
    const row = (title: string, command: HistoryCommandId): Command => commandWith(title, command, address);
    return [
      ...(history.hasOlder && !isLoading ? [row(t('Load Older Runs'), COMMAND.loadOlderRuns)] : []),
      ...(address.ref !== undefined
        ? [row(t('Show All Branches and Tags'), COMMAND.toggleHistoryRef)]
        : ref === undefined
          ? []
          : [row(t('Show Only {0}', refName(ref)), COMMAND.toggleHistoryRef)]),
      ...(isLoading ? [] : [row(t('Refresh'), COMMAND.refreshHistory)]),
    ];
  }

  #forget(of: HistoryOf): void {
    this.#shown.get(idOf(of))?.closed.abort();
    this.#shown.delete(idOf(of));
  }

  #closed(uri: Uri): void {
    const address = readHistoryAddress(uri);
    if (address === undefined) return;
    const others = workspace.textDocuments.some((document) => {
      const other = readHistoryAddress(document.uri);
      return !document.isClosed && other !== undefined && idOf(other) === idOf(address);
    });
    if (!others) this.#forget(address);
  }
}

/** Returns true if any tab, visible or not, shows the history of the job. */
function hasTab(of: HistoryOf): boolean {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => {
    const address = input instanceof TabInputText ? readHistoryAddress(input.uri) : undefined;
    return address !== undefined && idOf(address) === idOf(of);
  });
}

const uriOf = (address: HistoryAddress): Uri =>
  Uri.from(historyAddress(address, historyLabel(address.name, address.ref)));
const idOf = ({ base, project, name }: HistoryOf): string => JSON.stringify([base, project, name]);
