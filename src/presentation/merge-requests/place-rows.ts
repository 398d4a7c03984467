import { t } from '../../base/localize';
import type { Preset, QueryPlace } from '../../domain/merge-requests/query';
import type { SavedEntry } from '../../domain/merge-requests/saved-query';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, type Detail, detailsOf, type Row } from '../shared/row';
import { PRESET_LABELS } from './labels';
import { invalidEntryLabel, invalidEntryReason } from './query-problems';

const ICONS: Readonly<Record<QueryPlace['kind'], string>> = {
  host: 'server-environment',
  group: 'organization',
  project: 'repo',
};

export interface PlaceContext {
  /** Path of the group or project. */
  readonly path: string | undefined;
  readonly who: string | undefined;
  /** Added by the user; can be removed. */
  readonly added: boolean;
  readonly open: boolean;
  /** The place is on the only server, which needn't be named. */
  readonly alone: boolean;
}

/** Row of a server, group, or project whose merge requests are listed. */
export function placeRow(place: QueryPlace, { path, who, added, open, alone }: PlaceContext): Row {
  const host = place.base.replace(/^https?:\/\//, '');
  const name = path ?? host;
  const user = who === undefined ? undefined : `@${who}`;
  const kindLabels: Readonly<Record<QueryPlace['kind'], () => string>> = {
    host: () => t('Server {0}', name),
    group: () => t('Group {0}', name),
    project: () => t('Project {0}', name),
  };
  return {
    label: name,
    description: place.kind === 'host' ? (user ?? '') : alone ? '' : host,
    icon: { id: ICONS[place.kind] },
    details: detailsOf([t('Server'), place.base], [t('Signed in as'), user]),
    accessibleLabel: accessibleLabel(
      kindLabels[place.kind](),
      place.kind === 'host' ? user : t('on {0}', host),
    ),
    contextTokens: [place.kind, ...(added ? ['added'] : [])],
    expandable: open ? 'expanded' : 'collapsed',
  };
}

/** Row of a list of merge requests, with the number of merge requests if known. */
export function listRow(list: {
  readonly preset: Preset | undefined;
  readonly saved: { readonly name: string; readonly shared: boolean } | undefined;
  /** The text of a search. */
  readonly search?: string | undefined;
  readonly count: string | undefined;
  readonly open: boolean;
  /** Filters of a saved query. */
  readonly filterDetails: readonly Detail[];
}): Row {
  const { preset, saved, search, count, open, filterDetails } = list;
  const presetLabels = preset === undefined ? undefined : PRESET_LABELS[preset];
  const searched = search === undefined ? '' : t('Search: {0}', search);
  const label = saved?.name ?? presetLabels?.name() ?? searched;
  return {
    label,
    ...(count === undefined ? {} : { description: count }),
    icon: { id: saved === undefined ? (presetLabels?.icon ?? 'search') : 'filter' },
    details: [
      ...(saved === undefined
        ? []
        : detailsOf([t('Saved in'), saved.shared ? t('workspace settings') : t('user settings')])),
      ...filterDetails,
    ],
    accessibleLabel: accessibleLabel(
      saved === undefined ? label : t('Query {0}', label),
      count === undefined ? undefined : accessibleCount(count),
    ),
    contextTokens: [
      'query',
      ...(saved === undefined ? [] : ['saved']),
      ...(search === undefined ? [] : ['search']),
    ],
    expandable: open ? 'expanded' : 'collapsed',
  };
}

/** Returns the number of merge requests, such as `7` or `50+`, with the noun. */
const accessibleCount = (count: string): string =>
  /^\d+$/.test(count)
    ? t('{0, plural, one {# merge request} other {# merge requests}}', Number(count))
    : t('{0} merge requests', count);

/** Row of an invalid saved query, which the user can correct. */
export function brokenQueryRow(entry: Extract<SavedEntry, { readonly kind: 'broken' }>): Row {
  const label = invalidEntryLabel(entry);
  const why = invalidEntryReason(entry);
  return {
    label,
    description: why,
    icon: { id: 'warning', color: COLOR.warning },
    details: detailsOf([t('Problem'), why]),
    accessibleLabel: accessibleLabel(t('Query {0}', label), why),
    contextTokens: ['query', 'saved', 'broken'],
    expandable: 'no',
  };
}

/** Row for a checked-out branch without a merge request. */
export function createMergeRequestRow(branch: string): Row {
  const label = t('Create Merge Request...');
  return {
    label,
    description: branch,
    icon: { id: 'git-pull-request-create' },
    details: detailsOf([t('Branch'), branch]),
    accessibleLabel: accessibleLabel(label, t('for {0}', branch)),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.createMergeRequest, title: label },
  };
}
