import type { Changes, DiffVersion } from '../app/changes';
import { ALL_CHANGES } from '../app/chosen-ranges';
import type { MergeRequestKey } from '../app/keys';
import type { Pushes } from '../app/pushes';
import type { ReviewedVersions } from '../app/reviewed-versions';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { isForcePush } from '../domain/diff/push-kind';
import type { PickItem, Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { parts } from '../presentation/row';
import { ago } from '../presentation/time-words';
import { pushSentence, rangeWords, versionFacts, versionName } from '../presentation/version-words';
import type { CommandRow } from './command-row';
import { mergeRequestIn } from './review-target';

export interface VersionCommandPorts {
  readonly changes: Pick<
    Changes,
    'versions' | 'versionNumber' | 'olderVersions' | 'readOlderVersions' | 'range' | 'setRange'
  >;
  readonly reviewed: Pick<ReviewedVersions, 'last' | 'saw'>;
  readonly pushes: Pick<Pushes, 'read'>;
  readonly prompts: Prompts;
  readonly now: () => number;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
  /** Opens all that is shown, for whoever does not look at the rows. */
  readonly openAllChanges: (key: MergeRequestKey) => Promise<void>;
}

/** What is shown of a merge request's changes: all of them, what is new since a review, or between two versions. */
export function versionCommands(ports: VersionCommandPorts): readonly CommandRow[] {
  const command = (
    id: CommandRow['id'],
    title: string,
    failure: () => string,
    run: (place: Place) => Promise<void>,
  ): CommandRow => ({
    id,
    failure,
    run: async (argument) => {
      const key = await mergeRequestIn(ports, argument, title);
      if (key !== undefined) await run({ ports, key, fromRow: targetOf(argument) !== undefined });
    },
  });
  return [
    command(
      COMMAND.compareVersions,
      t('Compare Versions'),
      () => t('The versions were not compared.'),
      compareVersions,
    ),
    command(
      COMMAND.showAllChanges,
      t('Show All Changes'),
      () => t('The changes are shown as before.'),
      showAll,
    ),
    command(
      COMMAND.showNewest,
      t('Show Newest Version'),
      () => t('The changes are shown as before.'),
      showNewest,
    ),
    command(
      COMMAND.showChangesSinceReview,
      t('Show Changes Since Last Review'),
      () => t('The changes are shown as before.'),
      showSinceReview,
    ),
    command(
      COMMAND.markReviewed,
      t('Mark as Reviewed'),
      () => t('The merge request was not marked as reviewed.'),
      markReviewed,
    ),
  ];
}

interface Place {
  readonly ports: VersionCommandPorts;
  readonly key: MergeRequestKey;
  /** A row was clicked: what changes is seen there. */
  readonly fromRow: boolean;
}

/** A version with its number, counted from the oldest one. */
interface Numbered {
  readonly version: DiffVersion;
  readonly number: number;
}

/** Newest first. */
async function versionsOf({ ports, key }: Place, signal?: AbortSignal): Promise<readonly Numbered[]> {
  const versions = await ports.changes.versions(key, { signal });
  const newest = ports.changes.versionNumber(key, versions[0]?.id) ?? versions.length;
  return versions.map((version, index) => ({ version, number: newest - index }));
}

/** The last line of a list that is not whole. */
const OLDER = 'older';

function olderItem({ ports, key }: Place): PickItem<typeof OLDER>[] {
  const count = ports.changes.olderVersions(key);
  if (count === 0) return [];
  const label = t('Load Older Versions');
  return [{ label, description: t('{0} more', count), icon: 'ellipsis', value: OLDER, always: true }];
}

async function compareVersions(place: Place): Promise<void> {
  const { ports } = place;
  let all: readonly Numbered[] = [];
  const later = await pickOf<Numbered>(place, () =>
    ports.prompts.pick<Numbered | typeof OLDER>({
      title: t('Compare Versions'),
      placeholder: t('The version to look at'),
      looking: t('Looking for versions…'),
      items: async (signal) => {
        all = await versionsOf(place, signal);
        if (all.length === 0) tellNoVersions(ports);
        const newest = (each: Numbered) => (each === all[0] ? versionFacts.newest() : undefined);
        return [...all.map((each) => itemOf(place, each, newest(each))), ...olderItem(place)];
      },
    }),
  );
  if (later === undefined) return;
  const from = await pickOf<Numbered | 'base'>(place, () => chooseEarlier(place, later));
  if (from !== undefined) await show(place, all, later, from === 'base' ? undefined : from);
}

/** Asks again with more to choose from for as long as that is what is chosen. */
async function pickOf<T>(
  { ports, key }: Place,
  ask: () => Promise<T | typeof OLDER | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const chosen = await ask();
    if (chosen !== OLDER) return chosen;
    await ports.changes.readOlderVersions(key);
  }
}

