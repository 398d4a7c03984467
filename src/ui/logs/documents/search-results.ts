import { type CancellationToken, type Command, type Tab, TabInputText, Uri, window, workspace } from 'vscode';
import type { LogResult, SearchRun, SearchSummary } from '../../../app/logs/search';
import type { PipelineKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { LineSearch } from '../../../domain/logs/search-input';
import { searchLabel, searchPage, type SearchState } from '../../../presentation/logs/search-page';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { readSearchAddress, SEARCH_SCHEME, searchAddress } from '../../../presentation/shared/tool-addresses';
import { PageDocuments } from '../../shared/documents/page-documents';
import { commandWith } from '../../shared/editor/execute';

/** Minimum time between updates of the document, in milliseconds. */
const PACE_MS = 150;

export interface SearchResultsDeps {
  readonly clock: Clock;
  readonly search: (key: PipelineKey, search: LineSearch, run: SearchRun) => Promise<SearchSummary>;
}

/** Documents with the results of searches in logs of pipelines, updated while a search runs. */
export class SearchResults implements Disposable {
  readonly #deps: SearchResultsDeps;
  readonly #documents: PageDocuments;
  readonly #states = new Map<string, SearchState>();
  readonly #running = new Map<string, AbortController>();
  /** Documents with a scheduled update. */
  readonly #due = new Set<string>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: SearchResultsDeps) {
    this.#deps = deps;
    this.#documents = this.#subscriptions.add(
      new PageDocuments(SEARCH_SCHEME, {
        begin: () => Promise.resolve(),
        page: (uri) => {
          const state = this.#states.get(uri.toString()) ?? forgotten(uri);
          return state === undefined ? undefined : searchPage(state);
        },
        actions: (uri) => actionsOf(uri),
        closed: (uri) => {
          this.#closed(uri);
        },
      }),
    );
  }

  /** Searches and shows the results. Resolves when the search ends; the document shows the outcome. */
  async run(
    key: PipelineKey,
    search: LineSearch,
    { signal, onProgress }: Pick<SearchRun, 'signal' | 'onProgress'>,
  ): Promise<void> {
    const { base, project, pipeline } = key;
    const { typed } = search;
    const uri = Uri.from(searchAddress({ base, project, pipeline, typed }, searchLabel(typed, pipeline)));
    const id = uri.toString();
    this.#running.get(id)?.abort();
    const ending = new AbortController();
    this.#running.set(id, ending);
    const results: LogResult[] = [];
    const isCurrent = (): boolean => this.#running.get(id) === ending;
    const update = (change: Partial<SearchState>): void => {
      const before = this.#states.get(id) ?? { ...initialState(base, project, pipeline, typed) };
      if (isCurrent()) this.#states.set(id, { ...before, ...change });
    };
    update({ ...initialState(base, project, pipeline, typed) });
    try {
      const earlier = resultsOf(key).filter(({ input }) => String(input.uri) !== id);
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
      await window.tabGroups.close(
        earlier.map(({ tab }) => tab),
        true,
      );
      this.#documents.changed(uri);
      const summary = await this.#deps.search(key, search, {
        signal: AbortSignal.any([signal, ending.signal]),
        onProgress: (checked, of) => {
          update({ logs: { checked, of } });
          onProgress(checked, of);
          this.#soon(uri);
        },
        onResult: (result) => {
          results.push(result);
          update({ results: [...results] });
          this.#soon(uri);
        },
      });
      const { ended, checked, logs } = summary;
      update({ logs: { checked, of: logs }, end: { ...summary, how: ended } });
    } catch (error) {
      const how = signal.aborted ? 'stopped' : 'failed';
      update({ end: { how, slow: [], withoutLog: 0, failed: [], moreJobs: false, below: 0, notBelow: 0 } });
      throw error;
    } finally {
      if (isCurrent()) this.#running.delete(id);
      this.#documents.changed(uri);
    }
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  /** The search in the active editor. */
  active(): { readonly key: PipelineKey; readonly typed: string } | undefined {
    const uri = window.activeTextEditor?.document.uri;
    const address = uri === undefined ? undefined : readSearchAddress(uri);
    if (address === undefined) return undefined;
    const { base, project, pipeline, typed } = address;
    return { key: { base, project, pipeline }, typed };
  }

  dispose(): void {
    for (const running of this.#running.values()) running.abort();
    this.#subscriptions.dispose();
  }

  #soon(uri: Uri): void {
    const id = uri.toString();
    if (this.#due.has(id)) return;
    this.#due.add(id);
    background(
      this.#deps.clock.wait(PACE_MS).then(() => {
        this.#due.delete(id);
        if (this.#states.has(id)) this.#documents.changed(uri);
      }),
    );
  }

  /** Aborts the search and discards its results. */
  #closed(uri: Uri): void {
    const id = uri.toString();
    this.#running.get(id)?.abort();
    this.#running.delete(id);
    this.#states.delete(id);
  }
}

/**
 * Returns the tabs of earlier searches in the same pipeline, which another search replaces. They aren't
 * preview tabs, because a result opens its log in the preview tab. Pinned tabs are kept.
 */
const resultsOf = ({ base, pipeline }: PipelineKey): readonly { tab: Tab; input: TabInputText }[] =>
  window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap((tab) => {
      const { input } = tab;
      if (!(input instanceof TabInputText) || tab.isPinned) return [];
      const address = readSearchAddress(input.uri);
      return address?.base === base && address.pipeline === pipeline ? [{ tab, input }] : [];
    }),
  );

function initialState(base: string, project: number | string, pipeline: number, typed: string): SearchState {
  return { typed, pipeline, base, project, results: [], logs: undefined, end: undefined };
}

/** The state of a document that was restored from another session: results aren't stored. */
function forgotten(uri: Uri): SearchState | undefined {
  const address = readSearchAddress(uri);
  if (address === undefined) return undefined;
  const { base, project, pipeline, typed } = address;
  return {
    ...initialState(base, project, pipeline, typed),
    logs: { checked: 0, of: 0 },
    end: { how: 'forgotten', slow: [], withoutLog: 0, failed: [], moreJobs: false, below: 0, notBelow: 0 },
  };
}

function actionsOf(uri: Uri): readonly Command[] {
  const address = readSearchAddress(uri);
  if (address === undefined) return [];
  const { base, project, pipeline, typed } = address;
  const row = { target: { kind: 'pipeline', pipeline: { base, project, pipeline } } } as const;
  return [
    commandWith(t('Search Again'), COMMAND.repeatLogSearch, { ...row, typed }),
    commandWith(t('New Search...'), COMMAND.searchLogs, row),
  ];
}
