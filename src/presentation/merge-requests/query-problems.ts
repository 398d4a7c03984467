import { t } from '../../base/localize';
import type { FilterProblem } from '../../domain/merge-requests/check-filters';
import {
  type EntryFault,
  type QueryNotSavedError,
  type SavedEntry,
  savedQueryName,
} from '../../domain/merge-requests/saved-query';
import {
  FILTER_FIELDS,
  type FilterField,
  type FilterNote,
  type PlaceKind,
} from '../../schemas/merge-request-query';
import { listText } from '../shared/format';
import { QUERY_FIELDS } from './query-fields';
import { namedLine } from './query-labels';

/** Returns where a filter with restrictions is available. */
function placesSentence(places: readonly PlaceKind[]): string {
  const [host, group, project] = (['host', 'group', 'project'] as const).map((each) => places.includes(each));
  if (host && project) return t('This filter is only available for the whole server or a project.');
  if (host && group) return t('This filter is only available for the whole server or a group.');
  if (group && project) return t('This filter is only available for a group or a project.');
  if (host) return t('This filter is only available for the whole server.');
  return group
    ? t('This filter is only available for a group.')
    : t('This filter is only available for a project.');
}

const either = (options: readonly string[]): string => listText(options, 'or');

/** Returns the validation message for a filter. */
export function problemSentence(problem: FilterProblem): string {
  switch (problem.kind) {
    case 'place':
      return placesSentence(problem.places);
    case 'excludes':
      return t('Use either this filter or "{0}", not both.', QUERY_FIELDS[problem.other].label());
    case 'too-many':
      return t('Enter at most {0} values.', problem.most);
    case 'not-a-date':
      return t('Enter a date, such as 2026-11-21 or 2026-11-21T09:30:00Z.');
    case 'not-a-number':
      return t('Enter whole numbers, not names.');
    case 'not-a-choice':
      return t('Must be {0}.', either(problem.values));
    case 'order':
      return t(
        'This date is before the date in "{0}", so nothing can match.',
        QUERY_FIELDS[problem.other].label(),
      );
    case 'empty':
      return t('Enter a value or remove this filter.');
    case 'word-alone':
      return t('"None" and "Any" can\'t be combined with other values.');
    case 'comma':
      return t("The server can't filter by names that contain commas.");
    case 'needs-scope':
      return t(
        'To filter by author on the whole server, set "{0}" to "{1}" or "{2}".',
        QUERY_FIELDS.scope.label(),
        QUERY_FIELDS.scope.choices.all(),
        QUERY_FIELDS.scope.choices.assigned_to_me(),
      );
    case 'too-long':
      return t('This filter makes the query too long for the server. Shorten it.');
  }
}

/**
 * Returns the filters that a server's message is about: `state does not have a valid value, not[labels] is
 * invalid`, or `author_id, author_username are mutually exclusive`. Names such as `in` and `state` are common
 * words, so they count only at the beginning of a sentence.
 */
export function filtersNamed(message: string): readonly FilterField[] {
  const named = message.split(/[,;] +| - /).map((part) => {
    const { name = '', inner } = NAMED.exec(part)?.groups ?? {};
    return inner === undefined ? name : `${name}.${inner}`;
  });
  return FILTER_FIELDS.filter((field) => named.includes(field));
}
const NAMED =
  /^(?<name>[a-z_]+)(?:[.[](?<inner>[a-z_]+)\]?)?(?:\[\d*\])?(?:$|:| (?:is|are|does|has|must|should|cannot)\b)/;

/** Returns the message for a username that the server doesn't know. */
export const unknownUser = (username: string): string =>
  t('No user is named "{0}". Select one of the suggestions, or clear the field.', username);

/** Notes from the documentation of filters. */
export const NOTE_MESSAGES: Readonly<Record<FilterNote, () => string>> = {
  paid: () => t('Premium and Ultimate only.'),
  'approved-flag': () => t('Older servers require the feature flag mr_approved_filter.'),
  'merge-user-flag': () => t('Requires the mr_merge_user_filter feature flag on the server.'),
};

/** Returns the label of an invalid entry of the setting. */
export const invalidEntryLabel = (entry: SavedEntry): string => savedQueryName(entry) ?? t('Unnamed query');

/** Returns why an entry is invalid. */
export function invalidEntryReason(entry: Extract<SavedEntry, { readonly kind: 'broken' }>): string {
  return faultSentence(entry.fault);
}

function faultSentence(fault: EntryFault): string {
  switch (fault.kind) {
    case 'no-list':
      return t('The saved queries in the settings must be an array.');
    case 'shape':
      return fault.path === ''
        ? t('Not a valid query. Expected properties: name, host, group or project, and filters.')
        : t('"{0}" is missing, unknown, or has an invalid value.', fault.path);
    case 'host':
      return t('"{0}" isn\'t a valid server URL.', fault.host);
    case 'two-places':
      return t('Specify either a group or a project, not both.');
    case 'same-name':
      return t('An earlier query has the same name.');
    case 'filters': {
      const [first] = fault.faults;
      return first === undefined
        ? ''
        : namedLine(QUERY_FIELDS[first.field].label(), problemSentence(first.problem));
    }
  }
}

const NOT_SAVED: Readonly<Record<QueryNotSavedError['reason'], () => string>> = {
  'name-taken': () => t('A query with this name already exists in these settings.'),
  'no-list': () => t('The saved queries in the settings must be an array. Correct the setting first.'),
  gone: () => t('The query is no longer in the settings.'),
};

export const notSavedReason = ({ reason }: QueryNotSavedError): string => NOT_SAVED[reason]();
