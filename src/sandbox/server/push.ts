import { gunzipSync } from 'node:zlib';
import { endOnceRead, type Exchange } from '../http/exchange';
import { branchMoved } from '../world/merge-requests/branch-moved';
import { hasRole, isProtected, mayPush } from '../world/merge-requests/rules';
import type { Project, User } from '../world/model';
import { httpBackend } from '../world/repositories/git';
import { isBranchName } from '../world/repositories/repository';
import type { World } from '../world/world';

/** A ref update of a push. */
interface Command {
  readonly from: string;
  readonly to: string;
  readonly ref: string;
}

/** Maximum size of a push in bytes. */
const MAX_SIZE = 64 * 1024 * 1024;
const ZERO_SHA = '0'.repeat(40);

export interface Push {
  readonly world: World;
  readonly project: Project;
  readonly user: User;
  /** Environment of `git http-backend`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** True if the user can push to any branch. */
export const mayPushSomewhere = (project: Project, user: User | undefined): boolean =>
  !project.archived && hasRole(project, user, 'developer');

/**
 * Handles a push: git updates the refs, the world is updated, and then the response is sent. After the
 * response, the new version of a merge request is therefore available. Returns the response's status.
 */
export async function handlePush({ request, response }: Exchange, push: Push): Promise<number> {
  const body = await readAll(request, request.headers['content-encoding'] === 'gzip');
  if (body === undefined) {
    response.writeHead(413, { 'Content-Type': 'text/plain', 'Content-Length': 10, Connection: 'close' });
    response.write('Too large\n');
    endOnceRead(request, response);
    return 413;
  }
  const { commands, sideband } = commandsOf(body);
  const refused = commands.map((command) => refusalOf(push, command));
  const why = refused.find((reason) => reason !== undefined);
  if (why !== undefined) {
    response.writeHead(200, { 'Content-Type': 'application/x-git-receive-pack-result' });
    response.end(declined(commands, why, sideband));
    return 200;
  }
  const { status, fields, output } = receive(push, body, commands.some(movesProtected));
  for (const command of commands) updateWorld(push, command);
  response.writeHead(status, fields).end(output);
  return status;
}

async function readAll(request: Exchange['request'], zipped: boolean): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > MAX_SIZE) return undefined;
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (!zipped) return whole;
  try {
    return gunzipSync(whole, { maxOutputLength: MAX_SIZE });
  } catch {
    return undefined;
  }
}

/**
 * Parses the lines before the pack: `<old> <new> <ref>`. The first line also contains the capabilities after
 * a NUL.
 */
function commandsOf(body: Buffer): { commands: Command[]; sideband: boolean } {
  const commands: Command[] = [];
  let sideband = false;
  for (let at = 0; at + 4 <= body.length;) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(length > 4)) break;
    const [line = '', capabilities = ''] = body.toString('utf8', at + 4, at + length).split('\0');
    sideband ||= capabilities.includes('side-band-64k');
    const [, from, to, ref] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+?)\n?$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined && ref !== undefined) commands.push({ from, to, ref });
    at += length;
  }
  return { commands, sideband };
}

function refusalOf({ project, user }: Push, { ref, to }: Command): string | undefined {
  if (ref.startsWith('refs/tags/')) return undefined;
  const branch = branchOf(ref);
  if (branch === undefined) return 'You may only push branches and tags.';
  if (!mayPush(project, user, branch)) {
    return 'You are not allowed to push code to protected branches on this project.';
  }
  if (branch === 'main' && to === ZERO_SHA) return 'The default branch of a project cannot be deleted.';
  return undefined;
}

function branchOf(ref: string): string | undefined {
  const name = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : '';
  return isBranchName(name) ? name : undefined;
}

const pkt = (data: string): string => `${(Buffer.byteLength(data) + 4).toString(16).padStart(4, '0')}${data}`;

/** Returns git's report for a push that a hook declined, with an error for each ref. */
function declined(commands: readonly Command[], why: string, sideband: boolean): string {
  const report = `${pkt('unpack ok\n')}${commands
    .map(({ ref }) => pkt(`ng ${ref} pre-receive hook declined\n`))
    .join('')}0000`;
  return sideband ? `${pkt(`\u0002GitLab: ${why}\n`)}${pkt(`\u0001${report}`)}0000` : report;
}

/** True for updates of existing protected branches, for which only fast-forwards are allowed. */
const movesProtected = ({ ref, from }: Command): boolean =>
  from !== ZERO_SHA && isProtected(branchOf(ref) ?? '');

function receive({ environment }: Push, body: Buffer, onlyForward: boolean) {
  const variables = {
    ...environment,
    HTTP_CONTENT_ENCODING: '',
    GIT_CONFIG_COUNT: '4',
    GIT_CONFIG_KEY_0: 'http.receivepack',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'receive.autogc',
    GIT_CONFIG_VALUE_1: 'false',
    GIT_CONFIG_KEY_2: 'receive.fsckObjects',
    GIT_CONFIG_VALUE_2: 'true',
    GIT_CONFIG_KEY_3: 'receive.denyNonFastForwards',
    GIT_CONFIG_VALUE_3: String(onlyForward),
  };
  const stdout = httpBackend(variables, body);
  const end = stdout.indexOf('\r\n\r\n');
  if (end < 0) return { status: 502, fields: {}, output: Buffer.alloc(0) };
  const { status, fields } = cgiHead(stdout.toString('latin1', 0, end));
  return { status, fields, output: stdout.subarray(end + 4) };
}

/** Parses the headers of a CGI response, including `Status`. */
export function cgiHead(text: string): { status: number; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  let status = 200;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else if (colon > 0) fields[name] = value;
  }
  return { status, fields };
}

/** Updates the world if git has moved the branch. */
function updateWorld({ world, project, user }: Push, { from, to, ref }: Command): void {
  const branch = branchOf(ref);
  if (branch === undefined) return;
  const head = world.repositories.of(project).head(branch);
  if ((head ?? ZERO_SHA) !== to || from === to) return;
  branchMoved(world, { project, branch, user, from: from === ZERO_SHA ? undefined : from });
}
