import type { Client } from '../api/client';
import { isApiError, isCancelled } from '../api/errors';
import type { Accounts } from '../app/accounts/accounts';
import { MergeRequestList } from '../app/merge-requests/list';
import { formKeyName, type QueryFormKey, readFormKey } from '../app/merge-requests/query-form-key';
import { type PlaceChoice, placeChoices } from '../app/merge-requests/query-places';
import type { SavedQueries } from '../app/merge-requests/saved-queries';
import type { AddedGroups } from '../app/projects/added-groups';
import type { Projects } from '../app/projects/projects';
import { background } from '../base/background';
import { deepEqual } from '../base/deep-equal';
import type { Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { type MergeRequestQuery, placeId, type QueryPlace } from '../domain/merge-requests/query';
import { QueryNotSaved } from '../domain/merge-requests/saved-query';
import { QUERY_FORM, textOf } from '../presentation/merge-requests/query-form';
import { hostOf, queryPlaceLabel } from '../presentation/merge-requests/query-labels';
import { ANSWER, goneQueryPage, queryPage, type Tried } from '../presentation/merge-requests/query-page';
import { filtersNamed, notSavedWhy } from '../presentation/merge-requests/query-problems';
import { valuesOfFilters } from '../presentation/merge-requests/query-values';
import { explain } from '../presentation/shared/error-messages';
import { parts } from '../presentation/shared/row';
import type { QueryFilters } from '../schemas/merge-request-query';
import type { FormValues } from '../schemas/panel-message';
import type { Panel, PanelKind } from './panel-frame';
import { kindOfPlace, placeOfForm, type QueryReading, readQueryForm } from './query-reading';
import { QuerySuggestions } from './query-suggestions';

export interface QueryPanelDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly groups: AddedGroups;
  readonly queries: SavedQueries;
  readonly clientFor: (base: string) => Client;
  /** Deletes a saved query, with the way back that the command offers. */
  readonly remove: (id: string) => PromiseLike<unknown>;
  /** Shows the view in which the query stands. */
  readonly showView: () => PromiseLike<unknown>;
}

/** Forms for saved queries. */
export const queryPanelKind = (deps: QueryPanelDeps): PanelKind<QueryFormKey> => ({
  viewType: 'switchyard.query',
  icon: 'query',
  title: titleOf,
  name: formKeyName,
  read: readFormKey,
  fill: (panel, key) => new QueryPage(panel, key, deps),
});

const titleOf = (key: QueryFormKey): string =>
  key.kind === 'new' ? t('New Merge Request Query') : t('Edit Merge Request Query');

/** One form: reads what the page holds, checks it, tries it, keeps it. */
class QueryPage implements Disposable {
  readonly #panel: Panel;
  readonly #key: QueryFormKey;
  readonly #deps: QueryPanelDeps;
  readonly #suggestions: QuerySuggestions;
  readonly #end = new AbortController();
  #values: FormValues = {};
  #places: readonly PlaceChoice[] = [];
  #tried: Tried | undefined;
  #triedQuery: MergeRequestQuery | undefined;
  #trying = new AbortController();

