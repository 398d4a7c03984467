import assert from 'node:assert/strict';
import { jobFolders } from '../../src/app/job-folders';
import { PlaceFinder, type WorkspaceFiles } from '../../src/app/place-finder';

/** A workspace of files in memory that counts what it is asked. */
function workspace(files: readonly string[]) {
  const asked: string[] = [];
  const port: WorkspaceFiles = {
    file: (root, path) => {
      asked.push(path);
      const address = `${root}/${path}`;
      return Promise.resolve(files.includes(address) ? address : undefined);
    },
    endingWith: (root, path, most) => {
      asked.push(`**/${path}`);
      return Promise.resolve(
        files.filter((file) => file.startsWith(root) && file.endsWith(`/${path}`)).slice(0, most),
      );
    },
  };
  return { port, asked };
}

const forever = new AbortController().signal;

describe('files of the workspace that a log names', () => {
  const folders = { roots: ['file:///w'], project: 'acme/storefront' };

  it('are found below the folder of the clone', async () => {
    const { port } = workspace(['file:///w/src/a.ts', 'file:///w/src/b.ts']);
    const finder = new PlaceFinder(port, folders);
    await finder.find(['/builds/acme/storefront/src/a.ts', 'src/b.ts', 'src/c.ts'], forever);
    assert.equal(finder.known('/builds/acme/storefront/src/a.ts'), 'file:///w/src/a.ts');
    assert.equal(finder.known('src/b.ts'), 'file:///w/src/b.ts');
    assert.equal(finder.known('src/c.ts'), undefined);
  });

  it('are found at any depth where only one is called so', async () => {
    const { port } = workspace([
      'file:///w/web/src/a.ts',
      'file:///w/web/src/b.ts',
      'file:///w/api/src/b.ts',
    ]);
    const finder = new PlaceFinder(port, folders);
    await finder.find(['src/a.ts', 'src/b.ts'], forever);
    assert.equal(finder.known('src/a.ts'), 'file:///w/web/src/a.ts');
    assert.equal(finder.known('src/b.ts'), undefined);
  });

  it('are looked for once', async () => {
    const { port, asked } = workspace([]);
    const finder = new PlaceFinder(port, folders);
    await finder.find(['src/a.ts', 'src/a.ts'], forever);
    await finder.find(['src/a.ts'], forever);
    assert.deepEqual(asked, ['src/a.ts', '**/src/a.ts']);
  });

  it('are not looked for without bounds', async () => {
    const { port, asked } = workspace([]);
    const finder = new PlaceFinder(port, folders);
    await finder.find(
      Array.from({ length: 5_000 }, (_, n) => `f${n}.ts`),
      forever,
    );
    assert.equal(asked.filter((path) => path.startsWith('**/')).length, 40);
    assert.equal(asked.filter((path) => !path.startsWith('**/')).length, 1_000);
  });

  it('are not looked for once nobody waits, nor where the project is not in the workspace', async () => {
    const { port, asked } = workspace(['file:///w/src/a.ts']);
    await new PlaceFinder(port, folders).find(['src/a.ts'], AbortSignal.abort());
    await new PlaceFinder(port, { roots: [], project: 'acme/payments' }).find(['src/a.ts'], forever);
    assert.deepEqual(asked, []);
  });
});

describe('folders of a job', () => {
  const clone = (id: string, url: string) => ({ id, name: id, remotes: [{ name: 'origin', url }] });
  const repositories = [
    clone('file:///a', 'git@host.example:acme/storefront.git'),
    clone('file:///b', 'https://host.example/acme/payments.git'),
  ];

  it('are the clones of its project', () => {
    assert.deepEqual(
      jobFolders('https://host.example', 'https://host.example/acme/storefront/-/jobs/1', repositories),
      { roots: ['file:///a'], project: 'acme/storefront' },
    );
  });
  it('are none for a project that is not there, or a job without page', () => {
    assert.deepEqual(
      jobFolders('https://host.example', 'https://host.example/acme/other/-/jobs/1', repositories).roots,
      [],
    );
    assert.deepEqual(jobFolders('https://host.example', undefined, repositories).roots, []);
  });
  it('are found on a server below a sub-path', () => {
    const below = [clone('file:///c', 'https://host.example/gitlab/acme/storefront.git')];
    assert.deepEqual(
      jobFolders(
        'https://host.example/gitlab',
        'https://host.example/gitlab/acme/storefront/-/jobs/1',
        below,
      ),
      { roots: ['file:///c'], project: 'acme/storefront' },
    );
  });
});
