import { t } from '../../base/localize';
import type { Preset, QueryPlace } from '../../domain/merge-requests/query';
import type { SavedEntry } from '../../domain/merge-requests/saved-query';
import { COLOR } from '../shared/colors';
import { accessibleLabel, type Detail, detailsOf, type Row } from '../shared/row';
import { PRESET_WORDS } from './labels';
import { brokenLabel, brokenWhy } from './query-problems';

const ICONS: Readonly<Record<QueryPlace['kind'], string>> = {
  host: 'server-environment',
  group: 'organization',
  project: 'repo',
};

export interface PlaceContext {
  /** Of a group or project. */
  readonly path: string | undefined;
  readonly who: string | undefined;
  /** By hand: it can be removed again. */
  readonly added: boolean;
  readonly open: boolean;
  /** On the only host: it need not be named. */
  readonly alone: boolean;
}

/** A host, group or project whose merge requests are listed. */
export function placeRow(place: QueryPlace, { path, who, added, open, alone }: PlaceContext): Row {
  const host = place.base.replace(/^https?:\/\//, '');
  const name = path ?? host;
  const user = who === undefined ? undefined : `@${who}`;
  const spokenKind: Readonly<Record<QueryPlace['kind'], () => string>> = {
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
      spokenKind[place.kind](),
      place.kind === 'host' ? user : t('on {0}', host),
    ),
    contextTokens: [place.kind, ...(added ? ['added'] : [])],
    expandable: open ? 'expanded' : 'collapsed',
  };
}

/** A list of merge requests, with how many it has where that is known. */
export function listRow(list: {
  readonly preset: Preset | undefined;
  readonly saved: { readonly name: string; readonly shared: boolean } | undefined;
  readonly count: string | undefined;
  readonly open: boolean;
  /** What a saved query asks for. */
  readonly asks: readonly Detail[];
}): Row {
  const { preset, saved, count, open, asks } = list;
  const words = preset === undefined ? undefined : PRESET_WORDS[preset];
  const label = saved?.name ?? words?.name() ?? '';
  return {
    label,
    ...(count === undefined ? {} : { description: count }),
    icon: { id: saved === undefined ? (words?.icon ?? 'list-unordered') : 'search' },
    details: [
      ...(saved === undefined
        ? []
        : detailsOf([t('Saved in'), saved.shared ? t('workspace settings') : t('user settings')])),
      ...asks,
    ],
    accessibleLabel: accessibleLabel(
      saved === undefined ? label : t('Query {0}', label),
      count === '1' ? t('1 merge request') : count === undefined ? undefined : t('{0} merge requests', count),
    ),
    contextTokens: ['query', ...(saved === undefined ? [] : ['saved'])],
    expandable: open ? 'expanded' : 'collapsed',
  };
}

/** A saved query that cannot be asked: it is told, and can be mended. */
export function brokenQueryRow(entry: Extract<SavedEntry, { readonly kind: 'broken' }>): Row {
  const label = brokenLabel(entry);
  const why = brokenWhy(entry);
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
