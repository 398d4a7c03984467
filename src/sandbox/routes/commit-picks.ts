import { cherryPickCommit, revertCommit } from '../../api/endpoints/branches';
import type { Call } from '../http/call';
import { json, RefusalError, refuse } from '../http/reply';
import { route } from '../http/route';
import { commitView } from '../views/diff';
import { branchMoved } from '../world/merge-requests/branch-moved';
import { signatureOf } from '../world/merge-requests/merging';
import { mayPush } from '../world/merge-requests/rules';
import { resolveRef } from '../world/repositories/blobs';
import { commitAt } from '../world/repositories/commits';
import type { Repository, Signature } from '../world/repositories/repository';
import { projectOf, requireMinimumRole } from './access';

/** How a commit is applied to a branch. */
interface Way {
  /** Used in the server's message. */
  readonly verb: string;
  /** Returns the tree that results on top of `onto`; undefined if there are conflicts. */
  readonly tree: (git: Repository, sha: string, onto: string, by: Signature) => string | undefined;
  readonly message: (sha: string, title: string, body: string) => string;
}

const PICK: Way = {
  verb: 'cherry-pick',
  tree: (git, sha, onto, by) => git.pickTree(sha, `${sha}^1`, onto, by),
  message: (sha, _title, body) => `${body.trimEnd()}\n\n(cherry picked from commit ${sha})\n`,
};

const REVERT: Way = {
  verb: 'revert',
  tree: (git, sha, onto, by) => {
    // A temporary commit that undoes the changes, which can be picked.
    const undone = git.commitTree({ tree: `${sha}^1^{tree}`, parents: [sha], message: 'undo', author: by });
    return git.pickTree(undone, sha, onto, by);
  },
  message: (sha, title) => `Revert "${title}"\n\nThis reverts commit ${sha}\n`,
};

const refused = (status: number, body: object): RefusalError => new RefusalError(json(status, body));

/** The service's answer if git can't apply the changes, or if they change nothing. */
const notApplied = ({ verb }: Way, code: 'conflict' | 'empty'): RefusalError =>
  refused(400, {
    message:
      `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${verb}ed, ` +
      'or a more recent commit may have updated some of its content.',
    error_code: code,
  });

interface Args {
  readonly id: string | number;
  readonly sha: string | number;
  readonly branch: string;
}

/** Applies a commit to a branch. For merge commits, relative to the first parent. */
function apply(call: Call, args: Args, way: Way) {
  const { world } = call;
  const project = projectOf(call, args.id);
  const user = requireMinimumRole(call, project, 'developer');
  const git = world.repositories.of(project);
  const sha = resolveRef(git, String(args.sha));
  const commit = sha === undefined ? undefined : commitAt(git, sha);
  if (sha === undefined || commit === undefined) throw refuse.missing('Commit');
  const onto = git.head(args.branch);
  if (onto === undefined) throw refuse.missing('Branch');
  if (!mayPush(project, user, args.branch))
    throw refused(403, { message: '403 Forbidden - You are not allowed to push into this branch' });
  // The first commit of a repository has no parent to compare it with.
  if (git.run(['rev-parse', '--verify', '--quiet', `${sha}^1`]).code !== 0) throw notApplied(way, 'conflict');
  const by = signatureOf(user, world.time);
  const tree = way.tree(git, sha, onto, by);
  if (tree === undefined) throw notApplied(way, 'conflict');
  if (tree === git.read(['rev-parse', `${onto}^{tree}`]).trim()) throw notApplied(way, 'empty');
  const [title, body] = ['%s', '%B'].map((format) =>
    git.read(['log', '-1', `--format=${format}`, sha]).trim(),
  );
  const message = way.message(sha, title ?? '', body ?? '');
  const made = git.commitTree({ tree, parents: [onto], message, author: by });
  git.setRef(`refs/heads/${args.branch}`, made);
  branchMoved(world, { project, branch: args.branch, user, from: onto });
  const view = commitAt(git, made);
  if (view === undefined) throw refuse.missing('Commit');
  return json(201, commitView(view, project, call.base));
}

/** Reverts and cherry-picks with git (server-behavior.md#revert-and-cherry-pick). */
export const commitPickRoutes = [
  route(revertCommit, (call, args) => apply(call, args, REVERT)),
  route(cherryPickCommit, (call, args) => apply(call, args, PICK)),
];
