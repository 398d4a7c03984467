import { artifactEntrySchema } from '../../schemas/artifact';
import { jobSchema } from '../../schemas/job';
import { endpoint, list, nothing, one, text } from '../endpoint';
import { boolean, integer, string } from '../params';

// Endpoints for the artifacts of jobs, all of them additional.

/** `GET /projects/:id/jobs/:job_id/artifacts`: the archive, a ZIP file (server-behavior.md#artifact-archive). */
export const getArtifacts = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/artifacts',
  response: text,
  storage: true,
});

/** `GET /projects/:id/jobs/:job_id/artifacts/*artifact_path`: the bytes of a file of the archive. */
export const getArtifactFile = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/artifacts/*artifact_path',
  response: text,
  storage: true,
});

/**
 * `GET /projects/:id/jobs/:job_id/artifacts/tree`: the files and folders of the archive. Only newer servers
 * have this endpoint; others answer 404 (server-behavior.md#artifact-tree).
 */
export const listArtifactTree = endpoint({
  method: 'GET',
  path: '/projects/:id/jobs/:job_id/artifacts/tree',
  query: { page: integer, per_page: integer, path: string, recursive: boolean },
  response: list(artifactEntrySchema),
  pages: ['offset'],
});

/**
 * `POST /projects/:id/jobs/:job_id/artifacts/keep`: removes the expiration date of the archive and the reports. Returns the
 * job (server-behavior.md#artifact-archive).
 */
export const keepArtifacts = endpoint({
  method: 'POST',
  path: '/projects/:id/jobs/:job_id/artifacts/keep',
  response: one(jobSchema),
  success: [200, 201],
});

/** `DELETE /projects/:id/jobs/:job_id/artifacts`: deletes the archive and the reports, but not the log. */
export const deleteArtifacts = endpoint({
  method: 'DELETE',
  path: '/projects/:id/jobs/:job_id/artifacts',
  response: nothing,
  success: [204],
});
