/** Resources for which fine-grained tokens can lack permissions. */
export const TOKEN_AREAS = [
  'user',
  'projects',
  'pipelines',
  'pipeline-changes',
  'jobs',
  'job-changes',
  'merge-requests',
  'merge-request-changes',
  'code',
] as const;
export type TokenArea = (typeof TOKEN_AREAS)[number];

/** Names of permissions in the API, such as `read_job`, of which a token needs at least one for an area. */
const PERMISSIONS: Readonly<Record<TokenArea, RegExp>> = {
  user: /^read_.*user/,
  projects: /^read_.*project/,
  pipelines: /^read_.*pipeline/,
  'pipeline-changes': /^(?!read_).*pipeline/,
  jobs: /^read_.*job/,
  'job-changes': /^(?!read_).*job/,
  'merge-requests': /^read_.*merge_request/,
  'merge-request-changes': /^(?!read_).*merge_request/,
  code: /(?:code|repository|commit|branch)/,
};

/** A part of a token's permissions, for a project, a group, or the user. */
export interface GranularScope {
  readonly permissions: readonly string[];
}

/**
 * Returns the areas for which a fine-grained token has no permission at all. A token may have only some of an
 * area's permissions, and only for some projects: refused requests name the missing permission.
 */
export function missingAreas(scopes: readonly GranularScope[]): readonly TokenArea[] {
  const granted = scopes.flatMap(({ permissions }) => permissions);
  return TOKEN_AREAS.filter((area) => !granted.some((name) => PERMISSIONS[area].test(name)));
}
