import type { Client } from '../api/client';
import { isApiError, isCancelled } from '../api/errors';
import type { Accounts } from '../app/accounts';
import type { AddedGroups } from '../app/added-groups';
import { MergeRequestList } from '../app/merge-request-list';
import type { Projects } from '../app/projects';
import { formKeyName, readFormKey, type QueryFormKey } from '../app/query-form-key';
import { placeChoices, typedPath, type PlaceChoice } from '../app/query-places';
import type { SavedQueries } from '../app/saved-queries';
import type { Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { sameValue } from '../base/same-value';
import { checkFilters } from '../domain/check-filters';
import { placeId, type MergeRequestQuery, type QueryPlace } from '../domain/merge-request-query';
import { QueryNotSaved, type QueryHome } from '../domain/saved-query';
import { explain } from '../presentation/error-sentences';
import { QUERY_FORM, textOf } from '../presentation/query-form';
import { ANSWER, goneQueryPage, queryPage, type Tried } from '../presentation/query-page';
import { filtersNamed, notSavedWhy, problemSentence } from '../presentation/query-problems';
import { filtersOfValues, valuesOfFilters } from '../presentation/query-values';
import { hostOf, placeWords } from '../presentation/query-words';
import type { QueryFilters } from '../schemas/merge-request-query';
import type { FormValues } from '../schemas/panel-message';
import type { Panel, PanelKind } from './panel-frame';
import { QuerySuggestions } from './query-suggestions';

export interface QueryPanelPorts {
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
export const queryPanelKind = (ports: QueryPanelPorts): PanelKind<QueryFormKey> => ({
  viewType: 'switchyard.query',
  icon: 'query',
  title: titleOf,
  name: formKeyName,
  read: readFormKey,
  fill: (panel, key) => new QueryPage(panel, key, ports),
});

const titleOf = (key: QueryFormKey): string => (key.kind === 'new' ? t('New Query') : t('Edit Query'));

/** A question that the form asks as it stands, or what is wrong with it by field. */
type Read =
  | { readonly query: MergeRequestQuery; readonly name: string; readonly home: QueryHome }
  | { readonly errors: Readonly<Record<string, string>> };

/** One form: reads what the page holds, checks it, tries it, keeps it. */
class QueryPage implements Disposable {
  readonly #panel: Panel;
  readonly #key: QueryFormKey;
  readonly #ports: QueryPanelPorts;
  readonly #suggestions: QuerySuggestions;
  readonly #end = new AbortController();
  #values: FormValues = {};
  #places: readonly PlaceChoice[] = [];
  #tried: Tried | undefined;
  #triedQuery: MergeRequestQuery | undefined;
  #trying = new AbortController();

  constructor(panel: Panel, key: QueryFormKey, ports: QueryPanelPorts) {
    this.#panel = panel;
    this.#key = key;
    this.#ports = ports;
    this.#suggestions = new QuerySuggestions(
      panel,
      ports,
      () => this.#place(),
      () => baseOf(this.#choice()),
    );
    panel.add(this.#suggestions);
    panel.add(
      panel.onMessage((message) => {
        if (message.kind === 'act') void this.#act(message.action, message.values);
        else if (message.kind === 'change') this.#changed(message.values);
        else this.#suggestions.ask(message);
      }),
    );
    panel.add(this.#suggestions.onDidLearn(() => this.#draw()));
    void this.#begin();
  }

  dispose(): void {
    this.#end.abort();
    this.#trying.abort();
  }

  async #begin(): Promise<void> {
    const { accounts, projects, groups, queries } = this.#ports;
    const saved = this.#key.kind === 'edit' ? queries.find(this.#key.id) : undefined;
    if (this.#key.kind === 'edit' && saved === undefined) {
      this.#panel.render(titleOf(this.#key), goneQueryPage());
      return;
    }
    const from = saved ?? (this.#key.kind === 'new' ? this.#key.from : undefined);
    try {
      this.#places = await placeChoices(accounts, projects, groups, from?.place, this.#end.signal);
    } catch (error) {
      if (isCancelled(error)) return;
      this.#places = await placeChoices(accounts, NO_PROJECTS, groups, from?.place);
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
        await this.#ports.remove(this.#key.id);
        if (this.#ports.queries.find(this.#key.id) === undefined) this.#panel.close();
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
      const stale = !('query' in read) || !sameValue(read.query, this.#triedQuery);
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
    const choice = this.#choice();
    if (choice === undefined || 'place' in choice) return choice?.place;
    return typedPath(choice.base, choice.typed, textOf(this.#values['path']));
  }

  #read(): Read {
    const name = textOf(this.#values['name']).trim();
    const home = this.#values['home'] === 'workspace' ? 'workspace' : 'user';
    const place = this.#place();
    const choice = this.#choice();
    const { filters, faults } = filtersOfValues(this.#values);
    const kind = choice === undefined ? 'host' : 'place' in choice ? choice.place.kind : choice.typed;
    const errors: Record<string, string> = {};
    for (const { field, problem } of [...faults, ...checkFilters(kind, filters)]) {
      errors[field] ??= problemSentence(problem);
    }
    if (name === '') errors['name'] = t('Give it a name: it stands in the view.');
    else if (this.#ports.queries.isTaken(home, name, this.#key.kind === 'edit' ? this.#key.id : undefined)) {
      errors['name'] = t('Another query there has this name.');
    }
    if (place === undefined) {
      errors[choice === undefined ? 'place' : 'path'] =
        choice === undefined
          ? t('Sign in to a server first.')
          : t('Type a path such as group/name, or the address of its page.');
    }
    return Object.keys(errors).length > 0 || place === undefined
      ? { errors }
      : { query: { place, filters }, name, home };
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
      await list.refresh(this.#ports.clientFor(query.query.place.base), { signal: trying.signal });
      this.#triedQuery = query.query;
      const { items: first, total, hasMore: more } = list;
      this.#show({ kind: 'answer', first, total, more, stale: false });
      this.#panel.post({ kind: 'reveal', id: ANSWER });
    } catch (error) {
      if (this.#trying !== trying) return;
      this.#show(isCancelled(error) ? undefined : { kind: 'failed', why: explain(error).why });
      if (!isCancelled(error)) this.#tellRefusal(error);
    } finally {
      if (this.#trying === trying) this.#panel.post({ kind: 'busy', action: undefined });
    }
  }

  /** What a server says against a filter is told at that filter, where it names one; else below the form. */
  #tellRefusal(error: unknown): void {
    const errors: Record<string, string> = {};
    if (isApiError(error, 'not-found') && this.#asksPath() !== undefined) {
      errors['path'] = t('There is none with this path, or you may not see it.');
    } else if (isApiError(error)) {
      for (const field of filtersNamed(error.serverWords ?? '')) {
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
    const { queries, showView } = this.#ports;
    const { query, name, home } = read;
    try {
      await queries.save(home, { ...query, name }, this.#key.kind === 'edit' ? this.#key.id : undefined);
    } catch (error) {
      const why =
        error instanceof QueryNotSaved ? notSavedWhy(error) : error instanceof Error ? error.message : '';
      const whole = t('The query was not saved. {0}', why);
      this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors: { '': whole } });
      return;
    }
    this.#panel.post({ kind: 'forget', form: QUERY_FORM });
    this.#panel.close();
    await showView();
  }

  /** The form as a query; where it is none, the page is told why. A query is tried also while it has no name. */
  #checked(nameless: boolean): Extract<Read, { readonly query: unknown }> | undefined {
    const named = textOf(this.#values['name']);
    const read = nameless && named.trim() === '' ? this.#readNameless() : this.#read();
    const errors = 'errors' in read ? read.errors : {};
    this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    return 'query' in read ? read : undefined;
  }

  #readNameless(): Read {
    const kept = this.#values;
    this.#values = { ...kept, name: t('a query without a name') };
    const read = this.#read();
    this.#values = kept;
    return read;
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
    const several = new Set(this.#ports.accounts.list().map(({ base }) => base)).size > 1;
    const model = {
      kind: this.#key.kind,
      values: this.#values,
      places: this.#places.map((each) => ({ value: each.id, label: choiceWords(each, several) })),
      placeKind:
        choice === undefined ? ('host' as const) : 'place' in choice ? choice.place.kind : choice.typed,
      asksPath: this.#asksPath(),
      homes: this.#ports.queries.hasWorkspace() ? (['user', 'workspace'] as const) : (['user'] as const),
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

/** Where the projects of the workspace cannot be looked for. */
const NO_PROJECTS = { search: () => Promise.resolve({ state: 'signed-out' as const }) };

function choiceWords(choice: PlaceChoice, several: boolean): string {
  if ('typed' in choice) {
    const other = choice.typed === 'group' ? t('Another group…') : t('Another project…');
    return several ? t('{0} on {1}', other, hostOf(choice.base)) : other;
  }
  const words = placeWords(choice.place);
  return several && choice.place.kind !== 'host' ? t('{0} on {1}', words, hostOf(choice.place.base)) : words;
}
