import { ACCESS, type Project, type Role, type User } from '../model';

/** What a project asks before a merge (server-behavior.md#detailed-merge-status). */
export interface MergeRules {
  readonly pipelineMustSucceed: boolean;
  readonly discussionsMustBeResolved: boolean;
  /** Issues live in an external tracker, and a merge request has to name one. */
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

/** Issues of the external tracker, such as `PAY-12`. */
export const TRACKER_ISSUE = /\b[A-Z]{2,10}-\d+\b/;

export const hasRole = (project: Project, user: User | undefined, role: Role): boolean =>
  user !== undefined && project.members.includes(user.role) && ACCESS[user.role] >= ACCESS[role];

/** The default branch takes pushes of maintainers only. */
export const isProtected = (branch: string): boolean => branch === 'main';

export const mayPush = (project: Project, user: User | undefined, branch: string): boolean =>
  !project.archived && hasRole(project, user, isProtected(branch) ? 'maintainer' : 'developer');

/** Developers may merge, also into the protected branch that they may not push to. */
export const mayMerge = (project: Project, user: User | undefined): boolean =>
  !project.archived && hasRole(project, user, 'developer');
