import type { Client } from '../../src/api/client';
import { Changes } from '../../src/app/changes';
import { CommittedFiles } from '../../src/app/committed-files';
import type { MergeRequestKey } from '../../src/app/keys';
import type { MergeRequests } from '../../src/app/merge-requests';
import { ReviewedVersions } from '../../src/app/reviewed-versions';
import { SideContent } from '../../src/app/side-content';
import { SideDiffs } from '../../src/app/side-diffs';
import type { SideText } from '../../src/app/side-text';
import { GitWork } from '../../src/editor/git-work';
import { sidesOf, type FileSides } from '../../src/presentation/review-sides';
import { SIDE_WORDS } from '../../src/presentation/side-words';
import { gitPlaces } from './git-extension';
import { heldMemory } from './stores';

/** What a person sees of the changes of a merge request. `clones` are folders of repositories that are open. */
export async function reviewing(client: Client, store: MergeRequests, clones: readonly string[] = []) {
  const changes = new Changes({
    clientFor: () => client,
    mergeRequests: store,
    reviewed: new ReviewedVersions(heldMemory()),
  });
  const git = new GitWork(await gitPlaces(...clones));
  const files = new CommittedFiles({ clientFor: () => client, git, now: () => Date.now() });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), words: SIDE_WORDS });
  /** The sides of a file by its path, of what is shown or of two versions. */
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
