import type { Client } from '../api/client';
import { isCancelled } from '../api/errors';
import type { Accounts } from '../app/accounts/accounts';
import {
  peopleOf,
  suggest,
  type SuggestionGap,
  type SuggestionKind,
} from '../app/merge-requests/query-suggestions';
import { ProjectFinder } from '../app/projects/project-finder';
import type { Projects } from '../app/projects/projects';
import { background } from '../base/background';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { t } from '../base/localize';
import type { FilterField } from '../domain/merge-requests/filters';
import type { QueryPlace } from '../domain/merge-requests/query';
import { QUERY_FORM } from '../presentation/merge-requests/query-form';
import { FILTER_FIELDS, filterRowOf } from '../presentation/merge-requests/query-values';
import { explain } from '../presentation/shared/error-messages';
import type { Suggestion } from '../schemas/panel-message';
import type { Panel, PanelEvent } from './panel-frame';

export interface SuggestionDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly clientFor: (base: string) => Client;
}

/** So many people are offered by their numbers. */
const MAX = 15;

/** What each field wants suggestions of; those that are not here are typed. */
const KINDS: readonly (readonly [RegExp, SuggestionKind])[] = [
  [/username/, 'usernames'],
  [/(author|assignee|reviewer|merge_user)_id|_by_ids|approver_ids/, 'user-ids'],
  [/labels$/, 'labels'],
  [/milestone$/, 'milestones'],
  [/_branch$/, 'branches'],
  [/emoji$/, 'reactions'],
];

const GAPS: Readonly<Record<Exclude<SuggestionGap, undefined>, () => string>> = {
  'no-project': () => t('No project available for suggestions. You can still enter a value.'),
  refused: () => t("Couldn't load suggestions. You can still enter a value."),
};

/** Answers a page that asks what could stand in a field. Only the last question counts. */
export class QuerySuggestions implements Disposable {
  readonly #panel: Panel;
  readonly #deps: SuggestionDeps;
  readonly #place: () => QueryPlace | undefined;
  readonly #base: () => string | undefined;
  readonly #learned = new Emitter<void>();
  #asking = new AbortController();

  /** Names of people by their numbers, as far as suggestions told them. */
  readonly people = new Map<string, string>();
  readonly onDidLearn = this.#learned.event;

  /** `place` is undefined while its path is still to be typed; `base` is its server even then. */
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
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    if (field === 'path') background(this.#answerProjects(text, number, asking.signal));
    else background(this.#answer(field, text, number, asking.signal));
  }

  /** People whose numbers begin so: the server searches for names only. */
  async #numbered(typed: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
    if (this.people.size === 0) await this.learnNames(signal);
    const fitting = [...this.people].filter(([number]) => number.startsWith(typed));
    return fitting.slice(0, MAX).map(([value, label]) => ({ value, label, detail: value }));
  }

  /** Finds the names of people whose numbers a query holds. Without them the numbers have to do. */
  async learnNames(signal: AbortSignal): Promise<void> {
    const base = this.#base();
    if (base === undefined) return;
    try {
      const [project] = await this.#projectsOf(this.#place(), signal);
      if (project === undefined) return;
      this.#learn(await peopleOf(this.#deps.clientFor(base), project, { signal }));
    } catch {
      return;
    }
  }

  dispose(): void {
    this.#asking.abort();
    this.#learned.dispose();
  }

  async #answer(name: string, typed: string, number: number, signal: AbortSignal): Promise<void> {
    const field = FILTER_FIELDS.find((each) => each === name);
    const kind = KINDS.find(([fits]) => fits.test(name))?.[1];
    const place = this.#place();
    const base = this.#base();
    if (field === undefined || kind === undefined || base === undefined) {
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
      const question = { kind, typed, words: takesWords(field), projects };
      const { items, gap } = await suggest(this.#deps.clientFor(base), question, { signal });
      if (kind === 'user-ids') this.#learn(items);
      const note = gap === undefined ? undefined : GAPS[gap]();
      this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items, note });
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      const note = explain(error).why;
      this.#panel.post({ kind: 'suggestions', form: QUERY_FORM, field: name, number, items: [], note });
    }
  }

  /** Projects by part of their name, for where the query is asked. */
  async #answerProjects(typed: string, number: number, signal: AbortSignal): Promise<void> {
    const answer = { kind: 'suggestions', form: QUERY_FORM, field: 'path', number } as const;
    try {
      const found = await new ProjectFinder(this.#deps.accounts).find(typed, { signal });
      const here = found.filter(({ key }) => key.base === this.#base());
      this.#panel.post({ ...answer, items: here.map(({ path }) => ({ value: path, label: path })) });
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#panel.post({ ...answer, items: [], note: explain(error).why });
    }
  }

  /** The project that is asked; for a group and a server, the workspace's projects there. */
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

const takesWords = (field: FilterField): boolean => filterRowOf(field).words === true;
