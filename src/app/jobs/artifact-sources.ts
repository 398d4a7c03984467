import type { Client } from '../../api/client';
import { getArtifactFile, getArtifacts, listArtifactTree } from '../../api/endpoints/artifacts';
import { isApiError } from '../../api/errors';
import { type ArtifactListing, isSafeArtifactPath, sortedItems } from '../../domain/jobs/artifact-tree';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../domain/jobs/artifacts';
import type { JobKey } from '../shared/keys';
import { Archive, MAX_FILE_BYTES } from './archive';

/** The artifacts of one job. */
export interface ArtifactSource {
  /** Approximate memory. */
  readonly bytes: number;
  list(folder: string, signal?: AbortSignal): Promise<ArtifactListing>;
  read(path: string, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Maximum size of an archive that is read into memory, in bytes. */
export const MAX_ARCHIVE_BYTES = 100_000_000;

/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;
/** Maximum number of pages of a folder. */
const MAX_PAGES = 20;
/** Approximate size of an item in memory, in bytes. */
const ITEM_BYTES = 500;

/** True if the server has no endpoint that lists artifacts (server-behavior.md#artifact-tree). */
export const isWithoutTree = (error: unknown): boolean =>
  (['not-found', 'method-not-allowed', 'bad-request', 'not-json', 'schema'] as const).some((kind) =>
    isApiError(error, kind),
  );

/** Opens the artifacts of a job on a server that lists folders and returns single files. */
export async function serverSource(
  client: Client,
  job: JobKey,
  signal: AbortSignal,
): Promise<ArtifactSource> {
  const at = { id: job.project, job_id: job.job };
  const listings = new Map<string, ArtifactListing>();
  const list = async (folder: string, end?: AbortSignal): Promise<ArtifactListing> => {
    const known = listings.get(folder);
    if (known !== undefined) return known;
    const { items, cut } = await client.collect(
      listArtifactTree,
      { ...at, per_page: PAGE_SIZE, ...(folder === '' ? {} : { path: folder }) },
      { signal: end, maxPages: MAX_PAGES },
    );
    const shown = items.flatMap(({ name: given, type, size }) => {
      const name = given.replace(/\/$/, '');
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name.includes('/') || !isSafeArtifactPath(path)) return [];
      const isFolder = type === 'directory';
      return [
        { name, path, kind: isFolder ? 'folder' : 'file', size: isFolder ? undefined : (size ?? 0) } as const,
      ];
    });
    // A name that occurs twice has one row.
    const unique = new Map(shown.map((item) => [item.name, item]));
    const listing = { items: sortedItems(unique.values()), hidden: items.length - unique.size, cut };
    listings.set(folder, listing);
    return listing;
  };
  const { items } = await list('', signal);
  return {
    bytes: items.length * ITEM_BYTES,
    list: (folder, end) => missingAsNoFile(() => list(folder, end)),
    read: (path, end) =>
      missingAsNoFile(async () => {
        const file = await client.text(
          getArtifactFile,
          { ...at, artifact_path: path },
          { signal: end, maxBytes: MAX_FILE_BYTES },
        );
        if (file.kind === 'unchanged') return new Uint8Array();
        if (file.cut) throw new ArtifactsUnavailableError('file-size', MAX_FILE_BYTES);
        return file.bytes;
      }),
  };
}

/** Downloads the archive of a job and reads its directory. */
export async function readArchive(client: Client, job: JobKey, signal: AbortSignal): Promise<ArtifactSource> {
  const at = { id: job.project, job_id: job.job };
  const stream = await client.stream(getArtifacts, at, { signal, maxBytes: MAX_ARCHIVE_BYTES });
  if ((stream.length ?? 0) > MAX_ARCHIVE_BYTES) {
    stream.cancel();
    throw new ArtifactsUnavailableError('archive-size', MAX_ARCHIVE_BYTES);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  if (stream.cut) throw new ArtifactsUnavailableError('archive-size', MAX_ARCHIVE_BYTES);
  const archive = await Archive.open(Buffer.concat(chunks), signal);
  return {
    bytes: archive.bytes,
    list: (folder) => Promise.resolve().then(() => archive.list(folder)),
    read: (path, end) => archive.read(path, end),
  };
}

async function missingAsNoFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isApiError(error, 'not-found') ? new NoSuchArtifactError() : error;
  }
}