  constructor(panel: Panel, key: QueryFormKey, deps: QueryPanelDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    this.#suggestions = new QuerySuggestions(
      panel,
      deps,
      () => this.#place(),
      () => baseOf(this.#choice()),
    );
    panel.add(this.#suggestions);
    panel.add(
      panel.onMessage((message) => {
        if (message.kind === 'act') background(this.#act(message.action, message.values));
        else if (message.kind === 'change') this.#changed(message.values);
        else this.#suggestions.ask(message);
      }),
    );
    panel.add(this.#suggestions.onDidLearn(() => this.#draw()));
    background(this.#begin());
  }

  dispose(): void {
    this.#end.abort();
    this.#trying.abort();
  }

  async #begin(): Promise<void> {
    const { queries } = this.#deps;
    const saved = this.#key.kind === 'edit' ? queries.find(this.#key.id) : undefined;
    if (this.#key.kind === 'edit' && saved === undefined) {
      this.#panel.render(titleOf(this.#key), goneQueryPage());
      return;
    }
    const from = saved ?? (this.#key.kind === 'new' ? this.#key.from : undefined);
    try {
      this.#places = await placeChoices(this.#deps, from?.place, this.#end.signal);
    } catch (error) {
      if (isCancelled(error)) return;
      this.#places = await placeChoices({ ...this.#deps, projects: NO_PROJECTS }, from?.place);
    }
    const given: FormValues = {
      name: saved?.name ?? '',
      place: this.#placeIdOf(from?.place),
      path: '',
      home: saved?.home ?? 'user',
      ...valuesOfFilters(from?.filters ?? { state: 'opened', scope: 'all' }),
    };
    // What was typed before a reload comes back before the places are known.
    this.#values = { ...given, ...this.#values };
    this.#draw();
    if (namesPeopleByNumber(from?.filters)) await this.#suggestions.learnNames(this.#end.signal);
  }

  /** The choice of a place: a project may be named by its number in a row and by its path here. */
  #placeIdOf(place: QueryPlace | undefined): string {
    const id = place === undefined ? undefined : placeId(place);
    return (this.#places.find((each) => each.id === id) ?? this.#places[0])?.id ?? '';
  }

  async #act(action: string, values: FormValues | undefined): Promise<void> {
    if (values !== undefined) this.#values = { ...this.#values, ...values };
    switch (action) {
      case 'save':
        return this.#save();
      case 'try':
        return this.#try();
      case 'cancel':
        this.#trying.abort();
        return;
      case 'delete':
        if (this.#key.kind !== 'edit') return;
        await this.#deps.remove(this.#key.id);
        if (this.#deps.queries.find(this.#key.id) === undefined) this.#panel.close();
        return;
      case 'close':
        this.#panel.close();
        return;
    }
  }

  #changed(values: FormValues): void {
    this.#values = { ...this.#values, ...values };
    const read = this.#read();
    if (this.#tried?.kind === 'answer') {
      const stale = !('query' in read) || !deepEqual(read.query, this.#triedQuery);
      this.#tried = { ...this.#tried, stale };
    }
    this.#draw();
    // What is not there yet is no mistake while somebody types; it is one when they are done.
    const errors = 'errors' in read ? read.errors : {};
    const told = Object.entries(errors).filter(([name]) => name !== 'name' && name !== 'path');
    this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors: Object.fromEntries(told), focus: false });
  }

  #choice(): PlaceChoice | undefined {
    return this.#places.find(({ id }) => id === this.#values['place']) ?? this.#places[0];
  }

  #place(): QueryPlace | undefined {
    return placeOfForm(this.#values, this.#choice());
  }

  #read(values = this.#values): QueryReading {
    const { queries } = this.#deps;
    const own = this.#key.kind === 'edit' ? this.#key.id : undefined;
    return readQueryForm(values, this.#choice(), (home, name) => queries.isTaken(home, name, own));
  }

  async #try(): Promise<void> {
    const query = this.#checked(true);
    if (query === undefined) return;
    this.#trying.abort();
    const trying = new AbortController();
    this.#trying = trying;
    this.#show({ kind: 'running' });
    this.#panel.post({ kind: 'busy', action: 'try' });
    try {
      const list = new MergeRequestList(query.query);
      await list.refresh(this.#deps.clientFor(query.query.place.base), { signal: trying.signal });
      this.#triedQuery = query.query;
      const { items: first, total, hasMore: more } = list;
      this.#show({ kind: 'answer', first, total, more, stale: false });
      this.#panel.post({ kind: 'reveal', id: ANSWER });
    } catch (error) {
      if (this.#trying !== trying) return;
      this.#show(isCancelled(error) ? undefined : { kind: 'failed', why: explain(error).why });
      if (!isCancelled(error)) this.#showRefusal(error);
    } finally {
      if (this.#trying === trying) this.#panel.post({ kind: 'busy', action: undefined });
    }
  }

  /** What a server says against a filter is told at that filter, where it names one; else below the form. */
  #showRefusal(error: unknown): void {
    const errors: Record<string, string> = {};
    if (isApiError(error, 'not-found') && this.#asksPath() !== undefined) {
      errors['path'] = t("This path doesn't exist, or you don't have access to it.");
    } else if (isApiError(error)) {
      for (const field of filtersNamed(error.serverMessage ?? '')) {
        if (textOf(this.#values[field]) !== '' || Array.isArray(this.#values[field]))
          errors[field] = explain(error).why;
      }
    }
    if (Object.keys(errors).length > 0) this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    else this.#panel.post({ kind: 'reveal', id: ANSWER });
  }

  async #save(): Promise<void> {
    const read = this.#checked(false);
    if (read === undefined) return;
    const { queries, showView } = this.#deps;
    const { query, name, home } = read;
    try {
      await queries.save(home, { ...query, name }, this.#key.kind === 'edit' ? this.#key.id : undefined);
    } catch (error) {
      const why =
        error instanceof QueryNotSaved ? notSavedWhy(error) : error instanceof Error ? error.message : '';
      const whole = t("Couldn't save the query. {0}", why);
      this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors: { '': whole } });
      return;
    }
    this.#panel.post({ kind: 'forget', form: QUERY_FORM });
    this.#panel.close();
    await showView();
  }

  /** The form as a query; where it is none, the page is told why. A query is tried also while it has no name. */
  #checked(nameless: boolean): Extract<QueryReading, { readonly query: unknown }> | undefined {
    const named = textOf(this.#values['name']);
    const read = this.#read(
      nameless && named.trim() === '' ? { ...this.#values, name: NAMELESS } : this.#values,
    );
    const errors = 'errors' in read ? read.errors : {};
    this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    return 'query' in read ? read : undefined;
  }

  #show(tried: Tried | undefined): void {
    this.#tried = tried;
    this.#draw();
  }

  #asksPath(): 'group' | 'project' | undefined {
    const choice = this.#choice();
    return choice !== undefined && 'typed' in choice ? choice.typed : undefined;
  }

  #draw(): void {
    if (this.#end.signal.aborted || this.#places.length === 0) return;
    const choice = this.#choice();
    const several = new Set(this.#deps.accounts.list().map(({ base }) => base)).size > 1;
    const model = {
      kind: this.#key.kind,
      values: this.#values,
      places: this.#places.map((each) => ({ value: each.id, label: choiceLabel(each, several) })),
      placeKind: kindOfPlace(choice),
      asksPath: this.#asksPath(),
      homes: this.#deps.queries.hasWorkspace() ? (['user', 'workspace'] as const) : (['user'] as const),
      people: this.#suggestions.people,
    };
    this.#panel.render(titleOf(this.#key), queryPage(model, this.#tried));
  }
}

const baseOf = (choice: PlaceChoice | undefined): string | undefined =>
  choice === undefined || 'typed' in choice ? choice?.base : choice.place.base;

/** True where a query holds numbers of people, who have names. */
const namesPeopleByNumber = (filters: QueryFilters = {}): boolean =>
  [...Object.entries(filters), ...Object.entries(filters.not ?? {})].some(
    ([name, value]) => /_ids?$/.test(name) && value !== undefined,
  );

/** The name of a query that is tried before it has one: nobody sees it. */
const NAMELESS = 'nameless';

/** Where the projects of the workspace cannot be looked for. */
const NO_PROJECTS = { search: () => Promise.resolve({ state: 'signed-out' as const }) };

function choiceLabel(choice: PlaceChoice, several: boolean): string {
  if ('typed' in choice) {
    const host = hostOf(choice.base);
    if (choice.typed === 'group') return several ? t('Another group on {0}', host) : t('Another group');
    return several ? t('Another project on {0}', host) : t('Another project');
  }
  const { kind, base } = choice.place;
  return parts(queryPlaceLabel(choice.place), several && kind !== 'host' ? hostOf(base) : undefined);
}
