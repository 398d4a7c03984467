import assert from 'node:assert/strict';
import type { Client } from '../../src/api/client';
import { listProjectJobs } from '../../src/api/endpoints/jobs';

/** Returns the ID of the latest job of this name whose archive exists. */
export async function jobWithArtifacts(client: Client, id: string, name = 'compile'): Promise<number> {
  const { items } = await client.page(listProjectJobs, { id, per_page: 100, scope: ['success'] });
  const found = items.find((job) => job.name === name && job.artifacts_file);
  assert.ok(found);
  return found.id;
}
