/**
 * Identifies a project by the server's URL and the project ID (or its full path, if the ID isn't known).
 * Plain data.
 */
export interface ProjectKey {
  readonly base: string;
  readonly project: number | string;
}
export interface PipelineKey extends ProjectKey {
  readonly pipeline: number;
}
export interface JobKey extends ProjectKey {
  readonly job: number;
}
/** `project` is the target project, in which `iid` is unique. */
export interface MergeRequestKey extends ProjectKey {
  readonly iid: number;
}

export const projectId = (key: ProjectKey): string => `${key.base} ${String(key.project)}`;
export const pipelineId = (key: PipelineKey): string => `${projectId(key)} pipeline ${key.pipeline}`;
export const jobId = (key: JobKey): string => `${projectId(key)} job ${key.job}`;
/** An ID of a merge request, as `mergeRequestId` returns it. */
const MERGE_REQUEST_ID = /^(?<base>\S+) (?<project>.+) merge request (?<iid>\d+)$/;

/** Returns the key of a stored ID; undefined if it isn't the ID of a merge request. */
export function mergeRequestOfId(id: string): MergeRequestKey | undefined {
  const { base, project, iid } = MERGE_REQUEST_ID.exec(id)?.groups ?? {};
  if (base === undefined || project === undefined) return undefined;
  return { base, project: /^\d+$/.test(project) ? Number(project) : project, iid: Number(iid) };
}

export const mergeRequestId = (key: MergeRequestKey): string => `${projectId(key)} merge request ${key.iid}`;
