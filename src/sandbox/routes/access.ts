import { type Call, signedIn, userOf } from '../http/call';
import { refuse } from '../http/reply';
import { ACCESS, type Job, type Pipeline, type Project, type Role, type User } from '../world/model';
import { findPipeline, maySee } from '../world/world';

/**
 * Returns the project of a path. Projects that the viewer can't see don't exist (404), and archived ones are
 * read-only (403).
 */
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

/**
 * Redirects reads to the same route with the project's ID; writes are rejected
 * (server-behavior.md#moved-projects).
 */
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

/** Returns a job or trigger job of the project. */
export function processableOf(project: Project, id: string | number): Job {
  const job = project.jobs.find(Number(id));
  if (job === undefined) throw refuse.missing();
  return job;
}

/** Returns a job of the project. Most job endpoints don't support trigger jobs. */
export function jobOf(project: Project, id: string | number): Job {
  const job = processableOf(project, id);
  if (job.spec.triggers !== undefined) throw refuse.missing();
  return job;
}

/**
 * Returns the project of a path for reading jobs. Requires that the viewer can see it and isn't a guest
 * (server-behavior.md#access).
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

/** Returns the project of a path for reading its code. Guests can only read the code of public projects. */
export function projectForCodeReaders(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  if (project.visibility !== 'public' && isGuest(call, project)) throw refuse.forbidden();
  return project;
}

/** Returns the signed-in user. Responds with 403 if the user's role is too low. */
export function requireMinimumRole(call: Call, project: Project, role: Role): User {
  const user = signedIn(call);
  if (!project.members.includes(user.role) || ACCESS[user.role] < ACCESS[role]) throw refuse.forbidden();
  return user;
}
