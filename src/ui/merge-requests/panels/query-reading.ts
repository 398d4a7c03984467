import { type PlaceChoice, typedPath } from '../../../app/merge-requests/query-places';
import { t } from '../../../base/localize';
import { checkFilters } from '../../../domain/merge-requests/check-filters';
import type { MergeRequestQuery, QueryPlace } from '../../../domain/merge-requests/query';
import type { QueryConfigurationTarget } from '../../../domain/merge-requests/saved-query';
import { textOf } from '../../../presentation/merge-requests/query-form';
import { problemSentence } from '../../../presentation/merge-requests/query-problems';
import { filtersOfValues } from '../../../presentation/merge-requests/query-values';
import type { FormValues } from '../../../schemas/panel-message';

/** The query in the form, or its errors by field. */
export type QueryReading =
  | { readonly query: MergeRequestQuery; readonly name: string; readonly target: QueryConfigurationTarget }
  | { readonly errors: Readonly<Record<string, string>> };

/** Reads the form. `isNameUsed`: returns true if another query in these settings has the name. */
export function readQueryForm(
  values: FormValues,
  choice: PlaceChoice | undefined,
  isNameUsed: (target: QueryConfigurationTarget, name: string) => boolean,
): QueryReading {
  const name = textOf(values['name']).trim();
  const target = values['home'] === 'workspace' ? 'workspace' : 'user';
  const place = placeOfForm(values, choice);
  const { filters, faults } = filtersOfValues(values);
  const errors: Record<string, string> = {};
  for (const { field, problem } of [...faults, ...checkFilters(kindOfPlace(choice), filters)]) {
    errors[field] ??= problemSentence(problem);
  }
  if (name === '') errors['name'] = t('Enter a name to show in the Merge Requests view.');
  else if (isNameUsed(target, name))
    errors['name'] = t('A query with this name already exists in these settings.');
  if (place === undefined) {
    errors[choice === undefined ? 'place' : 'path'] =
      choice === undefined
        ? t('Sign in to a server first.')
        : t('Enter a path, such as group/name, or the URL of the group or project.');
  }
  return Object.keys(errors).length > 0 || place === undefined
    ? { errors }
    : { query: { place, filters }, name, target };
}

/** Returns the selected place; undefined while its path is missing. */
export function placeOfForm(values: FormValues, choice: PlaceChoice | undefined): QueryPlace | undefined {
  if (choice === undefined || 'place' in choice) return choice?.place;
  return typedPath(choice.base, choice.typed, textOf(values['path']));
}

export function kindOfPlace(choice: PlaceChoice | undefined): QueryPlace['kind'] {
  if (choice === undefined) return 'host';
  return 'place' in choice ? choice.place.kind : choice.typed;
}
