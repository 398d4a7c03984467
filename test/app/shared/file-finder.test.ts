import assert from 'node:assert/strict';
import { jobFolders, projectFolders } from '../../../src/app/logs/job-folders';
import { FileFinder, type WorkspaceFiles } from '../../../src/app/shared/file-finder';

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
    const finder = new FileFinder(port, folders);
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
    const finder = new FileFinder(port, folders);
    await finder.find(['src/a.ts', 'src/b.ts'], forever);
    assert.equal(finder.known('src/a.ts'), 'file:///w/web/src/a.ts');
    assert.equal(finder.known('src/b.ts'), undefined);
  });

  it('are looked for once', async () => {
    const { port, asked } = workspace([]);
    const finder = new FileFinder(port, folders);
    await finder.find(['src/a.ts', 'src/a.ts'], forever);
    await finder.find(['src/a.ts'], forever);
    assert.deepEqual(asked, ['src/a.ts', '**/src/a.ts']);
  });

  it('are not looked for without bounds', async () => {
    const { port, asked } = workspace([]);
    const finder = new FileFinder(port, folders);
    await finder.find(
      Array.from({ length: 5_000 }, (_, n) => `f${n}.ts`),
      forever,
    );
    assert.equal(asked.filter((path) => path.startsWith('**/')).length, 40);
    assert.equal(asked.filter((path) => !path.startsWith('**/')).length, 1_000);
  });

  it('are not looked for once nobody waits, nor where the project is not in the workspace', async () => {
    const { port, asked } = workspace(['file:///w/src/a.ts']);
    await new FileFinder(port, folders).find(['src/a.ts'], AbortSignal.abort());
    await new FileFinder(port, { roots: [], project: 'acme/payments' }).find(['src/a.ts'], forever);
    assert.deepEqual(asked, []);
  });
});

describe('folders of a job', () => {
  const clone = (id: string, url: string) => ({ id, name: id, remotes: [{ name: 'origin', url }] });
  const repositories = [
    clone('file:///a', 'git@host.example:acme/storefront.git'),
    clone('file:///b', 'https://host.example/acme/payments.git'),
    clone('file:///alias', 'work:acme/storefront.git'),
  ];
  const workspace = { repositories, added: [] };

  it('are the clones of its project', () => {
    assert.deepEqual(
      jobFolders('https://host.example', 'https://host.example/acme/storefront/-/jobs/1', workspace),
      { roots: ['file:///a'], project: 'acme/storefront' },
    );
  });
  it('are none for a project that is not there, or a job without page', () => {
    assert.deepEqual(
      jobFolders('https://host.example', 'https://host.example/acme/other/-/jobs/1', workspace).roots,
      [],
    );
    assert.deepEqual(jobFolders('https://host.example', undefined, workspace).roots, []);
  });
  it('are found on a server below a sub-path', () => {
    const below = [clone('file:///c', 'https://host.example/gitlab/acme/storefront.git')];
    assert.deepEqual(
      jobFolders('https://host.example/gitlab', 'https://host.example/gitlab/acme/storefront/-/jobs/1', {
        repositories: below,
        added: [],
      }),
      { roots: ['file:///c'], project: 'acme/storefront' },
    );
  });
  it('are first the repository that the project was bound to by hand', () => {
    const base = 'https://host.example';
    const bind = (repository: string, server = base) => ({
      key: { base: server, project: 7 },
      path: 'Acme/Storefront',
      bound: { repository, remote: 'origin' },
    });
    const rootsWith = (...added: readonly ReturnType<typeof bind>[]) =>
      projectFolders(base, 'acme/storefront', { repositories, added }).roots;
    assert.deepEqual(rootsWith(bind('file:///alias')), ['file:///alias', 'file:///a']);
    assert.deepEqual(rootsWith(bind('file:///a')), ['file:///a']);
    // Of another server, or no longer open.
    assert.deepEqual(rootsWith(bind('file:///alias', 'https://other.example')), ['file:///a']);
    assert.deepEqual(rootsWith(bind('file:///closed')), ['file:///a']);
    const page = `${base}/acme/storefront/-/jobs/1`;
    const added = [bind('file:///alias')];
    assert.equal(jobFolders(base, page, { repositories, added }).roots[0], 'file:///alias');
  });
});
