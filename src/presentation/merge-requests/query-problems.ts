import { locale, t } from '../../base/localize';
import type { FilterProblem } from '../../domain/merge-requests/check-filters';
import type { FilterField, FilterNote, PlaceKind } from '../../domain/merge-requests/filters';
import {
  type EntryFault,
  type QueryNotSaved,
  type SavedEntry,
  savedQueryName,
} from '../../domain/merge-requests/saved-query';
import { FIELD_WORDS } from './query-fields';
import { FILTER_FIELDS } from './query-values';

const PLACE_WORDS: Readonly<Record<PlaceKind, () => string>> = {
  host: () => t('the whole server'),
  group: () => t('a group'),
  project: () => t('a project'),
};

const either = (words: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words);

/** Why a filter cannot be asked for, as a sentence at its field. */
export function problemSentence(problem: FilterProblem): string {
  switch (problem.kind) {
    case 'place':
      return t('Only a list of {0} takes this.', either(problem.places.map((place) => PLACE_WORDS[place]())));
    case 'excludes':
      return t('The server takes this or "{0}", not both.', FIELD_WORDS[problem.other]());
    case 'too-many':
      return t('The server takes {0} at most.', problem.most);
    case 'not-a-date':
      return t('This is no date, such as 2026-11-21 or 2026-11-21T09:30:00Z.');
    case 'not-a-number':
      return t('The server takes whole numbers here, not names.');
    case 'not-a-choice':
      return t('The server takes {0}.', either(problem.values));
    case 'order':
      return t('This is before "{0}": nothing could fit.', FIELD_WORDS[problem.other]());
    case 'empty':
      return t('This is empty: take it out, or give a value.');
    case 'word-alone':
      return t('None and Any can only stand alone.');
    case 'comma':
      return t('The server cannot be asked for a name with a comma.');
    case 'needs-scope':
      return t(
        'On the whole server an author can only be asked for where "{0}" says everybody\'s or assigned to me.',
        FIELD_WORDS.scope(),
      );
    case 'too-long':
      return t('With this, the question is too long for a server. Take some of it out.');
  }
}

/**
 * The filters that a server's words are about: `state does not have a valid value, not[labels] is invalid`, or
 * `author_id, author_username are mutually exclusive`. Names such as `in` and `state` are common words, so they count
 * only where a sentence of the server begins with them.
 */
export function filtersNamed(words: string): readonly FilterField[] {
  const named = words.split(/[,;] +| - /).map((part) => {
    const { name = '', inner } = NAMED.exec(part)?.groups ?? {};
    return inner === undefined ? name : `${name}.${inner}`;
  });
  return FILTER_FIELDS.filter((field) => named.includes(field));
}
const NAMED =
  /^(?<name>[a-z_]+)(?:[.[](?<inner>[a-z_]+)\]?)?(?:\[\d*\])?(?:$|:| (?:is|are|does|has|must|should|cannot)\b)/;

/** What else is documented of a filter. */
export const NOTE_WORDS: Readonly<Record<FilterNote, () => string>> = {
  paid: () => t('Servers of a paid tier only.'),
  'approved-flag': () => t('Only where the server has its feature flag mr_approved_filter on.'),
  'merge-user-flag': () => t('Only where the server has its feature flag mr_merge_user_filter on.'),
};

/** What an entry of the setting that cannot be asked is called. */
export const brokenLabel = (entry: SavedEntry): string =>
  savedQueryName(entry) ?? t('Saved query without a name');

/** Why it cannot be asked, as a sentence. */
export function brokenWhy(entry: Extract<SavedEntry, { readonly kind: 'broken' }>): string {
  return faultSentence(entry.fault);
}

function faultSentence(fault: EntryFault): string {
  switch (fault.kind) {
    case 'no-list':
      return t('The setting switchyard.mergeRequests.queries is not a list.');
    case 'shape':
      return fault.path === ''
        ? t('It is not written as a query is: name, host, group or project, filters.')
        : t('"{0}" is missing, unknown, or not what the server takes there.', fault.path);
    case 'host':
      return t('"{0}" is not the address of a server.', fault.host);
    case 'two-places':
      return t('It names a group and a project; it can be asked in one of them only.');
    case 'same-name':
      return t('Another query before it has the same name.');
    case 'filters': {
      const [first] = fault.faults;
      return first === undefined
        ? ''
        : t('{0}: {1}', FIELD_WORDS[first.field](), problemSentence(first.problem));
    }
  }
}

const NOT_SAVED: Readonly<Record<QueryNotSaved['reason'], () => string>> = {
  'name-taken': () => t('Another query there has this name.'),
  'no-list': () =>
    t('The setting switchyard.mergeRequests.queries is not a list. Mend it in the settings first.'),
  gone: () => t('It is not in the settings any more.'),
};

export const notSavedWhy = ({ reason }: QueryNotSaved): string => NOT_SAVED[reason]();
