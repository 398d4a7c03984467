import { type AccessLevel, lacksRole } from './access-level';

interface BranchProtection {
  readonly protected: boolean;
  readonly can_push?: boolean | null | undefined;
  readonly developers_can_merge?: boolean | null | undefined;
}

/** Whether a branch is protected, and if so, whether the user can push to it or merge into it. */
export type Protection = 'none' | 'allowed' | 'refused';

/**
 * Pipelines of a protected branch, and their manual jobs, are run by users who can push to it or merge into it. Refused
 * only if the server and the role leave no doubt: users and groups can also have permissions that aren't listed.
 */
export function protectionOf(branch: BranchProtection, access: AccessLevel): Protection {
  if (!branch.protected) return 'none';
  const { can_push: canPush, developers_can_merge: developersMerge } = branch;
  if (canPush !== false || typeof developersMerge !== 'boolean') return 'allowed';
  const mayMerge = developersMerge ? 'developer' : 'maintainer';
  return lacksRole(access, mayMerge) ? 'refused' : 'allowed';
}
