import type { Client } from '../../../api/client';
import type { KeptSearch, KeptSearches } from '../../../app/merge-requests/kept-searches';
import { placeChoices, type PlaceChoicesDeps } from '../../../app/merge-requests/query-places';
import { searchMergeRequests } from '../../../app/merge-requests/search';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { placeId, type QueryPlace } from '../../../domain/merge-requests/query';
import {
  foundMergeRequest,
  searchElsewhere,
  searchPlaceholder,
} from '../../../presentation/merge-requests/query-labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import type { SearchGroup, SearchPick, SearchPickResults } from '../../shared/editor/search-pick';

export interface MergeRequestSearchDeps extends PlaceChoicesDeps {
  readonly clientFor: (base: string) => Client;
  readonly searches: KeptSearches;
  readonly prompts: Prompts;
  /** Shows a list that searches while the user types. */
  readonly ask: (question: SearchPick<SearchChoice>) => Promise<SearchChoice | undefined>;
  readonly openMergeRequest: (key: MergeRequestKey) => Promise<void>;
  readonly showView: () => PromiseLike<unknown>;
  readonly now: () => number;
}

/** An item of the picker: a result, or an action with the typed text. */
export type SearchChoice =
  | { readonly kind: 'open'; readonly key: MergeRequestKey }
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'elsewhere'; readonly place: QueryPlace; readonly text: string };

export function mergeRequestSearchCommands(deps: MergeRequestSearchDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.searchMergeRequests,
      failure: () => t("Couldn't search merge requests."),
      run: (argument) => search(deps, argument),
    },
    {
      id: COMMAND.removeMergeRequestSearch,
      failure: () => t("Couldn't remove the search."),
      run: (argument) => remove(deps, argument),
    },
  ];
}

/** The place and text of a row. */
function searchOf(argument: CommandArgument): { place?: QueryPlace; text: string } {
  const target = argument?.target;
  if (target?.kind === 'place') return { place: target.place, text: '' };
  const [query] = target?.kind === 'merge-request-list' ? target.queries : [];
  return query === undefined ? { text: '' } : { place: query.place, text: query.filters.search ?? '' };
}

/** Asks until the user selects a result or cancels. Another place keeps the text. */
async function search(deps: MergeRequestSearchDeps, argument: CommandArgument): Promise<void> {
  const { place: given, text: before } = searchOf(argument);
  const { choices } = await placeChoices(deps, given);
  const places = choices.flatMap((choice) => ('place' in choice ? [choice.place] : []));
  let place = given ?? places[0];
  let text = before;
  while (place !== undefined) {
    const choice = await deps.ask(questionOf(deps, { place, text }, places));
    if (choice === undefined) return;
    if (choice.kind === 'open') return deps.openMergeRequest(choice.key);
    if (choice.kind === 'keep') {
      await deps.searches.keep({ place, text: choice.text });
      await deps.showView();
      return;
    }
    ({ place, text } = choice);
  }
}

function questionOf(
  deps: MergeRequestSearchDeps,
  { place, text }: KeptSearch,
  places: readonly QueryPlace[],
): SearchPick<SearchChoice> {
  return {
    title: t('Search Merge Requests'),
    placeholder: searchPlaceholder(place),
    value: text,
    search: (typed, signal) => resultsOf(deps, { place, text: typed.trim() }, { places, signal }),
  };
}

/** Sends no request while the text is empty. */
async function resultsOf(
  { clientFor, now }: MergeRequestSearchDeps,
  { place, text }: KeptSearch,
  { places, signal }: { readonly places: readonly QueryPlace[]; readonly signal: AbortSignal },
): Promise<SearchPickResults<SearchChoice>> {
  const others = places.filter((each) => placeId(each) !== placeId(place));
  const elsewhere = others.map((each) => ({
    label: searchElsewhere(each),
    icon: { id: 'search' },
    value: { kind: 'elsewhere', place: each, text } as const,
  }));
  if (text === '') return { groups: [{ items: elsewhere }], note: t('Type to search') };
  const { items, hasMore } = await searchMergeRequests(clientFor(place.base), { place, text }, { signal });
  const found: SearchGroup<SearchChoice> = {
    items: items.map((item) => ({
      ...foundMergeRequest(item, { now: now(), among: place.kind === 'project' ? 'one' : 'many' }),
      value: { kind: 'open', key: { base: place.base, project: item.project_id, iid: item.iid } },
    })),
  };
  const keep = {
    label: t('Keep "{0}" as a Row in the Merge Requests View', text),
    icon: { id: 'pin' },
    value: { kind: 'keep', text } as const,
  };
  const note =
    items.length === 0
      ? t('No matching merge requests')
      : hasMore
        ? t('Only the latest {0} results are shown. Keep the search as a row to show all.', items.length)
        : undefined;
  return { groups: [found, { items: [keep, ...elsewhere] }], note };
}

async function remove(
  { searches, prompts }: MergeRequestSearchDeps,
  argument: CommandArgument,
): Promise<void> {
  const { place, text } = searchOf(argument);
  if (place === undefined || text === '') return;
  const restore = await searches.remove({ place, text });
  prompts.showMessage('info', t('Search "{0}" removed.', text), [
    { title: t('Undo'), run: restore, failure: () => t('Couldn\'t restore search "{0}".', text) },
  ]);
}
