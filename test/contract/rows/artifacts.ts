import * as artifacts from '../../../src/api/endpoints/artifacts';
import { type BeyondRow, list, read, remove } from './beyond-row';
import { PAGE } from './row';

/** Rows of the endpoints for the artifacts of jobs. */
export const ARTIFACT_ROWS: Readonly<Record<keyof typeof artifacts, BeyondRow>> = {
  getArtifacts: {
    ...read,
    path: '/projects/:id/jobs/:job_id/artifacts',
    responseKind: 'text',
    usedBy: undefined,
    call: (client, { id, job_id }) => client.text(artifacts.getArtifacts, { id, job_id }),
  },
  getArtifactFile: {
    ...read,
    path: '/projects/:id/jobs/:job_id/artifacts/*artifact_path',
    responseKind: 'text',
    usedBy: undefined,
    call: (client, { id, job_id, artifact_path }) =>
      client.text(artifacts.getArtifactFile, { id, job_id, artifact_path }),
  },
  listArtifactTree: {
    ...list,
    path: '/projects/:id/jobs/:job_id/artifacts/tree',
    query: [...PAGE, 'path', 'recursive'],
    usedBy: undefined,
    call: (client, { id, job_id }) => client.page(artifacts.listArtifactTree, { id, job_id }),
  },
  deleteArtifacts: {
    ...remove,
    path: '/projects/:id/jobs/:job_id/artifacts',
    usedBy: undefined,
    call: (client, { id, job_id }) => client.call(artifacts.deleteArtifacts, { id, job_id }),
  },
};
