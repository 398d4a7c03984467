import type { Endpoint } from '../../api/endpoint';

/** A release of the service: the major and the minor number. */
export type Release = readonly [major: number, minor: number];

/** The newest release whose features the sandbox has. */
export const NEWEST_RELEASE: Release = [19, 5];

/** An addition of a release to the REST API (server-behavior.md). */
interface Addition {
  readonly since: Release;
  readonly paths: readonly string[];
  /** Names of parameters and features that older servers ignore. If there are none, they don't have the endpoint. */
  readonly names?: readonly string[];
}

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid';
const JOB = '/projects/:id/jobs/:job_id';
/** Name of a feature, for `Call.ignores`. */
export const RETRIED_TRIGGER_JOBS = 'retried trigger jobs';

const ADDITIONS: readonly Addition[] = [
  { since: [19, 5], paths: [`${JOB}/artifacts/tree`] },
  { since: [19, 5], paths: [`${JOB}/trace`], names: ['byte_offset', 'byte_limit'] },
  { since: [19, 2], paths: [`${REQUEST}/draft_notes/bulk_publish`], names: ['reviewer_state'] },
  { since: [17, 11], paths: [`${REQUEST}/merge`], names: ['auto_merge'] },
  { since: [17, 0], paths: [`${JOB}/retry`], names: [RETRIED_TRIGGER_JOBS] },
  { since: [16, 9], paths: [`${REQUEST}/notes`, `${REQUEST}/discussions`], names: ['internal'] },
];

const isBefore = ([major, minor]: Release, [otherMajor, otherMinor]: Release): boolean =>
  major === otherMajor ? minor < otherMinor : major < otherMajor;

const missingIn = (release: Release, { path }: Endpoint): readonly Addition[] =>
  ADDITIONS.filter(({ since, paths }) => isBefore(release, since) && paths.includes(path));

/** True if a server of this release has the endpoint. */
export const hasEndpoint = (release: Release, endpoint: Endpoint): boolean =>
  missingIn(release, endpoint).every(({ names }) => names !== undefined);

/** The parameters and features of an endpoint that a server of this release ignores. */
export const ignoredBy = (release: Release, endpoint: Endpoint): readonly string[] =>
  missingIn(release, endpoint).flatMap(({ names = [] }) => names);

/** Parses a release, such as `16.8`. Returns undefined if it isn't one. */
export function parseRelease(text: string): Release | undefined {
  const [, major, minor] = /^(\d{1,2})\.(\d{1,2})$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}
