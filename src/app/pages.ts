import type { CallOptions, Client } from '../api/client';
import { getMergeRequest } from '../api/endpoints/merge-requests';
import type { PipelineKey, ProjectKey } from './keys';
import { readDetail } from './pipeline-content';

/** The web page of a pipeline, as the server tells it. */
export async function pipelinePage(
  client: Client,
  key: PipelineKey,
  options?: CallOptions,
): Promise<string | null | undefined> {
  return (await readDetail(client, key, options))?.web_url;
}

/** The web page of a merge request, as the server tells it. */
export async function mergeRequestPage(
  client: Client,
  { project }: ProjectKey,
  iid: number,
  options?: CallOptions,
): Promise<string | null | undefined> {
  const args = { id: project, merge_request_iid: iid };
  return (await client.call(getMergeRequest, args, options)).web_url;
}
