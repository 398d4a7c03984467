import type { CommitDiff, CommitDiffs, CommitPlace } from '../../../app/changes/commit-diffs';
import { isRefusal } from '../../../app/changes/sides/side-text';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { commitPlaceTitle } from '../../../presentation/changes/change-labels';
import { type FileSides, sidesOf } from '../../../presentation/changes/sides';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { ActiveCommit, ShownCommit } from '../editor/active-commit';
import type { OpenDiffDeps } from './open-diff';
import { openMultiDiff } from './open-multi-diff';
import { mergeRequestIn } from './target';

export interface CommitCommandDeps extends Pick<OpenDiffDeps, 'content' | 'prompts'> {
  readonly commits: CommitDiffs;
  readonly active: ActiveCommit;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
  /** Fetches the commit or opens its page. Called if neither a clone nor the API returns the commit. */
  readonly otherwise: (key: MergeRequestKey, sha: string) => Promise<void>;
}

type Way = 1 | -1;

/** Commands that show the commits of a merge request one after the other. */
export function commitCommands(deps: CommitCommandDeps): readonly CommandRow[] {
  const step = (id: RowCommandId, way: Way, title: () => string): CommandRow => ({
    id,
    failure: () => t("Couldn't show the commit."),
    run: async (argument) => {
      const from = startOf(deps, argument);
      const key = from?.key ?? (await mergeRequestIn(deps, argument, title()));
      if (key !== undefined) await stepFrom(deps, key, from?.sha, way);
    },
  });
  return [
    step(COMMAND.nextCommit, 1, () => t('Show Next Commit')),
    step(COMMAND.previousCommit, -1, () => t('Show Previous Commit')),
  ];
}

/** Returns the commit of the row; without a row, the displayed one. */
function startOf({ active }: CommitCommandDeps, argument: CommandArgument): ShownCommit | undefined {
  const target = argument?.target;
  if (target?.kind === 'commit') return { key: target.mergeRequest, sha: target.sha };
  return target === undefined ? active.current : undefined;
}

/** Without a current commit, shows the first one, or the last one when stepping back. */
async function stepFrom(
  deps: CommitCommandDeps,
  key: MergeRequestKey,
  sha: string | undefined,
  way: Way,
): Promise<void> {
  const places = await deps.commits.places(key);
  const at = places.findIndex((place) => place.sha === sha);
  const next = at === -1 ? places.at(way === 1 ? 0 : -1) : places[at + way];
  if (next !== undefined) await showCommit(deps, key, next.sha);
  else deps.prompts.showStatus(places.length === 0 ? t('!{0} has no commits.', key.iid) : endOf(key, way));
}

const endOf = ({ iid }: MergeRequestKey, way: Way): string =>
  way === 1 ? t('This is the last commit in !{0}.', iid) : t('This is the first commit in !{0}.', iid);

/**
 * Shows the changes of a commit. In a preview editor, the next commit replaces it unless the user keeps the
 * editor.
 */
export async function showCommit(deps: CommitCommandDeps, key: MergeRequestKey, sha: string): Promise<void> {
  const { commits, active, otherwise } = deps;
  const [diff, place] = await deps.prompts.progress.inView(
    t('Loading commit {0}…', shortSha(sha)),
    (signal) => Promise.all([commits.read(key, sha, { signal }), placeOf(deps, key, sha, signal)]),
    VIEW.mergeRequests,
  );
  if (diff === undefined || !(await isReadable(deps, key, sha, diff))) {
    await otherwise(key, sha);
    return;
  }
  const title = commitPlaceTitle(sha, place?.subject, place?.number, place?.count);
  const files = sidesIn(key, sha, diff);
  if (files.length === 0) {
    deps.prompts.showMessage('info', t('Commit {0} has no text changes.', shortSha(sha)), []);
    return;
  }
  const opening = (name: string): void => {
    active.opens(name, { key, sha });
  };
  await openMultiDiff(deps, { title, files, opening });
}

/** Optional: the commit is also shown if its position can't be read. */
async function placeOf(
  { commits }: CommitCommandDeps,
  key: MergeRequestKey,
  sha: string,
  signal: AbortSignal,
): Promise<CommitPlace | undefined> {
  const places = await commits.places(key, { signal }).catch(() => []);
  return places.find((each) => each.sha === sha);
}

/** Returns false if the server returns the diff of a commit, but not its files. */
async function isReadable(
  { content }: CommitCommandDeps,
  key: MergeRequestKey,
  sha: string,
  diff: CommitDiff,
): Promise<boolean> {
  const [first] = sidesIn(key, sha, diff);
  if (first === undefined) return true;
  try {
    await content.read(first.new.form === 'empty' ? first.old : first.new);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

function sidesIn(mergeRequest: MergeRequestKey, sha: string, { parent, files }: CommitDiff): FileSides[] {
  const refs = { base: parent, start: parent, head: sha };
  return files.map((diff) => sidesOf({ mergeRequest, refs, fromRefs: undefined }, { diff }));
}
