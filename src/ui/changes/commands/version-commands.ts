import type { Changes } from '../../../app/changes/changes';
import { ALL_CHANGES } from '../../../app/changes/chosen-ranges';
import type { PushHistory } from '../../../app/changes/push-history';
import type { ReviewedVersions } from '../../../app/changes/reviewed-versions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { isForcePush } from '../../../domain/changes/push-kind';
import { pushSentence, rangeLabel, versionDetailLabels } from '../../../presentation/changes/version-labels';
import { COMMAND, type CommandId } from '../../../presentation/shared/command-ids';
import {
  COMMAND_ARGUMENTS,
  type CommandArgument,
  type CommandArguments,
} from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { mergeRequestIn } from './target';
import {
  chooseEarlier,
  itemOf,
  type NumberedVersion,
  type OLDER,
  olderItem,
  pickOf,
  versionsOf,
} from './version-choice';

export interface VersionCommandDeps {
  readonly changes: Pick<
    Changes,
    'versions' | 'versionNumber' | 'olderVersions' | 'readOlderVersions' | 'range' | 'setRange'
  >;
  readonly reviewed: Pick<ReviewedVersions, 'last' | 'saw'>;
  readonly pushes: Pick<PushHistory, 'read'>;
  readonly prompts: Prompts;
  readonly now: () => number;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
  /** Opens all displayed changes if the command wasn't run from a row. */
  readonly openAllChanges: (key: MergeRequestKey) => Promise<void>;
}

/** Commands that select the displayed changes: all, since the last review, or between two versions. */
export function versionCommands(deps: VersionCommandDeps): readonly CommandRow[] {
  const command = (
    id: CommandId,
    title: string,
    failure: () => string,
    run: (place: Place, named: Named | undefined) => Promise<void>,
  ): CommandRow =>
    defineCommand({
      id,
      args: COMMAND_ARGUMENTS.compareVersions,
      failure,
      run: async (argument) => {
        const key = await mergeRequestIn(deps, argument, title);
        if (key !== undefined)
          await run({ deps, key, fromRow: argument?.target !== undefined }, namedIn(argument));
      },
    });
  return [
    command(
      COMMAND.compareVersions,
      t('Compare Versions'),
      () => t("Couldn't compare the versions."),
      (place, named) => (named === undefined ? compareVersions(place) : showNamed(place, named)),
    ),
    command(COMMAND.showAllChanges, t('Show All Changes'), () => t("Couldn't show the changes."), showAll),
    command(
      COMMAND.showLatestVersion,
      t('Show Latest Version'),
      () => t("Couldn't show the changes."),
      showLatestVersion,
    ),
    command(
      COMMAND.showChangesSinceReview,
      t('Show Changes Since Your Last Review'),
      () => t("Couldn't show the changes."),
      showSinceReview,
    ),
    command(
      COMMAND.markReviewed,
      t('Mark Merge Request as Reviewed'),
      () => t("Couldn't mark the merge request as reviewed."),
      markReviewed,
    ),
  ];
}

interface Place {
  readonly deps: VersionCommandDeps;
  readonly key: MergeRequestKey;
  /** True if the command was run from a row, which shows the changes. */
  readonly fromRow: boolean;
}

/** The version in a URL by its ID, and the commit that it is compared with. */
interface Named {
  readonly id: number | undefined;
  readonly startSha: string | undefined;
  /** Also opens the changes. */
  readonly open: boolean;
}

function namedIn(argument: CommandArguments['compareVersions']): Named | undefined {
  const version = argument?.version;
  return version && { id: version.id, startSha: version.startSha, open: argument.open !== false };
}

/** Shows the version of a URL, or a message if the server doesn't list it. */
async function showNamed(place: Place, { id, startSha, open }: Named): Promise<void> {
  const { deps, key } = place;
  while (deps.changes.olderVersions(key) > 0 && !(await lists(place, id, startSha)))
    await deps.changes.readOlderVersions(key);
  const all = await versionsOf(place);
  const to = id === undefined ? all[0] : all.find(({ version }) => version.id === id);
  const from = all.find(({ version }) => version.head_commit_sha === startSha && version !== to?.version);
  if (to === undefined || (startSha !== undefined && from === undefined)) {
    deps.prompts.showMessage(
      'error',
      t("Couldn't show the version. The server doesn't list it for !{0}.", key.iid),
      [{ title: t('Show All Changes'), run: () => showAll({ ...place, fromRow: false }) }],
    );
    return;
  }
  await show({ ...place, fromRow: !open }, all, to, from);
}

async function lists(place: Place, id: number | undefined, startSha: string | undefined): Promise<boolean> {
  const all = await versionsOf(place);
  return (
    (id === undefined || all.some(({ version }) => version.id === id)) &&
    (startSha === undefined || all.some(({ version }) => version.head_commit_sha === startSha))
  );
}

