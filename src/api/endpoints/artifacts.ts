import { artifactEntrySchema } from '../../schemas/artifact';
import { endpoint, list, nothing, text } from '../endpoint';
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

/** `DELETE /projects/:id/jobs/:job_id/artifacts`: deletes the archive and the reports, but not the log. */
export const deleteArtifacts = endpoint({
  method: 'DELETE',
  path: '/projects/:id/jobs/:job_id/artifacts',
  response: nothing,
  success: [204],
});