/** What a version is compared with: an older one, or what the branch began at. */
async function chooseEarlier(
  place: Place,
  later: Numbered,
): Promise<Numbered | 'base' | typeof OLDER | undefined> {
  const { ports, key } = place;
  const earlier = (await versionsOf(place)).filter(({ number }) => number < later.number);
  if (earlier.length === 0 && later.number === 1) return 'base';
  return ports.prompts.pick<Numbered | 'base' | typeof OLDER>({
    title: t('Compare Version {0} With', later.number),
    placeholder: t('An older version, or the base of this one'),
    looking: t('Looking for force-pushes…'),
    items: async (signal) => {
      const ids = earlier.map(({ version }) => version.id);
      const pushes = await ports.pushes.read(key, ids, later.version.id, { signal });
      const items = earlier.map((each, index): PickItem<Numbered | 'base'> => {
        const push = pushes[index];
        return itemOf(
          place,
          each,
          push !== undefined && isForcePush(push) ? versionFacts.replaced() : undefined,
        );
      });
      const base = later.version.base_commit_sha?.slice(0, 8);
      const whole = t('all changes of version {0}', later.number);
      return [
        ...items,
        ...olderItem(place),
        { label: t('Base'), description: parts(base, whole), icon: 'git-branch', value: 'base' },
      ];
    },
  });
}

/** `more` stands at the end. */
function itemOf({ ports, key }: Place, each: Numbered, more: string | undefined): PickItem<Numbered> {
  const { version, number } = each;
  const isReviewed = ports.reviewed.last(key)?.version === version.id;
  const shown = ports.changes.range(key);
  return {
    label: versionName(number),
    description: parts(
      versionFacts.head(version.head_commit_sha),
      ago(version.created_at, ports.now()),
      version.real_size ? versionFacts.files(String(version.real_size)) : undefined,
      isReviewed ? versionFacts.reviewed() : undefined,
      shown?.to === version.id ? versionFacts.shown() : undefined,
      more,
    ),
    icon: isReviewed ? 'eye' : 'git-commit',
    value: each,
  };
}

/** Has a range shown, and tells of it where a force-push lies in between. */
async function show(
  place: Place,
  all: readonly Numbered[],
  to: Numbered,
  from: Numbered | undefined,
): Promise<void> {
  const { ports, key } = place;
  // All that the newest one changes are all changes, also after the next push.
  const isAll = from === undefined && to === all[0];
  ports.changes.setRange(key, isAll ? ALL_CHANGES : { from: from?.version.id, to: to.version.id });
  await told(place, all, to, from);
}

async function told(
  { ports, key, fromRow }: Place,
  all: readonly Numbered[],
  to: Numbered,
  from: Numbered | undefined,
): Promise<void> {
  const { prompts } = ports;
  const ids = from === undefined ? [] : [from.version.id];
  const [push] = await ports.pushes.read(key, ids, to.version.id);
  const why = pushSentence(push, to.version.base_commit_sha ?? undefined);
  prompts.mention(rangeWords(from?.number, to.number, all[0]?.number ?? to.number));
  if (push !== undefined && isForcePush(push) && why !== undefined) prompts.tell('info', why, []);
  if (!fromRow) await ports.openAllChanges(key);
}

async function showAll(place: Place): Promise<void> {
  const all = await versionsOf(place);
  const [newest] = all;
  if (newest !== undefined) return show(place, all, newest, undefined);
  // The diff as it is now is all that such a server has.
  place.ports.changes.setRange(place.key, ALL_CHANGES);
  if (!place.fromRow) await place.ports.openAllChanges(place.key);
}

/** From where the shown comparison begins, or all of it. */
async function showNewest(place: Place): Promise<void> {
  const { ports, key } = place;
  const all = await versionsOf(place);
  const [newest] = all;
  const shown = ports.changes.range(key);
  if (newest === undefined) tellNoVersions(ports);
  else if (shown?.to === newest.version.id)
    ports.prompts.mention(t('The newest version is shown already: version {0}', newest.number));
  else
    await show(
      place,
      all,
      newest,
      all.find(({ version }) => version.id === shown?.from),
    );
}

async function showSinceReview(place: Place): Promise<void> {
  const { ports, key } = place;
  const all = await versionsOf(place);
  const [newest] = all;
  if (newest === undefined) {
    tellNoVersions(ports);
    return;
  }
  const last = ports.reviewed.last(key);
  const from = all.find(({ version }) => version.id === last?.version);
  const tell = (message: string): void => {
    ports.prompts.tell('info', message, [
      { title: t('Show All Changes'), run: () => show(place, all, newest, undefined) },
    ]);
  };
  if (last === undefined) {
    tell(t('You have not marked this merge request as reviewed yet: all of its changes are new.'));
  } else if (from === undefined) {
    tell(t('The version that you have reviewed is not among those that the server lists.'));
  } else if (from === newest) {
    tell(t('Nothing is new since your last review of version {0}.', newest.number));
  } else {
    // What is shown by itself where there is a review.
    ports.changes.setRange(key, undefined);
    await told(place, all, newest, from);
  }
}

async function markReviewed(place: Place): Promise<void> {
  const { ports, key } = place;
  const [newest] = await versionsOf(place);
  if (newest === undefined) {
    tellNoVersions(ports);
    return;
  }
  const { id, head_commit_sha: head } = newest.version;
  await ports.reviewed.saw(key, { version: id, head });
  ports.prompts.mention(t('!{0} is marked as reviewed at version {1}', key.iid, newest.number));
}

function tellNoVersions({ prompts }: VersionCommandPorts): void {
  prompts.tell('info', t('The server has no versions of this diff.'), []);
}
