import type { User } from '../model';
import { USERS } from '../people';
import { blobAt } from '../repositories/blobs';
import { diffOf } from '../repositories/diff';
import type { World } from '../world';
import type { MergeRequest } from './model';
import { hasRole } from './rules';

/** A rule with the users who can approve by it. */
interface ApprovalRule {
  readonly name: string;
  readonly type: 'any_approver' | 'code_owner';
  readonly section: string | undefined;
  readonly required: number;
  readonly approvers: readonly User[];
}

/** A line of the CODEOWNERS file. */
interface Owners {
  readonly pattern: string;
  readonly section: string;
  readonly users: readonly User[];
}

const PEOPLE: readonly User[] = Object.values(USERS);
/** The name of the section before the first heading. */
const NO_SECTION = 'codeowners';
const PLACES = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/**
 * Returns the rules of a merge request: the required number of approvals, and the code owners of the changed
 * files, which are optional because the projects don't require their approval (server-behavior.md#approval-rules).
 */
export function approvalRules(world: World, request: MergeRequest): readonly ApprovalRule[] {
  const approvers = PEOPLE.filter(
    (user) => hasRole(request.project, user, 'developer') && user !== request.author,
  );
  const anyone: ApprovalRule = {
    name: 'All Members',
    type: 'any_approver',
    section: undefined,
    required: request.approvalsRequired,
    approvers,
  };
  const owned = ownersOfChanges(world, request).map(({ pattern, section, users }): ApprovalRule => ({
    name: pattern,
    type: 'code_owner',
    section,
    required: 0,
    approvers: users.filter((user) => approvers.includes(user)),
  }));
  return [anyone, ...owned];
}

/** In each section, the last matching line applies to a file. */
function ownersOfChanges(world: World, request: MergeRequest): readonly Owners[] {
  const git = world.repositories.of(request.project);
  const target = git.head(request.targetBranch);
  if (target === undefined) return [];
  const file = PLACES.map((path) => blobAt(git, target, path)).find((blob) => blob !== undefined);
  const version = request.versions.at(-1);
  if (file === undefined || version === undefined) return [];
  const lines = readOwners(file.bytes.toString('utf8'));
  const paths = diffOf(git, version.base, version.head).map(({ newPath }) => newPath);
  const sections = [...new Set(lines.map(({ section }) => section))];
  const found = paths.flatMap((path) =>
    sections.map((name) =>
      lines.findLast(({ section, pattern }) => section === name && matches(pattern, path)),
    ),
  );
  return [...new Set(found.filter((line) => line !== undefined))];
}

function readOwners(text: string): readonly Owners[] {
  let section = NO_SECTION;
  return text.split('\n').flatMap((raw): Owners[] => {
    const line = raw.replace(/#.*/, '').trim();
    const heading = /^\^?\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const [pattern, ...names] = line.split(/\s+/);
    if (heading !== undefined || pattern === undefined || pattern === '') return [];
    return [{ pattern, section, users: PEOPLE.filter(({ username }) => names.includes(`@${username}`)) }];
  });
}

/** Matches patterns such as `*`, `*.md`, `docs/`, and `/src/checkout/`. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.startsWith('/') ? '^' : '(?:^|/)';
  const body = pattern
    .replace(/^\//, '')
    .split('*')
    .map((piece) => piece.replace(/[$()+.?[\\\]^{|}]/g, '\\$&'))
    .join('[^/]*');
  return new RegExp(`${anchored}${body}${pattern.endsWith('/') ? '' : '(?:$|/)'}`).test(path);
}
