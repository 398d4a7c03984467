import type { CallOptions, Client } from '../../api/client';
import type { PipelineKey } from '../shared/keys';
import { readDetail } from './content';

/** The URL of a pipeline's page, from the server. */
export async function pipelinePage(
  client: Client,
  key: PipelineKey,
  options?: CallOptions,
): Promise<string | null | undefined> {
  return (await readDetail(client, key, options))?.web_url;
}
