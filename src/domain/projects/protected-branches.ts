import { type AccessLevel, lacksRole } from './access-level';

interface BranchProtection {
  readonly protected: boolean;
  readonly can_push?: boolean | null | undefined;
  readonly developers_can_merge?: boolean | null | undefined;
}

/** Whether a branch is protected, and if so, whether the user can push to it or merge into it. */
export type Protection = 'none' | 'allowed' | 'refused';

/**
 * Only users who can push to a protected branch or merge into it can run its pipelines and their manual jobs.
 * Returns `refused` only if the server's data and the role prove it, because users and groups can have
 * permissions that aren't listed.
 */
export function protectionOf(branch: BranchProtection, access: AccessLevel): Protection {
  if (!branch.protected) return 'none';
  const { can_push: canPush, developers_can_merge: developersMerge } = branch;
  if (canPush !== false || typeof developersMerge !== 'boolean') return 'allowed';
  const mayMerge = developersMerge ? 'developer' : 'maintainer';
  return lacksRole(access, mayMerge) ? 'refused' : 'allowed';
}
