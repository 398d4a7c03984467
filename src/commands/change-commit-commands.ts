import type { CommitDiff, CommitDiffs, CommitPlace } from '../app/commit-diffs';
import type { MergeRequestKey } from '../app/keys';
import { isRefusal } from '../app/side-text';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { ActiveCommit, ShownCommit } from '../editor/active-commit';
import { COMMAND } from '../presentation/command-ids';
import { commitPlaceTitle } from '../presentation/commit-words';
import { sidesOf, type FileSides } from '../presentation/review-sides';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from './command-row';
import { openTogether } from './open-together';
import { withPatience } from './patience';
import type { OpenDiffPorts } from './review-open';
import { mergeRequestIn } from './review-target';

export interface CommitCommandPorts extends Pick<OpenDiffPorts, 'content' | 'prompts'> {
  readonly commits: CommitDiffs;
  readonly active: ActiveCommit;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
  /** Fetches the commit, or leads to its page: where neither a clone nor the server's interface gives it. */
  readonly otherwise: (key: MergeRequestKey, sha: string) => Promise<void>;
}

type Way = 1 | -1;

/** The commits of a merge request one after the other, each as what it changes. */
export function commitCommands(ports: CommitCommandPorts): readonly CommandRow[] {
  const step = (id: CommandRow['id'], way: Way, title: () => string): CommandRow => ({
    id,
    failure: () => t('The commit was not shown.'),
    run: async (argument) => {
      const from = startOf(ports, argument);
      const key = from?.key ?? (await mergeRequestIn(ports, argument, title()));
      if (key !== undefined) await stepFrom(ports, key, from?.sha, way);
    },
  });
  return [
    step(COMMAND.nextCommit, 1, () => t('Show Next Commit')),
    step(COMMAND.previousCommit, -1, () => t('Show Previous Commit')),
  ];
}

/** The commit of a row, else the one in front. */
function startOf({ active }: CommitCommandPorts, argument: unknown): ShownCommit | undefined {
  const target = targetOf(argument);
  if (target?.kind === 'commit') return { key: target.mergeRequest, sha: target.sha };
  return target === undefined ? active.current : undefined;
}

/** Without a commit to begin at, the first one, or the last one on the way back. */
async function stepFrom(
  ports: CommitCommandPorts,
  key: MergeRequestKey,
  sha: string | undefined,
  way: Way,
): Promise<void> {
  const places = await ports.commits.places(key);
  const at = places.findIndex((place) => place.sha === sha);
  const next = at === -1 ? places.at(way === 1 ? 0 : -1) : places[at + way];
  if (next !== undefined) await showCommit(ports, key, next.sha);
  else ports.prompts.mention(places.length === 0 ? t('!{0} has no commits.', key.iid) : endOf(key, way));
}

const endOf = ({ iid }: MergeRequestKey, way: Way): string =>
  way === 1 ? t('This is the last commit of !{0}.', iid) : t('This is the first commit of !{0}.', iid);

/** Shows what a commit changes; as the editor has it, in the place of the one before unless that is kept. */
export async function showCommit(
  ports: CommitCommandPorts,
  key: MergeRequestKey,
  sha: string,
): Promise<void> {
  const { commits, active, otherwise } = ports;
  const [diff, place] = await withPatience(
    t('Reading commit {0}…', sha.slice(0, 8)),
    (signal) => Promise.all([commits.read(key, sha, { signal }), placeOf(ports, key, sha, signal)]),
    VIEW.mergeRequests,
  );
  if (diff === undefined || !(await isReadable(ports, key, sha, diff))) {
    await otherwise(key, sha);
    return;
  }
  const title = commitPlaceTitle(sha, place?.subject, place?.number, place?.count);
  const files = sidesIn(key, sha, diff);
  if (files.length === 0) {
    ports.prompts.tell('info', t('{0}: this commit changes no text.', title), []);
    return;
  }
  const opening = (name: string): void => {
    active.opens(name, { key, sha });
  };
  await openTogether(ports, { title, files, opening });
}

/** Without its place it is shown all the same. */
async function placeOf(
  { commits }: CommitCommandPorts,
  key: MergeRequestKey,
  sha: string,
  signal: AbortSignal,
): Promise<CommitPlace | undefined> {
  const places = await commits.places(key, { signal }).catch(() => []);
  return places.find((each) => each.sha === sha);
}

/** A server may tell what a commit changes, and yet give no files. */
async function isReadable(
  { content }: CommitCommandPorts,
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
