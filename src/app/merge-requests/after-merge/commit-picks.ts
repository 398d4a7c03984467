import type { Client } from '../../../api/client';
import { cherryPickCommit, createBranch, deleteBranch, revertCommit } from '../../../api/endpoints/branches';
import { createMergeRequest } from '../../../api/endpoints/merge-requests';
import { isApiError } from '../../../api/errors';
import { orUndefined } from '../../../base/background';
import { shortSha } from '../../../base/short-sha';
import { pickedSha } from '../../../domain/merge-requests/rules';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { MergeRequestKey } from '../../shared/keys';

export type PickAction = 'revert' | 'cherryPick';

/** Place where the changes of a merged merge request are reverted or applied. */
export interface PickPlace {
  readonly branch: string;
  /** Commits to the branch, or to a new branch with a merge request into it. */
  readonly way: 'commit' | 'merge-request';
}

/** Objects that were created before the request that is about to be sent. */
export type PickStep =
  | { readonly made: 'branch'; readonly branch: string }
  | { readonly made: 'commit'; readonly branch: string };

interface Pick {
  readonly key: MergeRequestKey;
  readonly known: MergeRequest;
  readonly action: PickAction;
  readonly place: PickPlace;
  readonly onStep: (step: PickStep) => void;
}

const ENDPOINTS = { revert: revertCommit, cherryPick: cherryPickCommit } as const;
const BRANCH_PREFIXES = { revert: 'revert', cherryPick: 'cherry-pick' } as const;
/** Texts on the server aren't translated. */
const TITLES = { revert: 'Revert', cherryPick: 'Cherry-pick' } as const;
const DESCRIPTIONS = {
  revert: 'This reverts merge request',
  cherryPick: 'This cherry-picks merge request',
} as const;

/** Number of names that are tried for the new branch. */
const MAX_NAMES = 5;

/**
 * Reverts or cherry-picks the commit of a merge on the server. Returns the new merge request, if one was
 * requested. Nothing is left on the server if it can't apply the changes.
 */
export async function pickCommit(client: Client, pick: Pick): Promise<MergeRequest | undefined> {
  const { key, known, action, place } = pick;
  const sha = pickedSha(known) ?? '';
  const apply = (branch: string) => client.call(ENDPOINTS[action], { id: key.project, sha, branch });
  if (place.way === 'commit') {
    await apply(place.branch);
    return undefined;
  }
  const branch = await newBranch(client, pick, `${BRANCH_PREFIXES[action]}-${shortSha(sha)}`);
  pick.onStep({ made: 'branch', branch });
  try {
    await apply(branch);
  } catch (error) {
    if (isApiError(error) && isRefusal(error)) {
      await orUndefined(client.call(deleteBranch, { id: key.project, branch }));
    }
    throw error;
  }
  pick.onStep({ made: 'commit', branch });
  return client.call(createMergeRequest, {
    id: key.project,
    source_branch: branch,
    target_branch: place.branch,
    title: `${TITLES[action]} "${known.title}"`,
    description: `${DESCRIPTIONS[action]} !${key.iid}`,
    remove_source_branch: true,
  });
}

/** True if the server certainly didn't change anything. */
const isRefusal = ({ status }: { readonly status: number | undefined }): boolean =>
  status !== undefined && status >= 400 && status < 500;

/** Creates a branch at the head of the target branch. A name that exists already isn't used. */
async function newBranch(client: Client, { key, place }: Pick, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    try {
      await client.call(createBranch, { id: key.project, branch, ref: place.branch });
      return branch;
    } catch (error) {
      const exists = isApiError(error, 'bad-request') && /already exists/i.test(error.serverMessage ?? '');
      if (!exists || number === MAX_NAMES) throw error;
    }
  }
}
