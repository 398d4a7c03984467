import type { Job } from '../model';
import { filesOf } from './files';
import { zip, type ZipFile } from './zip';

/** Retention time of artifacts in milliseconds. */
export const RETENTION_MS = 7 * 24 * 60 * 60_000;

/** An entry of `artifacts/tree` (server-behavior.md#artifact-tree). */
export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory';
  readonly size: number | null;
  readonly mode: string;
}

const isKept = (job: Job, now: number): boolean =>
  job.erasedAt === undefined &&
  job.artifactsDeleted !== true &&
  (job.artifactsKept === true || now < (job.finishedAt ?? 0) + RETENTION_MS);

/** True if the archive of a job exists: it was uploaded, and is neither expired nor deleted. */
export const keepsArchive = (job: Job, now: number): boolean =>
  job.spec.archive === true && job.status === 'success' && isKept(job, now);

export const keepsReports = (job: Job, now: number): boolean =>
  job.spec.junit === true && job.finishedAt !== undefined && isKept(job, now);

/** The sizes of archives by script; the files of a script have the same sizes in each job. */
const sizes = new Map<string, number>();

export function archiveSize(job: Job): number {
  const known = sizes.get(job.spec.script) ?? archiveOf(job).length;
  sizes.set(job.spec.script, known);
  return known;
}

export const archiveOf = (job: Job): Buffer => zip(filesOf(job));

export const artifactFileOf = (job: Job, path: string): ZipFile | undefined =>
  filesOf(job).find((file) => file.path === path);

/**
 * Returns the files and folders directly in a folder, or with `recursive` all those below it, folders first.
 * Undefined if the folder doesn't exist.
 */
export function artifactTreeOf(
  job: Job,
  path: string,
  { recursive }: { readonly recursive: boolean },
): readonly TreeEntry[] | undefined {
  const folder = path.replace(/\/+$/, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, TreeEntry>();
  for (const file of filesOf(job)) {
    if (!file.path.startsWith(prefix)) continue;
    const parts = file.path.slice(prefix.length).split('/');
    for (const [index, name] of parts.entries()) {
      if (index > 0 && !recursive) break;
      const isFile = index === parts.length - 1;
      const full = `${prefix}${parts.slice(0, index + 1).join('/')}${isFile ? '' : '/'}`;
      entries.set(full, {
        name,
        path: full,
        type: isFile ? 'file' : 'directory',
        size: isFile ? file.bytes.length : null,
        mode: isFile ? '100644' : '040755',
      });
    }
  }
  const found = [...entries.values()];
  if (found.length === 0) return undefined;
  return found.sort((one, other) =>
    one.type === other.type ? (one.path < other.path ? -1 : 1) : one.type === 'directory' ? -1 : 1,
  );
}
