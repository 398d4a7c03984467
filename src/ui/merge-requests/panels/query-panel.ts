import type { Client } from '../../../api/client';
import { isApiError, isCanceled } from '../../../api/errors';
import type { Accounts } from '../../../app/accounts/accounts';
import { MergeRequestList } from '../../../app/merge-requests/list';
import { formKeyName, type QueryFormKey, readFormKey } from '../../../app/merge-requests/query-form-key';
import { type PlaceChoice, placeChoices } from '../../../app/merge-requests/query-places';
import type { SavedQueries } from '../../../app/merge-requests/saved-queries';
import { unknownUsers } from '../../../app/merge-requests/unknown-users';
import type { AddedGroups } from '../../../app/projects/added-groups';
import type { Projects } from '../../../app/projects/projects';
import { background } from '../../../base/background';
import { deepEqual } from '../../../base/deep-equal';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { MergeRequestQuery, QueryPlace } from '../../../domain/merge-requests/query';
import { QueryNotSavedError } from '../../../domain/merge-requests/saved-query';
import { QUERY_FORM, textOf } from '../../../presentation/merge-requests/query-form';
import { hostOf, queryPlaceLabel } from '../../../presentation/merge-requests/query-labels';
import {
  deletedQueryPage,
  PREVIEW_ID,
  queryPage,
  type QueryPreview,
} from '../../../presentation/merge-requests/query-page';
import {
  filtersNamed,
  notSavedReason,
  unknownUser,
} from '../../../presentation/merge-requests/query-problems';
import { valuesOfFilters } from '../../../presentation/merge-requests/query-values';
import { explain } from '../../../presentation/shared/error-messages';
import { parts } from '../../../presentation/shared/row';
import type { QueryFilters } from '../../../schemas/merge-request-query';
import type { FormValues } from '../../../schemas/panel-message';
import type { Panel, PanelKind } from '../../shared/panels/panel-frame';
import { kindOfPlace, placeOfForm, type QueryReading, readQueryForm } from './query-reading';
import { QuerySuggestions } from './query-suggestions';

/** True if a query contains user IDs, for which names can be loaded. */
const namesPeopleByNumber = (filters: QueryFilters = {}): boolean =>
  [...Object.entries(filters), ...Object.entries(filters.not ?? {})].some(
    ([name, value]) => /_ids?$/.test(name) && value !== undefined,
  );

/** Returns an error for each field with a username that no user of the server has. */
async function unknownUserErrors(
  client: Client,
  filters: QueryFilters,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const unknown = await unknownUsers(client, filters, { signal });
  return Object.fromEntries(unknown.map(({ field, username }) => [field, unknownUser(username)]));
}

