import assert from 'node:assert/strict';
import {
  downloadFiles,
  filesBelow,
  type FolderFiles,
  MAX_FOLDER_FILES,
} from '../../../src/app/jobs/artifact-folder';
import type { ArtifactDownload } from '../../../src/app/jobs/artifacts';
import { isAbort } from '../../../src/base/abort';
import type { ArtifactItem, ArtifactListing } from '../../../src/domain/jobs/artifact-tree';

const JOB = { base: 'https://host', project: 7, job: 5 };

/** Artifacts with these files. `extra`: further values of the listing of a folder. */
function artifactsWith(
  paths: readonly string[],
  extra: Readonly<Record<string, Partial<ArtifactListing>>> = {},
) {
  const list = (_job: unknown, folder: string): Promise<ArtifactListing> => {
    const items = new Map<string, ArtifactItem>();
    for (const path of paths) {
      if (!path.startsWith(`${folder}/`)) continue;
      const [name = '', ...below] = path.slice(folder.length + 1).split('/');
      const kind = below.length === 0 ? 'file' : 'folder';
      items.set(name, { name, path: `${folder}/${name}`, kind, size: kind === 'file' ? 1 : undefined });
    }
    return Promise.resolve({ items: [...items.values()], hidden: 0, cut: false, ...extra[folder] });
  };
  return { list };
}

const signal = new AbortController().signal;
const savedIn = ({ files }: FolderFiles): readonly string[] => files.map(({ saved }) => saved).sort();

describe('folders of artifacts', () => {
  it('contain the files of all folders below, with paths that start with the name of the folder', async () => {
    const artifacts = artifactsWith(['out/web/a.js', 'out/web/css/b.css', 'out/other/c.txt']);
    const found = await filesBelow(artifacts, JOB, 'out/web', signal);
    assert.deepEqual(savedIn(found), ['web/a.js', 'web/css/b.css']);
    assert.deepEqual(found.files.map(({ path }) => path).sort(), ['out/web/a.js', 'out/web/css/b.css']);
    assert.deepEqual([found.hidden, found.cut], [0, false]);
  });

  it('have one file for names that differ only in their case or in characters that are replaced', async () => {
    const artifacts = artifactsWith(['out/A.txt', 'out/a.txt', 'out/b?.txt', 'out/b*.txt'], {
      out: { hidden: 2 },
    });
    const found = await filesBelow(artifacts, JOB, 'out', signal);
    assert.deepEqual(savedIn(found), ['out/A.txt', 'out/b-.txt']);
    assert.equal(found.hidden, 4);
  });

  it('are limited', async () => {
    const many = Array.from({ length: MAX_FOLDER_FILES + 1 }, (_, index) => `out/${index}`);
    const found = await filesBelow(artifactsWith(many), JOB, 'out', signal);
    assert.deepEqual([found.files.length, found.cut], [MAX_FOLDER_FILES, true]);
    const cut = await filesBelow(artifactsWith(['out/a'], { out: { cut: true } }), JOB, 'out', signal);
    assert.equal(cut.cut, true);
  });

  it('are limited if a server lists folders without an end', async () => {
    let requests = 0;
    const list = (_job: unknown, folder: string): Promise<ArtifactListing> => {
      if (++requests > 2 * MAX_FOLDER_FILES) return Promise.reject(new Error('more requests than the limit'));
      const item = { name: 'a', path: `${folder}/a`, kind: 'folder', size: undefined } as const;
      return Promise.resolve({ items: [item], hidden: 0, cut: false });
    };
    const found = await filesBelow({ list }, JOB, 'out', signal);
    assert.deepEqual([found.files, found.cut], [[], true]);
  });
});

describe('downloads of several files', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path, saved: `out/${path}` }));
  const noWriter = (): never => assert.fail('the file is not written here');

  it('report the progress, and return the number of bytes', async () => {
    const progress: (readonly [number, number])[] = [];
    const download = (_job: unknown, { onProgress }: ArtifactDownload): Promise<number> => {
      for (const bytes of [5, 10]) onProgress(bytes);
      return Promise.resolve(10);
    };
    const onProgress = (done: number, bytes: number): void => {
      progress.push([done, bytes]);
    };
    assert.equal(await downloadFiles({ download }, JOB, files, { create: noWriter, onProgress, signal }), 60);
    assert.deepEqual(progress.at(-1), [6, 60]);
  });

  it('run four at a time, and stop after a failure', async () => {
    const started: string[] = [];
    const aborted: string[] = [];
    const download = (_job: unknown, { path = '', signal: end }: ArtifactDownload): Promise<number> => {
      started.push(path);
      if (path === 'b') return Promise.resolve().then(() => Promise.reject(new Error('the disk is full')));
      return new Promise((_resolve, reject) => {
        end.addEventListener('abort', () => {
          aborted.push(path);
          reject(new DOMException('stopped', 'AbortError'));
        });
      });
    };
    const options = { create: noWriter, onProgress: () => undefined, signal };
    await assert.rejects(downloadFiles({ download }, JOB, files, options), /the disk is full/);
    assert.deepEqual(
      [started, aborted],
      [
        ['a', 'b', 'c', 'd'],
        ['a', 'c', 'd'],
      ],
    );
  });

  it('can be canceled', async () => {
    const cancel = new AbortController();
    const download = (_job: unknown, { signal: end }: ArtifactDownload): Promise<number> => {
      cancel.abort();
      end.throwIfAborted();
      return assert.fail('the download goes on');
    };
    const options = { create: noWriter, onProgress: () => undefined, signal: cancel.signal };
    const work = downloadFiles({ download: async (...given) => download(...given) }, JOB, files, options);
    await assert.rejects(work, isAbort);
  });
});
