import { ACCESS, type Project, type Role, type User } from '../model';

/** A project's requirements for merges (server-behavior.md#detailed-merge-status). */
export interface MergeRules {
  readonly pipelineMustSucceed: boolean;
  readonly discussionsMustBeResolved: boolean;
  /** True if the project uses an external issue tracker and merge requests must reference an issue. */
  readonly externalTracker: boolean;
}

const NONE: MergeRules = {
  pipelineMustSucceed: false,
  discussionsMustBeResolved: false,
  externalTracker: false,
};

const RULES: Readonly<Record<string, MergeRules>> = {
  'acme/storefront': { ...NONE, pipelineMustSucceed: true, discussionsMustBeResolved: true },
  'acme/payments': { ...NONE, externalTracker: true },
};

export const rulesOf = ({ path }: Project): MergeRules => RULES[path] ?? NONE;

/** Matches IDs of the external tracker, such as `PAY-12`. */
export const TRACKER_ISSUE = /\b[A-Z]{2,10}-\d+\b/;

export const hasRole = (project: Project, user: User | undefined, role: Role): boolean =>
  user !== undefined && project.members.includes(user.role) && ACCESS[user.role] >= ACCESS[role];

/** Only maintainers can push to the default branch. */
export const isProtected = (branch: string): boolean => branch === 'main';

export const mayPush = (project: Project, user: User | undefined, branch: string): boolean =>
  !project.archived && hasRole(project, user, isProtected(branch) ? 'maintainer' : 'developer');

/** Developers can merge, even into the protected branch, to which they can't push. */
export const mayMerge = (project: Project, user: User | undefined): boolean =>
  !project.archived && hasRole(project, user, 'developer');
