import type { Changes, DiffVersion } from '../../app/review/changes';
import type { PushHistory } from '../../app/review/push-history';
import type { ReviewedVersions } from '../../app/review/reviewed-versions';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { isForcePush } from '../../domain/review/push-kind';
import type { PickItem, Prompts } from '../../editor/shared/prompts';
import { versionFacts, versionName } from '../../presentation/review/version-labels';
import { parts } from '../../presentation/shared/row';
import { ago } from '../../presentation/shared/time-labels';

export interface VersionChoiceDeps {
  readonly changes: Pick<
    Changes,
    'versions' | 'versionNumber' | 'olderVersions' | 'readOlderVersions' | 'range'
  >;
  readonly reviewed: Pick<ReviewedVersions, 'last'>;
  readonly pushes: Pick<PushHistory, 'read'>;
  readonly prompts: Pick<Prompts, 'pick'>;
  readonly now: () => number;
}

/** The merge request whose versions are chosen from. */
export interface VersionPlace {
  readonly deps: VersionChoiceDeps;
  readonly key: MergeRequestKey;
}

/** A version with its number, counted from the oldest one. */
export interface Numbered {
  readonly version: DiffVersion;
  readonly number: number;
}

/** Newest first. */
export async function versionsOf(
  { deps, key }: VersionPlace,
  signal?: AbortSignal,
): Promise<readonly Numbered[]> {
  const versions = await deps.changes.versions(key, { signal });
  const newest = deps.changes.versionNumber(key, versions[0]?.id) ?? versions.length;
  return versions.map((version, index) => ({ version, number: newest - index }));
}

/** The last line of a list that is not whole. */
export const OLDER = 'older';

export function olderItem({ deps, key }: VersionPlace): PickItem<typeof OLDER>[] {
  const count = deps.changes.olderVersions(key);
  if (count === 0) return [];
  const label = t('Load Older Versions');
  return [{ label, description: t('{0} more', count), icon: 'ellipsis', value: OLDER, always: true }];
}

/** Asks again with more to choose from for as long as that is what is chosen. */
export async function pickOf<T>(
  { deps, key }: VersionPlace,
  ask: () => Promise<T | typeof OLDER | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const chosen = await ask();
    if (chosen !== OLDER) return chosen;
    await deps.changes.readOlderVersions(key);
  }
}

/** What a version is compared with: an older one, or what the branch began at. */
export async function chooseEarlier(
  place: VersionPlace,
  later: Numbered,
): Promise<Numbered | 'base' | typeof OLDER | undefined> {
  const { deps, key } = place;
  const earlier = (await versionsOf(place)).filter(({ number }) => number < later.number);
  if (earlier.length === 0 && later.number === 1) return 'base';
  return deps.prompts.pick<Numbered | 'base' | typeof OLDER>({
    title: t('Compare Version {0} With', later.number),
    placeholder: t('Select an older version or the base'),
    loading: t('Checking for force pushes…'),
    items: async (signal) => {
      const ids = earlier.map(({ version }) => version.id);
      const pushes = await deps.pushes.read(key, ids, later.version.id, { signal });
      const items = earlier.map((each, index): PickItem<Numbered | 'base'> => {
        const push = pushes[index];
        return itemOf(
          place,
          each,
          push !== undefined && isForcePush(push) ? versionFacts.replaced() : undefined,
        );
      });
      const base = later.version.base_commit_sha?.slice(0, 8);
      const whole = t('all changes in version {0}', later.number);
      return [
        ...items,
        ...olderItem(place),
        { label: t('Base'), description: parts(base, whole), icon: 'git-branch', value: 'base' },
      ];
    },
  });
}

/** `more` stands at the end. */
export function itemOf(
  { deps, key }: VersionPlace,
  each: Numbered,
  more: string | undefined,
): PickItem<Numbered> {
  const { version, number } = each;
  const isReviewed = deps.reviewed.last(key)?.version === version.id;
  const shown = deps.changes.range(key);
  return {
    label: versionName(number),
    description: parts(
      version.head_commit_sha ? versionFacts.head(version.head_commit_sha) : undefined,
      ago(version.created_at, deps.now()),
      version.real_size ? versionFacts.files(String(version.real_size)) : undefined,
      isReviewed ? versionFacts.reviewed() : undefined,
      shown?.to === version.id ? versionFacts.shown() : undefined,
      more,
    ),
    icon: isReviewed ? 'eye' : 'git-commit',
    value: each,
  };
}
