import type { Exchange } from '../http/exchange';
import type { User } from '../world/model';
import { startHttpBackend } from '../world/repositories/git';
import { maySee, type World } from '../world/world';
import type { Identity } from './identity';
import { cgiHead, handlePush, mayPushSomewhere } from './push';

/** The path of a repository and the requested git resource. The query of `info/refs` contains the service. */
const GIT_PATH =
  /^\/((?:[\w-][\w.-]*\/)+[\w-][\w.-]*)\.git\/(info\/refs|git-upload-pack|git-receive-pack|HEAD|objects\/(?:info\/[\w-]+|[\da-f]{2}\/[\da-f]{38}|pack\/pack-[\da-f]{40}\.(?:pack|idx)))$/;
/** The first request of git for a URL without `.git`. */
const UNSUFFIXED_PATH = /^\/((?:[\w-][\w.-]*\/)+[\w-][\w.-]*)\/info\/refs$/;

export const isGitPath = (path: string): boolean => GIT_PATH.test(path) || UNSUFFIXED_PATH.test(path);

/** A response that is sent without running git. */
interface GitRefusal {
  readonly status: number;
  readonly text: string;
  readonly location?: string;
}

const NOT_FOUND: GitRefusal = { status: 404, text: 'The project you were looking for could not be found' };

/** Redirects clone URLs without `.git` and former paths of projects. */
function sentOn({ path, query, base, method }: Exchange, world: World): GitRefusal | undefined {
  const infoRefsPath = UNSUFFIXED_PATH.exec(path)?.[1];
  const pathWithoutGit = infoRefsPath?.endsWith('.git') === false ? infoRefsPath : undefined;
  const name = (pathWithoutGit ?? GIT_PATH.exec(path)?.[1] ?? '').toLowerCase();
  const moved = world.projects.find(({ formerPaths }) => formerPaths.includes(name))?.path;
  const to = moved ?? pathWithoutGit;
  if (to === undefined || method !== 'GET') return undefined;
  const location = `${base}/${to}.git/info/refs${query === '' ? '' : `?${query}`}`;
  return { status: 301, text: `Moved to ${location}`, location };
}

function refusalOf(
  exchange: Exchange,
  world: World,
  user: User | undefined,
  identity: Pick<Identity, 'isReadOnly'>,
): GitRefusal | undefined {
  const [, path = '', what = ''] = GIT_PATH.exec(exchange.path) ?? [];
  const project = world.project(path);
  const isPush = what === 'git-receive-pack' || exchange.query.includes('service=git-receive-pack');
  if (project === undefined || !maySee(project, user)) {
    // Without authentication, the response is 401 whether or not the project exists.
    return user === undefined ? { status: 401, text: 'HTTP Basic: Access denied' } : NOT_FOUND;
  }
  if (isPush && identity.isReadOnly(exchange.request.headers))
    return { status: 403, text: 'You are not allowed to upload code.' };
  if (!isPush || mayPushSomewhere(project, user)) return undefined;
  return user === undefined
    ? { status: 401, text: 'HTTP Basic: Access denied' }
    : { status: 403, text: 'You are not allowed to push code to this project.' };
}

/** Handles clones and pushes with `git http-backend`. Returns the response's status. */
export function handleGit(exchange: Exchange, world: World, identity: Identity): Promise<number> {
  const { request, response, path } = exchange;
  const known = identity.gitUser(request.headers);
  const user = known === 'unknown' ? undefined : known;
  const refusal: GitRefusal | undefined =
    known === 'unknown'
      ? { status: 401, text: 'HTTP Basic: Access denied' }
      : (sentOn(exchange, world) ?? refusalOf(exchange, world, user, identity));
  const [, name = '', what = ''] = GIT_PATH.exec(path) ?? [];
  const project = world.project(name);
  if (refusal !== undefined || project === undefined) {
    const { status, text, location } = refusal ?? NOT_FOUND;
    response.writeHead(status, {
      'Content-Type': 'text/plain',
      ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="GitLab"' } : {}),
      ...(location === undefined ? {} : { Location: location }),
    });
    response.end(`${text}\n`);
    return Promise.resolve(status);
  }
  const environment = environmentOf(exchange, world.repositories.of(project).folder, what);
  if (what === 'git-receive-pack' && user !== undefined)
    return handlePush(exchange, { world, project, user, environment });
  const child = startHttpBackend(environment);
  return new Promise((resolve) => {
    const fail = (): void => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
      resolve(502);
    };
    child.on('error', fail);
    child.stdin.on('error', () => undefined);
    // Stops git if the client disconnects.
    response.on('close', () => child.kill());
    request.pipe(child.stdin);

    let head = Buffer.alloc(0);
    const readHead = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      child.stdout.off('data', readHead);
      const { status, fields } = cgiHead(head.subarray(0, end).toString('latin1'));
      response.writeHead(status, fields);
      response.write(head.subarray(end + 4));
      child.stdout.pipe(response);
      response.on('close', () => {
        resolve(status);
      });
    };
    child.stdout.on('data', readHead);
    child.stdout.on('end', () => {
      if (!response.headersSent) fail();
    });
  });
}

/**
 * Returns the CGI environment of `git http-backend`. `what`: the resource in the repository. Permissions for pushes
 * were checked before.
 */
function environmentOf(
  { request: { headers }, method, query }: Exchange,
  folder: string,
  what: string,
): Record<string, string> {
  return {
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    // Allows partial clones, like the real service. They fetch missing objects individually later.
    GIT_CONFIG_COUNT: '3',
    GIT_CONFIG_KEY_0: 'http.receivepack',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'uploadpack.allowFilter',
    GIT_CONFIG_VALUE_1: 'true',
    GIT_CONFIG_KEY_2: 'uploadpack.allowAnySHA1InWant',
    GIT_CONFIG_VALUE_2: 'true',
    PATH_INFO: `/${what}`,
    QUERY_STRING: query,
    REQUEST_METHOD: method,
    CONTENT_TYPE: headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    REMOTE_ADDR: '127.0.0.1',
  };
}
