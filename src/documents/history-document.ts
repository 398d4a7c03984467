import { TabInputText, Uri, window, workspace, type CancellationToken, type Command } from 'vscode';
import { JobHistory, type HistoryOf } from '../app/job-history';
import type { Client } from '../api/client';
import { isAbort } from '../base/abort';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { cancellable } from '../editor/cancellable';
import { COMMAND } from '../presentation/command-ids';
import { explain, isSilent } from '../presentation/error-sentences';
import { historyLabel, historyPage, jobsLooked } from '../presentation/history-words';
import { refName } from '../presentation/pipeline-rows';
import {
  HISTORY_SCHEME,
  historyAddress,
  readHistoryAddress,
  type HistoryAddress,
} from '../presentation/tool-addresses';
import { PageDocuments } from './page-documents';

export interface HistoryPorts {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
}

/** What is known of one job, shown by one or more documents. */
interface Shown {
  readonly history: JobHistory;
  looking: boolean;
  problem: string | undefined;
  /** The ref that the job was on whose history was asked for. */
  ref: string | undefined;
  /** Aborted as soon as nobody shows it. */
  readonly closed: AbortController;
}

/** Histories of jobs as documents: one for all refs, one for each ref. */
export class HistoryDocuments implements Disposable {
  readonly #ports: HistoryPorts;
  readonly #documents: PageDocuments;
  readonly #shown = new Map<string, Shown>();
  readonly #subscriptions = new DisposableStore();

  constructor(ports: HistoryPorts) {
    this.#ports = ports;
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

  /** Opens the history of a job; `ref` is that of the run that it was asked for. */
  async open(of: HistoryOf, ref: string | undefined): Promise<void> {
    // What was closed is old, though the editor keeps it for a while.
    if (!hasTab(of)) this.#forget(of);
    const shown = this.#of(of);
    shown.ref = ref ?? shown.ref;
    await this.#show({ ...of, ref: undefined });
    this.#lookFirst(shown);
  }

  /** These act on a history by its address, or on that of the active editor; false where there is none. */
  async older(address: HistoryAddress | undefined = this.active()): Promise<boolean> {
    if (address === undefined) return false;
    await this.#lookBack(this.#of(address));
    return true;
  }

  async refresh(address: HistoryAddress | undefined = this.active()): Promise<boolean> {
    if (address === undefined) return false;
    const { ref } = this.#of(address);
    this.#forget(address);
    const shown = this.#of(address);
    shown.ref = ref;
    await this.#lookBack(shown);
    return true;
  }

  /** From all refs to one, or back. */
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
    const history = new JobHistory({ base, project, name }, this.#ports.clientFor);
    const closed = new AbortController();
    const shown: Shown = { history, looking: false, problem: undefined, ref: undefined, closed };
    this.#shown.set(id, shown);
    return shown;
  }

  /** What is asked for first comes while the document is there already. */
  #begin(uri: Uri, token: CancellationToken): Promise<void> {
    const address = readHistoryAddress(uri);
    if (address === undefined || token.isCancellationRequested) return Promise.resolve();
    const shown = this.#of(address);
    if (address.ref !== undefined) shown.ref ??= address.ref;
    this.#lookFirst(shown);
    return Promise.resolve();
  }

  #lookFirst(shown: Shown): void {
    if (shown.history.looked === 0 && shown.problem === undefined) void this.#lookBack(shown);
  }

  async #lookBack(shown: Shown): Promise<void> {
    if (shown.looking) return;
    const { history } = shown;
    shown.looking = true;
    shown.problem = undefined;
    this.#changed(shown);
    try {
      await cancellable(t('Looking for runs of {0}', history.of.name), (signal, say) =>
        history.lookBack({
          signal: AbortSignal.any([signal, shown.closed.signal]),
          onLooked: (jobs, runs) => {
            say(jobsLooked(jobs, runs));
            this.#changed(shown);
          },
        }),
      );
    } catch (error) {
      shown.problem =
        isAbort(error) || isSilent(error)
          ? t('Looking back was stopped.')
          : t('Looking back ended. {0}', explain(error).why);
    } finally {
      shown.looking = false;
      this.#changed(shown);
    }
  }

  /** All documents of the job, open or not. */
  #changed({ history }: Shown): void {
    for (const { uri } of workspace.textDocuments) {
      const address = readHistoryAddress(uri);
      if (address !== undefined && idOf(address) === idOf(history.of)) this.#documents.changed(uri);
    }
  }

  #page(uri: Uri) {
    const address = readHistoryAddress(uri);
    if (address === undefined) return undefined;
    const { history, looking, problem } = this.#of(address);
    const { runs, looked, backTo, hasOlder } = history;
    const now = this.#ports.clock.now();
    return historyPage({ ...address, runs, looked, backTo, hasOlder, looking, problem, now });
  }

  #refOf(address: HistoryAddress): string | undefined {
    const { ref, history } = this.#of(address);
    return ref ?? history.runs[0]?.ref;
  }

  #actions(uri: Uri): readonly Command[] {
    const address = readHistoryAddress(uri);
    if (address === undefined) return [];
    const { history, looking } = this.#of(address);
    const ref = address.ref === undefined ? this.#refOf(address) : address.ref;
    const row = (title: string, command: string): Command => ({ title, command, arguments: [address] });
    return [
      ...(history.hasOlder && !looking ? [row(t('Load Older Runs'), COMMAND.loadOlderRuns)] : []),
      ...(address.ref !== undefined
        ? [row(t('Show All Refs'), COMMAND.toggleHistoryRef)]
        : ref === undefined
          ? []
          : [row(t('Show Only {0}', refName(ref)), COMMAND.toggleHistoryRef)]),
      ...(looking ? [] : [row(t('Refresh'), COMMAND.refreshHistory)]),
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

/** Whether a tab shows the history of that job, in front or behind. */
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
