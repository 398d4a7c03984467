import type { Client } from '../../../api/client';
import { isCanceled } from '../../../api/errors';
import type { Accounts } from '../../../app/accounts/accounts';
import { peopleOf, suggest, type SuggestionGap } from '../../../app/merge-requests/query-suggestions';
import { ProjectFinder } from '../../../app/projects/project-finder';
import type { Projects } from '../../../app/projects/projects';
import { background, ignoreError } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { QueryPlace } from '../../../domain/merge-requests/query';
import { QUERY_FORM } from '../../../presentation/merge-requests/query-form';
import { explain } from '../../../presentation/shared/error-messages';
import { FILTER_FIELDS, FILTERS } from '../../../schemas/merge-request-query';
import type { Suggestion } from '../../../schemas/panel-message';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';

export interface SuggestionDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly clientFor: (base: string) => Client;
}

/** Maximum number of people who are suggested by ID. */
const MAX = 15;

const GAPS: Readonly<Record<Exclude<SuggestionGap, undefined>, () => string>> = {
  'no-project': () => t('No project available for suggestions. You can still enter a value.'),
  refused: () => t("Couldn't load suggestions. You can still enter a value."),
};

/** Responds to requests for suggestions. A new request cancels the previous one. */
export class QuerySuggestions implements Disposable {
  readonly #panel: Panel;
  readonly #deps: SuggestionDeps;
  readonly #place: () => QueryPlace | undefined;
  readonly #base: () => string | undefined;
  readonly #learned = new Emitter<void>();
  #abortController = new AbortController();

  /** Names of people by ID, from previous suggestions. */
  readonly people = new Map<string, string>();
  readonly onDidLearn = this.#learned.event;

  /**
   * `place`: the scope that is selected in the form; undefined while the path of its group or project is missing.
   * `base`: URL of the selected server, known without the path.
   */
  constructor(
    panel: Panel,
    deps: SuggestionDeps,
    place: () => QueryPlace | undefined,
    base: () => string | undefined,
  ) {
    this.#panel = panel;
    this.#deps = deps;
    this.#place = place;
    this.#base = base;
  }

  ask({ field, text, number }: Extract<PanelEvent, { readonly kind: 'suggest' }>): void {
    this.#abortController.abort();
    const abortController = new AbortController();
    this.#abortController = abortController;
    if (field === 'path') background(this.#suggestProjects(text, number, abortController.signal));
    else background(this.#suggestValues(field, text, number, abortController.signal));
  }

  /** Returns people whose IDs start with a text, because the server only searches for names. */
  async #numbered(typed: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
    if (this.people.size === 0) await this.learnNames(signal);
    const fitting = [...this.people].filter(([number]) => number.startsWith(typed));
    return fitting.slice(0, MAX).map(([value, label]) => ({ value, label, detail: value }));
  }

  /** Loads the names for user IDs. After a failure, the IDs are shown. */
  async learnNames(signal: AbortSignal): Promise<void> {
    const base = this.#base();
    if (base === undefined) return;
    try {
      const [project] = await this.#projectsOf(this.#place(), signal);
      if (project === undefined) return;
      this.#learn(await peopleOf(this.#deps.clientFor(base), project, { signal }));
    } catch (error) {
      ignoreError(error);
      return;
    }
  }

  dispose(): void {
    this.#abortController.abort();
    this.#learned.dispose();
  }

  async #suggestValues(name: string, typed: string, number: number, signal: AbortSignal): Promise<void> {
    const field = FILTER_FIELDS.find((each) => each === name);
    const { suggests: kind, wildcards } = field === undefined ? {} : FILTERS[field];
    const place = this.#place();
    const base = this.#base();
    if (kind === undefined || base === undefined) {
      this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items: [] });
      return;
    }
    try {
      if (kind === 'user-ids' && /^\d+$/.test(typed)) {
        const items = await this.#numbered(typed, signal);
        const note = items.length === 0 ? t('Unknown user ID. It will be used as entered.') : undefined;
        this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items, note });
        return;
      }
      const projects = await this.#projectsOf(place, signal);
      const question = { kind, typed, allowsWildcards: wildcards === true, projects };
      const { items, gap } = await suggest(this.#deps.clientFor(base), question, { signal });
      if (kind === 'user-ids') this.#learn(items);
      const note = gap === undefined ? undefined : GAPS[gap]();
      this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items, note });
    } catch (error) {
      if (signal.aborted || isCanceled(error)) return;
      const note = explain(error).why;
      this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items: [], note });
    }
  }

  /** Suggests projects on the query's server by part of their name. */
  async #suggestProjects(typed: string, number: number, signal: AbortSignal): Promise<void> {
    const response = { kind: 'suggestions', form: QUERY_FORM, field: 'path', number } as const;
    try {
      const found = await new ProjectFinder(this.#deps.accounts).find(typed, { signal });
      const here = found.filter(({ key }) => key.base === this.#base());
      this.#panel.post({ ...response, items: here.map(({ path }) => ({ value: path, label: path })) });
    } catch (error) {
      if (signal.aborted || isCanceled(error)) return;
      this.#panel.post({ ...response, items: [], note: explain(error).why });
    }
  }

  /** Returns the project of the query; for a group or server, the workspace's projects on it. */
  async #projectsOf(
    place: QueryPlace | undefined,
    signal: AbortSignal,
  ): Promise<readonly (number | string)[]> {
    if (place === undefined) return [];
    if (place.kind === 'project') return [place.project];
    const search = await this.#deps.projects.search(signal);
    const found = search.state === 'found' ? search.projects : [];
    return found.flatMap((each) =>
      each.ok && each.project.key.base === place.base ? [each.project.key.project] : [],
    );
  }

  #learn(items: readonly { readonly value: string; readonly label: string }[]): void {
    const before = this.people.size;
    for (const { value, label } of items) if (/^\d+$/.test(value)) this.people.set(value, label);
    if (this.people.size > before) this.#learned.fire();
  }
}
