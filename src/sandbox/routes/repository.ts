import * as repository from '../../api/endpoints/repository';
import type { Call } from '../http/call';
import { userOf } from '../http/call';
import { offsetPage } from '../http/pagination';
import { refuse } from '../http/reply';
import { route } from '../http/route';
import { headView } from '../views/commit';
import { mayPush } from '../world/merge-requests/rules';
import type { Project } from '../world/model';
import { blobAt, branchesOf, resolveRef } from '../world/repositories/blobs';
import { isGuest, projectOf } from './access';

/** Code of a project that is not public is not for guests. */
function codeOf(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  if (project.visibility !== 'public' && isGuest(call, project)) throw refuse.forbidden();
  return project;
}

/** `^x` means begins with, `x$` ends with, as on the real service. */
function matches(name: string, search: string): boolean {
  const [text, asked] = [name.toLowerCase(), search.toLowerCase()];
  if (asked.startsWith('^')) return text.startsWith(asked.slice(1));
  return asked.endsWith('$') ? text.endsWith(asked.slice(0, -1)) : text.includes(asked);
}

const listBranches = route(
  repository.listBranches,
  (call, args) => {
    const project = codeOf(call, args.id);
    const git = call.world.repositories.of(project);
    const found = branchesOf(git).filter(({ name }) => matches(name, args.search ?? ''));
    const main = git.head('main');
    return offsetPage(call, args, found, ({ name, sha }) => ({
      name,
      commit: headView(git, project, sha, call.base),
      merged: name !== 'main' && main !== undefined && git.isAncestor(sha, main),
      protected: name === 'main',
      developers_can_push: false,
      developers_can_merge: false,
      can_push: mayPush(project, userOf(call), name),
      default: name === 'main',
      web_url: `${call.base}/${project.path}/-/tree/${name}`,
    }));
  },
  'anyone',
);

const getRawFile = route(
  repository.getRawFile,
  (call, args) => {
    const project = codeOf(call, args.id);
    const git = call.world.repositories.of(project);
    const path = String(args.file_path);
    const ref = args.ref === undefined || args.ref === '' ? 'HEAD' : args.ref;
    const commit = resolveRef(git, ref);
    if (commit === undefined) throw refuse.missing('Commit');
    const blob = blobAt(git, commit, path);
    if (blob === undefined) throw refuse.missing('File');
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/[^\x20-\x7e]|["\\]/g, '_');
    return {
      status: 200,
      type: blob.bytes.subarray(0, 8_000).includes(0)
        ? 'application/octet-stream'
        : 'text/plain; charset=utf-8',
      body: blob.bytes,
      headers: {
        'Content-Disposition': `inline; filename="${name}"`,
        'X-Gitlab-Blob-Id': blob.id,
        'X-Gitlab-Commit-Id': commit,
        'X-Gitlab-File-Path': encodeURIComponent(path),
        'X-Gitlab-Ref': encodeURIComponent(ref),
        'X-Gitlab-Size': String(blob.bytes.length),
      },
    };
  },
  'anyone',
);

/** Branches and files, from the project's real repository. Beyond the description. */
export const repositoryRoutes = [listBranches, getRawFile];
