import { ReasonError } from '../../base/reason-error';

interface ArchiveFacts {
  readonly artifacts_expire_at?: string | null | undefined;
  readonly artifacts_file?: unknown;
  readonly artifacts?: readonly { readonly file_type: string }[] | null | undefined;
}

/** True if a job has an archive that isn't expired. Reports alone can't be browsed or downloaded. */
export function hasArchive(job: ArchiveFacts, now: number): boolean {
  const isListed = (job.artifacts ?? []).some(({ file_type: type }) => type === 'archive');
  const exists = isListed || (job.artifacts_file !== null && job.artifacts_file !== undefined);
  return exists && !(Date.parse(job.artifacts_expire_at ?? '') <= now);
}

/**
 * Why artifacts can't be shown: the archive expired, was deleted together with the log or without it, is too
 * large, or isn't a valid archive; or a file is too large, damaged, or encrypted.
 */
export type ArtifactProblem =
  | 'expired'
  | 'erased'
  | 'none'
  | 'archive-size'
  | 'archive'
  | 'file-size'
  | 'file'
  | 'encrypted';

/** Thrown if artifacts don't contain a file or folder. */
export class NoSuchArtifactError extends Error {
  override readonly name = 'NoSuchArtifactError';
}

/** Thrown if the artifacts of a job, or one of the files, can't be read. */
export class ArtifactsUnavailableError extends ReasonError<ArtifactProblem> {
  override readonly name = 'ArtifactsUnavailableError';
  /** Maximum size in bytes, if it is exceeded. */
  readonly limit: number | undefined;

  constructor(reason: ArtifactProblem, limit?: number, options?: ErrorOptions) {
    super(reason, `the artifacts can't be read: ${reason}`, options);
    this.limit = limit;
  }
}

/** Characters that Windows doesn't allow in names, and a dot or space at the end, which it removes. */
const REFUSED = /[<>:"|?*]|[. ]$/g;
/** Names of devices on Windows, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns the path under which a file of an archive is saved, which is valid on all operating systems. */
export const savedPath = (path: string): string =>
  path
    .split('/')
    .map((name) => name.replace(REFUSED, '-').replace(DEVICE, '_$&'))
    .join('/');
