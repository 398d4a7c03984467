import type { Client } from '../../src/api/client';
import { Changes } from '../../src/app/changes/changes';
import { ReviewedVersions } from '../../src/app/changes/reviewed-versions';
import { SideContent } from '../../src/app/changes/sides/side-content';
import { SideDiffs } from '../../src/app/changes/sides/side-diffs';
import type { SideText } from '../../src/app/changes/sides/side-text';
import { CommittedFiles } from '../../src/app/git/committed-files';
import type { MergeRequests } from '../../src/app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../src/app/shared/keys';
import { SIDE_MESSAGES } from '../../src/presentation/changes/side-messages';
import { type FileSides, sidesOf } from '../../src/presentation/changes/sides';
import { GitWork } from '../../src/ui/git/editor/work';
import { gitWorkDeps } from './git-extension';
import { heldMemory } from './stores';

/**
 * Returns the changes of merge requests and the content of files. `clones` are folders of open repositories.
 */
export async function reviewing(client: Client, store: MergeRequests, clones: readonly string[] = []) {
  const changes = new Changes({
    clientFor: () => client,
    mergeRequests: store,
    reviewed: new ReviewedVersions(heldMemory()),
  });
  const git = new GitWork(await gitWorkDeps(...clones));
  const files = new CommittedFiles({ clientFor: () => client, git, now: () => Date.now() });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), messages: SIDE_MESSAGES });
  /** Returns both sides of a file in the shown changes, or between two versions. */
  const sides = async (
    key: MergeRequestKey,
    path: string,
    range?: { readonly from: number | undefined; readonly to: number | undefined },
  ): Promise<FileSides> => {
    const set = await changes.whole(key, range);
    const file = set.files.find((each) => each.path === path);
    if (file === undefined || set.refs === undefined) throw new Error(`${path} is not changed`);
    return sidesOf({ mergeRequest: key, refs: set.refs, fromRefs: set.fromRefs }, file);
  };
  return { changes, content, sides };
}

export const textOf = ({ bytes }: SideText): string => new TextDecoder().decode(bytes);
