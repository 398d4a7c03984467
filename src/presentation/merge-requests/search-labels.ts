import { t } from '../../base/localize';
import type { QueryPlace } from '../../domain/merge-requests/query';
import type { MergeRequest } from '../../schemas/merge-request';
import { parts } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { ago } from '../shared/time-labels';
import { mergeRequestIcon } from './labels';
import { hostOf, queryPlaceLabel } from './query-labels';
import { requestStateLabel } from './request-label';

/** A result of a search. `among`: whether the results are from one project or many. */
export function foundMergeRequest(
  of: MergeRequest,
  { now, among }: { readonly now: number; readonly among: 'one' | 'many' },
): { readonly label: string; readonly description: string; readonly icon: Icon } {
  const project = among === 'many' ? of.references?.full?.split('!')[0] : undefined;
  return {
    label: `!${of.iid} ${of.title}`,
    description: parts(requestStateLabel(of), of.author?.name, ago(of.updated_at, now), project),
    icon: mergeRequestIcon(of),
  };
}

/** Placeholder of the picker. */
export const searchPlaceholder = (place: QueryPlace): string =>
  place.kind === 'host'
    ? t('Search titles and descriptions in all projects on {0}', hostOf(place.base))
    : t('Search titles and descriptions in {0}', queryPlaceLabel(place));

/** The item that continues the search in another place. */
export const searchElsewhere = (place: QueryPlace): string =>
  place.kind === 'host'
    ? t('Search All Projects on {0}', hostOf(place.base))
    : t('Search in {0}', queryPlaceLabel(place));
