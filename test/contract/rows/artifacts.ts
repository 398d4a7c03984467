import * as artifacts from '../../../src/api/endpoints/artifacts';
import { act, type BeyondRow, list, read, remove } from './beyond-row';
import { PAGE } from './row';

/** Rows of the endpoints for the artifacts of jobs. */
export const ARTIFACT_ROWS: Readonly<Record<keyof typeof artifacts, BeyondRow>> = {
  getArtifacts: {
    ...read,
    path: '/projects/:id/jobs/:job_id/artifacts',
    responseKind: 'text',
    usedBy: {
      seen: "artifacts in the Pipelines view, on servers that can't list them",
      commands: ['downloadArtifacts'],
    },
    call: (client, { id, job_id }) => client.text(artifacts.getArtifacts, { id, job_id }),
  },
  getArtifactFile: {
    ...read,
    path: '/projects/:id/jobs/:job_id/artifacts/*artifact_path',
    responseKind: 'text',
    usedBy: { seen: 'files of artifacts in editors', commands: ['openArtifact', 'downloadArtifacts'] },
    call: (client, { id, job_id, artifact_path }) =>
      client.text(artifacts.getArtifactFile, { id, job_id, artifact_path }),
  },
  listArtifactTree: {
    ...list,
    path: '/projects/:id/jobs/:job_id/artifacts/tree',
    query: [...PAGE, 'path', 'recursive'],
    usedBy: { seen: 'artifacts in the Pipelines view', commands: ['browseArtifacts'] },
    call: (client, { id, job_id }) => client.page(artifacts.listArtifactTree, { id, job_id }),
  },
  keepArtifacts: {
    ...act,
    path: '/projects/:id/jobs/:job_id/artifacts/keep',
    usedBy: { commands: ['keepArtifacts'] },
    call: (client, { id, job_id }) => client.call(artifacts.keepArtifacts, { id, job_id }),
  },
  deleteArtifacts: {
    ...remove,
    path: '/projects/:id/jobs/:job_id/artifacts',
    usedBy: { commands: ['deleteArtifacts'] },
    call: (client, { id, job_id }) => client.call(artifacts.deleteArtifacts, { id, job_id }),
  },
};