async function compareVersions(place: Place): Promise<void> {
  const { deps } = place;
  let all: readonly NumberedVersion[] = [];
  const later = await pickOf<NumberedVersion>(place, () =>
    deps.prompts.pick<NumberedVersion | typeof OLDER>({
      title: t('Compare Versions'),
      placeholder: t('Select a version to compare'),
      loading: t('Loading versions…'),
      items: async (signal) => {
        all = await versionsOf(place, signal);
        if (all.length === 0) showNoVersionsMessage(deps);
        const newest = (each: NumberedVersion) =>
          each === all[0] ? versionDetailLabels.newest() : undefined;
        return [...all.map((each) => itemOf(place, each, newest(each))), ...olderItem(place)];
      },
    }),
  );
  if (later === undefined) return;
  const from = await pickOf<NumberedVersion | 'base'>(place, () => chooseEarlier(place, later));
  if (from !== undefined) await show(place, all, later, from === 'base' ? undefined : from);
}

/** Sets the displayed range, and shows a message if it contains a force push. */
async function show(
  place: Place,
  all: readonly NumberedVersion[],
  to: NumberedVersion,
  from: NumberedVersion | undefined,
): Promise<void> {
  const { deps, key } = place;
  // All changes of the latest version are stored as "all changes", which also applies after the next push.
  const isAll = from === undefined && to === all[0];
  deps.changes.setRange(key, isAll ? ALL_CHANGES : { from: from?.version.id, to: to.version.id });
  await announceRange(place, all, to, from);
}

async function announceRange(
  { deps, key, fromRow }: Place,
  all: readonly NumberedVersion[],
  to: NumberedVersion,
  from: NumberedVersion | undefined,
): Promise<void> {
  const { prompts } = deps;
  const ids = from === undefined ? [] : [from.version.id];
  const [push] = await deps.pushes.read(key, ids, to.version.id);
  const why = pushSentence(push, to.version.base_commit_sha ?? undefined);
  prompts.showStatus(rangeLabel(from?.number, to.number, all[0]?.number ?? to.number));
  if (push !== undefined && isForcePush(push) && why !== undefined) prompts.showMessage('info', why, []);
  if (!fromRow) await deps.openAllChanges(key);
}

async function showAll(place: Place): Promise<void> {
  const all = await versionsOf(place);
  const [newest] = all;
  if (newest !== undefined) return show(place, all, newest, undefined);
  // Such servers only return the current diff.
  place.deps.changes.setRange(place.key, ALL_CHANGES);
  if (!place.fromRow) await place.deps.openAllChanges(place.key);
}

/** Shows the latest version, from the start of the displayed range if there is one. */
async function showLatestVersion(place: Place): Promise<void> {
  const { deps, key } = place;
  const all = await versionsOf(place);
  const [newest] = all;
  const shown = deps.changes.range(key);
  if (newest === undefined) showNoVersionsMessage(deps);
  else if (shown?.to === newest.version.id)
    deps.prompts.showStatus(t('Already showing version {0} (latest).', newest.number));
  else
    await show(
      place,
      all,
      newest,
      all.find(({ version }) => version.id === shown?.from),
    );
}

async function showSinceReview(place: Place): Promise<void> {
  const { deps, key } = place;
  const all = await versionsOf(place);
  const [newest] = all;
  if (newest === undefined) {
    showNoVersionsMessage(deps);
    return;
  }
  const last = deps.reviewed.last(key);
  const from = all.find(({ version }) => version.id === last?.version);
  const showMessage = (message: string): void => {
    deps.prompts.showMessage('info', message, [
      { title: t('Show All Changes'), run: () => show(place, all, newest, undefined) },
    ]);
  };
  if (last === undefined) {
    showMessage(t("You haven't marked this merge request as reviewed yet, so all changes are new."));
  } else if (from === undefined) {
    showMessage(t("The server doesn't list the version you last reviewed."));
  } else if (from === newest) {
    showMessage(t('No changes since your last review (version {0}).', newest.number));
  } else {
    // Undefined: the default range, which starts at the last review.
    deps.changes.setRange(key, undefined);
    await announceRange(place, all, newest, from);
  }
}

async function markReviewed(place: Place): Promise<void> {
  const { deps, key } = place;
  const [newest] = await versionsOf(place);
  if (newest === undefined) {
    showNoVersionsMessage(deps);
    return;
  }
  const { id, head_commit_sha: head } = newest.version;
  await deps.reviewed.saw(key, { version: id, head: head ?? '' });
  deps.prompts.showStatus(
    t("Version {1} of !{0} marked as reviewed. This isn't sent to the server.", key.iid, newest.number),
  );
}

function showNoVersionsMessage({ prompts }: VersionCommandDeps): void {
  prompts.showMessage('info', t('The server has no diff versions for this merge request.'), []);
}
