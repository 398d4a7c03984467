import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { endpoint, one } from '../../api/endpoint';
import { getCommit, getRawFile, listCommitDiff, listCommits } from '../../api/endpoints/repository';
import { required, string } from '../../api/params';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { commitView, diffView } from '../views/diff';
import type { Project } from '../world/model';
import { type Blob, blobAt, isExecutable, lastCommitOf, resolveRef } from '../world/repositories/blobs';
import { commitAt, commitsOf, type KnownCommit } from '../world/repositories/commits';
import { diffOf } from '../world/repositories/diff';
import type { Repository } from '../world/repositories/repository';
import { projectForCodeReaders } from './access';

/** `GET …/repository/files/:file_path`. Not used by the extension, which only fetches the raw content. */
const getFile = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path',
  query: { ref: required(string) },
  response: one(z.looseObject({ file_path: z.string(), content: z.string() })),
});

/** A file of a project at a commit. */
interface Found {
  readonly git: Repository;
  readonly path: string;
  readonly ref: string;
  readonly commit: string;
  readonly blob: Blob;
}

function fileOf(
  call: Call,
  args: {
    readonly id: string | number;
    readonly file_path: string | number;
    readonly ref?: string | undefined;
  },
): Found {
  const git = call.world.repositories.of(projectForCodeReaders(call, args.id));
  const path = String(args.file_path);
  const ref = args.ref === undefined || args.ref === '' ? 'HEAD' : args.ref;
  const commit = resolveRef(git, ref);
  if (commit === undefined) throw refuse.missing('Commit');
  const blob = blobAt(git, commit, path);
  if (blob === undefined) throw refuse.missing('File');
  return { git, path, ref, commit, blob };
}

/** The file's metadata in headers, so that HEAD requests return it too. */
const factsOf = ({ path, ref, commit, blob }: Found): Record<string, string> => ({
  'X-Gitlab-Blob-Id': blob.id,
  'X-Gitlab-Commit-Id': commit,
  'X-Gitlab-File-Path': encodeURIComponent(path),
  'X-Gitlab-Ref': encodeURIComponent(ref),
  'X-Gitlab-Size': String(blob.bytes.length),
});

/** Git's empty tree, to which the first commit is compared. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function commitOf(call: Call, project: Project, named: string | number): KnownCommit {
  const git = call.world.repositories.of(project);
  const sha = resolveRef(git, String(named));
  const commit = sha === undefined ? undefined : commitAt(git, sha);
  if (commit === undefined) throw refuse.missing('Commit');
  return commit;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Files and commits from the project's git repository. */
export const repositoryRoutes = [
  route(
    getCommit,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      const commit = commitOf(call, project, args.sha);
      return json(200, commitView(commit, project, call.base));
    },
    'anyone',
  ),
  route(
    listCommits,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      const git = call.world.repositories.of(project);
      const ref = args.all === true ? undefined : resolveRef(git, args.ref_name ?? 'HEAD');
      if (args.all !== true && ref === undefined) throw refuse.missing('Commit');
      return offsetPage(call, args, commitsOf(git, ref), (commit) => commitView(commit, project, call.base));
    },
    'anyone',
  ),
  route(
    listCommitDiff,
    (call, args) => {
      const project = projectForCodeReaders(call, args.id);
      const { sha, parents } = commitOf(call, project, args.sha);
      const diffs = diffOf(call.world.repositories.of(project), parents[0] ?? EMPTY_TREE, sha);
      return offsetPage(call, args, diffs, (diff) => diffView(diff));
    },
    'anyone',
  ),
  route(
    getRawFile,
    (call, args) => {
      const file = fileOf(call, args);
      const { path, blob } = file;
      const name = nameOf(path).replace(/[^\x20-\x7e]|["\\]/g, '_');
      return {
        status: 200,
        type: blob.bytes.subarray(0, 8_000).includes(0)
          ? 'application/octet-stream'
          : 'text/plain; charset=utf-8',
        body: blob.bytes,
        headers: { 'Content-Disposition': `inline; filename="${name}"`, ...factsOf(file) },
      };
    },
    'anyone',
  ),
  route(
    getFile,
    (call, args) => {
      const file = fileOf(call, args);
      const { git, path, ref, commit, blob } = file;
      const facts = {
        file_name: nameOf(path),
        file_path: path,
        size: blob.bytes.length,
        encoding: 'base64',
        content_sha256: createHash('sha256').update(blob.bytes).digest('hex'),
        ref,
        blob_id: blob.id,
        commit_id: commit,
        last_commit_id: lastCommitOf(git, commit, path),
        execute_filemode: isExecutable(git, commit, path),
        content: blob.bytes.toString('base64'),
      };
      return json(200, facts, factsOf(file));
    },
    'anyone',
  ),
];
