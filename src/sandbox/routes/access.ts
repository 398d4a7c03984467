import { type Call, signedIn, userOf } from '../http/call';
import { refuse } from '../http/reply';
import { ACCESS, type Job, type Pipeline, type Project, type Role, type User } from '../world/model';
import { findPipeline, maySee } from '../world/world';

/** The project of a path. One that the viewer may not see is not there; one that is archived can only be read. */
export function projectOf(call: Call, id: string | number): Project {
  const project = call.world.project(id);
  if (project !== undefined && maySee(project, userOf(call))) {
    if (project.archived && !isReading(call)) throw refuse.forbidden();
    return project;
  }
  const moved = call.world.projects.find(({ formerPaths }) => formerPaths.includes(String(id).toLowerCase()));
  if (moved !== undefined && maySee(moved, userOf(call))) throw sentOn(call, moved);
  throw refuse.missing('Project');
}

const isReading = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Only reading is sent on, to the same route with the number of the project (server-behavior.md#moved-projects). */
function sentOn({ method, base, path, query }: Call, { id }: Project): Error {
  if (!isReading({ method })) return refuse.movedMethod();
  const rest = path.replace(/^(\/api\/v4\/projects\/)[^/]+/, `$1${id}`);
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return refuse.moved(`${base}${rest}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`);
}

export function pipelineOf(project: Project, id: string | number): Pipeline {
  const pipeline = findPipeline(project, Number(id));
  if (pipeline === undefined) throw refuse.missing();
  return pipeline;
}

/** A job or trigger job of the project. */
export function processableOf(project: Project, id: string | number): Job {
  const job = project.jobs.find(Number(id));
  if (job === undefined) throw refuse.missing();
  return job;
}

/** A job of the project; trigger jobs do not answer to most job endpoints. */
export function jobOf(project: Project, id: string | number): Job {
  const job = processableOf(project, id);
  if (job.spec.triggers !== undefined) throw refuse.missing();
  return job;
}

/**
 * The project of a path, for who may read jobs and code: everybody who sees it but guests (server-behavior.md#access).
 */
export function projectForReaders(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  if (isGuest(call, project)) throw refuse.forbidden();
  return project;
}

export function isGuest(call: Call, project: Project): boolean {
  const user = userOf(call);
  return user?.role === 'guest' && project.members.includes('guest');
}

/** The project of a path, for who may read its code: where it is not public, guests may not. */
export function codeOf(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  if (project.visibility !== 'public' && isGuest(call, project)) throw refuse.forbidden();
  return project;
}

/** The person who asks, where their role is at least this one; 403 otherwise. */
export function atLeast(call: Call, project: Project, role: Role): User {
  const user = signedIn(call);
  if (!project.members.includes(user.role) || ACCESS[user.role] < ACCESS[role]) throw refuse.forbidden();
  return user;
}
