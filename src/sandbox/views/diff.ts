import type * as z from 'zod/mini';
import type { commitSchema, diffEntrySchema, diffVersionSchema } from '../../schemas/diff';
import type { MergeRequest, Version } from '../world/merge-requests/model';
import type { Project } from '../world/model';
import type { KnownCommit } from '../world/repositories/commits';
import { changedFiles, type FileDiff } from '../world/repositories/diff';
import type { Repository } from '../world/repositories/repository';
import { isoTime } from './time';

/** Default diff limits of servers (server-behavior.md#diff-limits). `bytes` applies to each file. */
export const DIFF_LIMITS = { files: 1000, bytes: 200 * 1024 } as const;
/**
 * Limits of the repository storage service, which also apply with `access_raw_diffs`
 * (server-behavior.md#diff-limits).
 */
export const RAW_LIMITS = { files: 3000, bytes: 2 * 1024 * 1024 } as const;
export type DiffLimits = typeof DIFF_LIMITS | typeof RAW_LIMITS;

/** Generated files that reviewers usually skip. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Gemfile\.lock|Cargo\.lock|composer\.lock|poetry\.lock|go\.sum)$|\.min\.(?:js|css)$/;

export const isTooLarge = ({ text }: FileDiff, limits: DiffLimits): boolean =>
  Buffer.byteLength(text) > limits.bytes;

interface DiffOptions {
  /** Adds the two header lines with the paths. */
  readonly unified?: boolean;
  readonly limits?: DiffLimits;
}

/**
 * Returns the change of a file (server-behavior.md#diff-entries). Only the diffs endpoint returns
 * `generated_file`.
 */
export function diffView(
  diff: FileDiff,
  { unified = false, limits = DIFF_LIMITS }: DiffOptions = {},
): z.input<typeof diffEntrySchema> {
  const tooLarge = isTooLarge(diff, limits);
  const text = tooLarge ? '' : diff.text;
  return {
    diff: unified && text !== '' ? `${headerOf(diff)}${text}` : text,
    new_path: diff.newPath,
    old_path: diff.oldPath,
    a_mode: diff.oldMode === '000000' ? '0' : diff.oldMode,
    b_mode: diff.newMode === '000000' ? '0' : diff.newMode,
    new_file: diff.kind === 'added',
    renamed_file: diff.kind === 'renamed',
    deleted_file: diff.kind === 'deleted',
    collapsed: false,
    too_large: tooLarge,
  };
}

export const generatedView = (diff: FileDiff, options: DiffOptions): z.input<typeof diffEntrySchema> => ({
  ...diffView(diff, options),
  generated_file: GENERATED.test(diff.newPath),
});

/** Returns the two header lines that `unidiff` adds before the hunks; empty for binary files. */
function headerOf({ kind, oldPath, newPath, text }: FileDiff): string {
  if (!text.startsWith('@@')) return '';
  const before = kind === 'added' ? '/dev/null' : `a/${oldPath}`;
  const after = kind === 'deleted' ? '/dev/null' : `b/${newPath}`;
  return `--- ${before}\n+++ ${after}\n`;
}

/** A commit of a merge request (server-behavior.md#commits-of-a-merge-request). */
export function commitView(
  commit: KnownCommit,
  project: Project,
  base: string,
): z.input<typeof commitSchema> {
  const at = isoTime(commit.at);
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    created_at: at,
    parent_ids: [...commit.parents],
    title: commit.title,
    message: commit.message,
    author_name: commit.author,
    author_email: commit.email,
    authored_date: at,
    committer_name: commit.author,
    committer_email: commit.email,
    committed_date: at,
    trailers: {},
    web_url: `${base}/${project.path}/-/commit/${commit.sha}`,
  };
}

/** A version of the diff (server-behavior.md#diff-versions). */
export function versionView(
  version: Version,
  request: MergeRequest,
  repository: Repository,
): z.input<typeof diffVersionSchema> {
  return {
    id: version.id,
    head_commit_sha: version.head,
    base_commit_sha: version.base,
    start_commit_sha: version.start,
    created_at: isoTime(version.at),
    merge_request_id: request.id,
    state: 'collected',
    real_size: String(changedFiles(repository, version.base, version.head)),
    patch_id_sha: repository.patchId(version.base, version.head),
  };
}
