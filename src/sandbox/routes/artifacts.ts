import {
  deleteArtifacts,
  getArtifactFile,
  getArtifacts,
  keepArtifacts,
  listArtifactTree,
} from '../../api/endpoints/artifacts';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse, type Reply } from '../http/reply';
import { route } from '../http/route';
import { jobView } from '../views/job';
import { archiveOf, artifactFileOf, artifactTreeOf, keepsArchive } from '../world/artifacts/archive';
import * as actions from '../world/job-actions';
import type { Job } from '../world/model';
import { jobOf, projectForReaders, projectOf, requireMinimumRole } from './access';

/** The types of files in archives by extension, as sent by the real service. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
};

/** Returns a job whose archive exists. */
function archivedJobOf(
  call: Call,
  args: { readonly id: string | number; readonly job_id: string | number },
): Job {
  const job = jobOf(projectForReaders(call, args.id), args.job_id);
  if (!keepsArchive(job, call.world.time)) throw refuse.missing();
  return job;
}

function attachment(name: string, type: string, body: Buffer): Reply {
  return { status: 200, type, body, headers: { 'Content-Disposition': `attachment; filename="${name}"` } };
}

/** Artifacts of jobs. The route of a single file matches all other paths, so it is the last one. */
export const artifactRoutes = [
  route(getArtifacts, (call, args) =>
    attachment('artifacts.zip', 'application/zip', archiveOf(archivedJobOf(call, args))),
  ),
  route(deleteArtifacts, (call, args) => {
    const project = projectOf(call, args.id);
    requireMinimumRole(call, project, 'maintainer');
    if (!actions.deleteArtifacts(call.world, jobOf(project, args.job_id))) throw refuse.forbidden();
    return NO_CONTENT;
  }),
  route(keepArtifacts, (call, args) => {
    const project = projectOf(call, args.id);
    requireMinimumRole(call, project, 'developer');
    const job = archivedJobOf(call, args);
    if (!actions.keepArtifacts(call.world, job)) throw refuse.forbidden();
    return json(200, jobView(call.world, job, call.base));
  }),
  route(listArtifactTree, (call, args) => {
    const job = archivedJobOf(call, args);
    const found = artifactTreeOf(job, args.path ?? '', { recursive: args.recursive === true });
    if (found === undefined) throw refuse.missing();
    return offsetPage(call, args, found, (entry) => entry);
  }),
  route(getArtifactFile, (call, args) => {
    const file = artifactFileOf(archivedJobOf(call, args), String(args.artifact_path));
    if (file === undefined) throw refuse.missing();
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return attachment(name, type, file.bytes);
  }),
];