export interface QueryPanelDeps {
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly groups: AddedGroups;
  readonly queries: SavedQueries;
  readonly clientFor: (base: string) => Client;
  /** Deletes a saved query like the command, with Undo. */
  readonly remove: (id: string) => PromiseLike<unknown>;
  /** Shows the view that contains the query. */
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

/** One form: reads, validates, tests, and saves a query. */
class QueryPage implements Disposable {
  readonly #panel: Panel;
  readonly #key: QueryFormKey;
  readonly #deps: QueryPanelDeps;
  readonly #suggestions: QuerySuggestions;
  readonly #end = new AbortController();
  #values: FormValues = {};
  #places: readonly PlaceChoice[] = [];
  #tried: QueryPreview | undefined;
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
        else if (message.kind === 'suggest') this.#suggestions.ask(message);
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
      this.#panel.render(titleOf(this.#key), deletedQueryPage());
      return;
    }
    const from = saved ?? (this.#key.kind === 'new' ? this.#key.from : undefined);
    let places;
    try {
      places = await placeChoices(this.#deps, from?.place, this.#end.signal);
    } catch (error) {
      if (isCanceled(error)) return;
      places = await placeChoices({ ...this.#deps, projects: NO_PROJECTS }, from?.place);
    }
    this.#places = places.choices;
    const given: FormValues = {
      name: saved?.name ?? '',
      place: places.selected,
      path: '',
      home: saved?.target ?? 'user',
      ...valuesOfFilters(from?.filters ?? { state: 'opened', scope: 'all' }),
    };
    // Values typed before a reload are received before the places are loaded, and take precedence.
    this.#values = { ...given, ...this.#values };
    this.#draw();
    if (namesPeopleByNumber(from?.filters)) await this.#suggestions.learnNames(this.#end.signal);
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
    // While typing, a missing name or path isn't shown as an error.
    const errors = 'errors' in read ? read.errors : {};
    const shownErrors = Object.entries(errors).filter(([name]) => name !== 'name' && name !== 'path');
    this.#panel.post({
      kind: 'errors',
      form: QUERY_FORM,
      errors: Object.fromEntries(shownErrors),
      focus: false,
    });
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
    return readQueryForm(values, this.#choice(), (target, name) => queries.isNameUsed(target, name, own));
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
      this.#panel.post({ kind: 'reveal', id: PREVIEW_ID });
    } catch (error) {
      if (this.#trying !== trying) return;
      this.#show(isCanceled(error) ? undefined : { kind: 'failed', why: explain(error).why });
      if (!isCanceled(error)) this.#showRefusal(error);
    } finally {
      if (this.#trying === trying) this.#panel.post({ kind: 'busy', action: undefined });
    }
  }

  /** Shows a server error at the filters that it names; otherwise below the form. */
  #showRefusal(error: unknown): void {
    const errors: Record<string, string> = {};
    if (isApiError(error, 'not-found') && this.#pathKind() !== undefined) {
      errors['path'] = t("This path doesn't exist, or you don't have access to it.");
    } else if (isApiError(error)) {
      for (const field of filtersNamed(error.serverMessage ?? '')) {
        if (textOf(this.#values[field]) !== '' || Array.isArray(this.#values[field]))
          errors[field] = explain(error).why;
      }
    }
    if (Object.keys(errors).length > 0) this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    else this.#panel.post({ kind: 'reveal', id: PREVIEW_ID });
  }

  async #save(): Promise<void> {
    const read = this.#checked(false);
    if (read === undefined) return;
    const { queries, showView } = this.#deps;
    const { query, name, target } = read;
    const client = this.#deps.clientFor(query.place.base);
    this.#panel.post({ kind: 'busy', action: 'save' });
    const errors = await unknownUserErrors(client, query.filters, this.#end.signal);
    this.#panel.post({ kind: 'busy', action: undefined });
    this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    if (Object.keys(errors).length > 0 || this.#end.signal.aborted) return;
    try {
      await queries.save(target, { ...query, name }, this.#key.kind === 'edit' ? this.#key.id : undefined);
    } catch (error) {
      const why =
        error instanceof QueryNotSavedError
          ? notSavedReason(error)
          : error instanceof Error
            ? error.message
            : '';
      const whole = t("Couldn't save the query. {0}", why);
      this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors: { '': whole } });
      return;
    }
    this.#panel.post({ kind: 'forget', form: QUERY_FORM });
    this.#panel.close();
    await showView();
  }

  /**
   * Returns the form as a query. If it is invalid, shows the errors on the page. `nameless`: a name isn't
   * required.
   */
  #checked(nameless: boolean): Extract<QueryReading, { readonly query: unknown }> | undefined {
    const named = textOf(this.#values['name']);
    const read = this.#read(
      nameless && named.trim() === '' ? { ...this.#values, name: NAMELESS } : this.#values,
    );
    const errors = 'errors' in read ? read.errors : {};
    this.#panel.post({ kind: 'errors', form: QUERY_FORM, errors });
    return 'query' in read ? read : undefined;
  }

  #show(tried: QueryPreview | undefined): void {
    this.#tried = tried;
    this.#draw();
  }

  #pathKind(): 'group' | 'project' | undefined {
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
      pathKind: this.#pathKind(),
      targets: this.#deps.queries.hasWorkspace() ? (['user', 'workspace'] as const) : (['user'] as const),
      people: this.#suggestions.people,
    };
    this.#panel.render(titleOf(this.#key), queryPage(model, this.#tried));
  }
}

const baseOf = (choice: PlaceChoice | undefined): string | undefined =>
  choice === undefined || 'typed' in choice ? choice?.base : choice.place.base;

/** Name of a query that is tried without a name; never displayed. */
const NAMELESS = 'nameless';

/** Used if the projects of the workspace can't be loaded. */
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
