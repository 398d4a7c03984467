import type { Changes, DiffVersion } from '../../../app/changes/changes';
import type { PushHistory } from '../../../app/changes/push-history';
import type { ReviewedVersions } from '../../../app/changes/reviewed-versions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { isForcePush } from '../../../domain/changes/push-kind';
import { versionDetailLabels, versionName } from '../../../presentation/changes/version-labels';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

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

/** The merge request whose versions are listed. */
export interface VersionChoiceArgs {
  readonly deps: VersionChoiceDeps;
  readonly key: MergeRequestKey;
}

/** A version with its number; the oldest one is 1. */
export interface NumberedVersion {
  readonly version: DiffVersion;
  readonly number: number;
}

/** Returns the versions, latest first. */
export async function versionsOf(
  { deps, key }: VersionChoiceArgs,
  signal?: AbortSignal,
): Promise<readonly NumberedVersion[]> {
  const versions = await deps.changes.versions(key, { signal });
  const newest = deps.changes.versionNumber(key, versions[0]?.id) ?? versions.length;
  return versions.map((version, index) => ({ version, number: newest - index }));
}

/** The item that loads older versions if the list is incomplete. */
export const OLDER = 'older';

export function olderItem({ deps, key }: VersionChoiceArgs): PickItem<typeof OLDER>[] {
  const count = deps.changes.olderVersions(key);
  if (count === 0) return [];
  const label = t('Load Older Versions');
  return [{ label, description: t('{0} more', count), icon: 'ellipsis', value: OLDER, always: true }];
}

/** Repeats the question with a longer list whenever the user loads older versions. */
export async function pickOf<T>(
  { deps, key }: VersionChoiceArgs,
  ask: () => Promise<T | typeof OLDER | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const chosen = await ask();
    if (chosen !== OLDER) return chosen;
    await deps.changes.readOlderVersions(key);
  }
}

/** Asks for the version to compare with: an older one, or the base of the branch. */
export async function chooseEarlier(
  args: VersionChoiceArgs,
  later: NumberedVersion,
): Promise<NumberedVersion | 'base' | typeof OLDER | undefined> {
  const { deps, key } = args;
  const earlier = (await versionsOf(args)).filter(({ number }) => number < later.number);
  if (earlier.length === 0 && later.number === 1) return 'base';
  return deps.prompts.pick<NumberedVersion | 'base' | typeof OLDER>({
    title: t('Compare Version {0} With', later.number),
    placeholder: t('Select an older version or the base'),
    loading: t('Checking for force pushes…'),
    items: async (signal) => {
      const ids = earlier.map(({ version }) => version.id);
      const pushes = await deps.pushes.read(key, ids, later.version.id, { signal });
      const items = earlier.map((each, index): PickItem<NumberedVersion | 'base'> => {
        const push = pushes[index];
        return itemOf(
          args,
          each,
          push !== undefined && isForcePush(push) ? versionDetailLabels.replaced() : undefined,
        );
      });
      const base = shortSha(later.version.base_commit_sha);
      const whole = t('all changes in version {0}', later.number);
      return [
        ...items,
        ...olderItem(args),
        { label: t('Base'), description: parts(base, whole), icon: 'git-branch', value: 'base' },
      ];
    },
  });
}

/** `more`: added at the end of the description. */
export function itemOf(
  { deps, key }: VersionChoiceArgs,
  each: NumberedVersion,
  more: string | undefined,
): PickItem<NumberedVersion> {
  const { version, number } = each;
  const isReviewed = deps.reviewed.last(key)?.version === version.id;
  const shown = deps.changes.range(key);
  return {
    label: versionName(number),
    description: parts(
      version.head_commit_sha ? versionDetailLabels.head(version.head_commit_sha) : undefined,
      ago(version.created_at, deps.now()),
      version.real_size ? versionDetailLabels.files(String(version.real_size)) : undefined,
      isReviewed ? versionDetailLabels.reviewed() : undefined,
      shown?.to === version.id ? versionDetailLabels.shown() : undefined,
      more,
    ),
    icon: isReviewed ? 'eye' : 'git-commit',
    value: each,
  };
}
