import { createBranch, deleteBranch, getBranch } from '../../api/endpoints/branches';
import { listBranches, listTags } from '../../api/endpoints/repository';
import { type Call, userOf } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, RefusalError, refuse } from '../http/reply';
import { route } from '../http/route';
import { headView } from '../views/commit';
import { branchMoved } from '../world/merge-requests/branch-moved';
import { isProtected, mayPush } from '../world/merge-requests/rules';
import type { Project } from '../world/model';
import { branchesOf, type BranchHead, resolveRef, tagsOf } from '../world/repositories/blobs';
import { isBranchName } from '../world/repositories/repository';
import { projectForCodeReaders, projectOf, requireMinimumRole } from './access';

/** Filters by a substring. As on the real service, `^x` matches the start and `x$` the end. */
function matches(name: string, search: string): boolean {
  const [text, query] = [name.toLowerCase(), search.toLowerCase()];
  if (query.startsWith('^')) return text.startsWith(query.slice(1));
  return query.endsWith('$') ? text.endsWith(query.slice(0, -1)) : text.includes(query);
}

function branchView(call: Call, project: Project, { name, sha }: BranchHead): unknown {
  const git = call.world.repositories.of(project);
  const main = git.head('main');
  return {
    name,
    commit: headView(git, project, sha, call.base),
    merged: name !== 'main' && main !== undefined && git.isAncestor(sha, main),
    protected: isProtected(name),
    developers_can_push: false,
    developers_can_merge: isProtected(name),
    can_push: mayPush(project, userOf(call), name),
    default: name === 'main',
    web_url: `${call.base}/${project.path}/-/tree/${name}`,
  };
}

function branchOf(call: Call, project: Project, name: string | number): BranchHead {
  const sha = call.world.repositories.of(project).head(String(name));
  if (sha === undefined) throw refuse.missing('Branch');
  return { name: String(name), sha };
}

/** Errors of the repository, whose messages don't contain the status. */
const refused = (status: number, message: string): RefusalError =>
  new RefusalError(json(status, { message }));

/** Branches and tags from the project's git repository. */
export const branchRoutes = [
  route(
    listBranches,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      const found = branchesOf(call.world.repositories.of(project)).filter(({ name }) =>
        matches(name, args.search ?? ''),
      );
      return offsetPage(call, args, found, (branch) => branchView(call, project, branch));
    },
    'anyone',
  ),
  route(
    listTags,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      const git = call.world.repositories.of(project);
      const found = tagsOf(git).filter(({ name }) => matches(name, args.search ?? ''));
      return offsetPage(call, args, found.reverse(), ({ name, sha }) => ({
        name,
        message: '',
        target: sha,
        commit: headView(git, project, sha, call.base),
        release: null,
        protected: false,
      }));
    },
    'anyone',
  ),
  route(
    getBranch,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      return json(200, branchView(call, project, branchOf(call, project, args.branch)));
    },
    'anyone',
  ),
  route(createBranch, (call, args) => {
    const project = projectOf(call, args.id);
    const user = requireMinimumRole(call, project, 'developer');
    const { branch: name, ref } = args;
    const git = call.world.repositories.of(project);
    if (!isBranchName(name)) throw refused(400, 'Branch name is invalid');
    if (git.head(name) !== undefined) throw refused(400, 'Branch already exists');
    const sha = resolveRef(git, ref);
    if (sha === undefined) {
      throw refused(400, `Failed to create branch '${name}': invalid reference name '${ref}'`);
    }
    git.setRef(`refs/heads/${name}`, sha);
    branchMoved(call.world, { project, branch: name, user, from: undefined });
    return json(201, branchView(call, project, { name, sha }));
  }),
  route(deleteBranch, (call, args) => {
    const project = projectOf(call, args.id);
    const user = requireMinimumRole(call, project, 'developer');
    const { name, sha } = branchOf(call, project, args.branch);
    if (!mayPush(project, user, name)) throw refused(405, 'You dont have push access to repo');
    if (name === 'main') throw refused(400, 'The default branch of a project cannot be deleted.');
    call.world.repositories.of(project).removeBranch(name);
    branchMoved(call.world, { project, branch: name, user, from: sha });
    return NO_CONTENT;
  }),
];
