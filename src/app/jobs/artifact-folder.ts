import { Semaphore } from '../../base/semaphore';
import { type ArtifactItem, artifactParent } from '../../domain/jobs/artifact-tree';
import { savedPath } from '../../domain/jobs/artifacts';
import type { JobKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import type { ArtifactDownload, Artifacts } from './artifacts';

/** Maximum number of files and folders in a folder that is downloaded. */
export const MAX_FOLDER_FILES = 10_000;
/** Number of files that are downloaded at the same time. */
const MAX_AT_ONCE = 4;

/** A file of a folder. `saved`: its path below the folder into which it is saved. */
interface FolderFile {
  readonly path: string;
  readonly saved: string;
}

/** All files of a folder, also in the folders below. */
export interface FolderFiles {
  readonly files: readonly FolderFile[];
  /** Number of entries that can't be saved: unsafe ones, and those with the name of another one. */
  readonly hidden: number;
  /** The folder has more files or folders. */
  readonly cut: boolean;
}

/** Lists the files below a folder of the artifacts. They are saved in a folder with the same name. */
export async function filesBelow(
  artifacts: Pick<Artifacts, 'list'>,
  job: JobKey,
  folder: string,
  signal: AbortSignal,
): Promise<FolderFiles> {
  const root = artifactParent(folder);
  const start = root === '' ? 0 : root.length + 1;
  const files = new Map<string, FolderFile>();
  const folders = [folder];
  let [hidden, listed, isCut] = [0, 0, false];
  for (let at = folders.shift(); at !== undefined && !isCut; at = folders.shift()) {
    const listing = await artifacts.list(job, at, { signal });
    hidden += listing.hidden;
    const items = listing.items.slice(0, MAX_FOLDER_FILES - listed);
    listed += items.length;
    isCut = listing.cut || items.length < listing.items.length;
    const add = ({ path, kind }: ArtifactItem): void => {
      if (kind === 'folder') {
        folders.push(path);
        return;
      }
      const saved = savedPath(path.slice(start));
      // File systems can ignore the case of names.
      const name = saved.toLowerCase();
      if (files.has(name)) hidden++;
      else files.set(name, { path, saved });
    };
    for (const item of items) add(item);
  }
  return { files: [...files.values()], hidden, cut: isCut };
}

interface FolderDownload {
  /** Creates a file by its path below the selected folder. */
  readonly create: (saved: string) => ReturnType<ArtifactDownload['create']>;
  readonly onProgress: (done: number, bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Downloads files. The first failure stops the others; complete files are kept. */
export async function downloadFiles(
  artifacts: Pick<Artifacts, 'download'>,
  job: JobKey,
  files: readonly FolderFile[],
  { create, onProgress, signal }: FolderDownload,
): Promise<number> {
  const stop = new AbortController();
  const end = AbortSignal.any([signal, stop.signal]);
  const turns = new Semaphore(MAX_AT_ONCE);
  let [done, total] = [0, 0];
  const download = async ({ path, saved }: FolderFile): Promise<void> => {
    let size = 0;
    const onFile = (bytes: number): void => {
      total += bytes - size;
      size = bytes;
      onProgress(done, total);
    };
    try {
      await artifacts.download(job, { path, create: () => create(saved), onProgress: onFile, signal: end });
      done++;
      onProgress(done, total);
    } catch (error) {
      stop.abort();
      throw error;
    }
  };
  const { failure } = await settleAll(files.map((file) => turns.run(() => download(file), end)));
  if (failure !== undefined) throw failure;
  return total;
}
