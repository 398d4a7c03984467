import assert from 'node:assert/strict';
import { jobFolders, projectFolders } from '../../../src/app/logs/job-folders';
import { FileFinder, type WorkspaceFiles } from '../../../src/app/shared/file-finder';

/** Returns a workspace with files in memory that records the requested paths. */
function workspace(files: readonly string[]) {
  const requested: string[] = [];
  const port: WorkspaceFiles = {
    file: (root, path) => {
      requested.push(path);
      const address = `${root}/${path}`;
      return Promise.resolve(files.includes(address) ? address : undefined);
    },
    endingWith: (root, path, most) => {
      requested.push(`**/${path}`);
      return Promise.resolve(
        files.filter((file) => file.startsWith(root) && file.endsWith(`/${path}`)).slice(0, most),
      );
    },
  };
  return { port, asked: requested };
}

const forever = new AbortController().signal;

describe('FileFinder', () => {
  const folders = { roots: ['file:///w'], project: 'acme/storefront' };

  it('finds files in the folder of the clone', async () => {
    const { port } = workspace(['file:///w/src/a.ts', 'file:///w/src/b.ts']);
    const finder = new FileFinder(port, folders);
    await finder.find(['/builds/acme/storefront/src/a.ts', 'src/b.ts', 'src/c.ts'], forever);
    assert.equal(finder.known('/builds/acme/storefront/src/a.ts'), 'file:///w/src/a.ts');
    assert.equal(finder.known('src/b.ts'), 'file:///w/src/b.ts');
    assert.equal(finder.known('src/c.ts'), undefined);
  });

  it('finds a file at any depth if its name is unique', async () => {
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

  it('searches for each file once', async () => {
    const { port, asked: requested } = workspace([]);
    const finder = new FileFinder(port, folders);
    await finder.find(['src/a.ts', 'src/a.ts'], forever);
    await finder.find(['src/a.ts'], forever);
    assert.deepEqual(requested, ['src/a.ts', '**/src/a.ts']);
  });

  it('limits the number of searches', async () => {
    const { port, asked: requested } = workspace([]);
    const finder = new FileFinder(port, folders);
    await finder.find(
      Array.from({ length: 5_000 }, (_, n) => `f${n}.ts`),
      forever,
    );
    assert.equal(requested.filter((path) => path.startsWith('**/')).length, 40);
    assert.equal(requested.filter((path) => !path.startsWith('**/')).length, 1_000);
  });

  it('checks only likely places for paths that are not positions, and searches everywhere when they are', async () => {
    const { port, asked: requested } = workspace(['file:///w/src/a.ts', 'file:///w/web/src/b.ts']);
    const finder = new FileFinder(port, folders);
    await finder.findLikely(['/builds/acme/storefront/src/a.ts', 'src/b.ts'], forever);
    assert.equal(finder.known('/builds/acme/storefront/src/a.ts'), 'file:///w/src/a.ts');
    assert.equal(finder.known('src/b.ts'), undefined);
    assert.ok(!requested.some((path) => path.startsWith('**/')));
    await finder.findLikely(['src/b.ts'], forever);
    assert.equal(requested.filter((path) => path === 'src/b.ts').length, 1);
    await finder.find(['src/b.ts'], forever);
    assert.equal(finder.known('src/b.ts'), 'file:///w/web/src/b.ts');
    const many = Array.from({ length: 5_000 }, (_, n) => `f/${n}.ts`);
    await finder.findLikely(many, forever);
    assert.ok(requested.length < 700, String(requested.length));
  });

  it("doesn't search after it is canceled, or if the project isn't in the workspace", async () => {
    const { port, asked: requested } = workspace(['file:///w/src/a.ts']);
    await new FileFinder(port, folders).find(['src/a.ts'], AbortSignal.abort());
    await new FileFinder(port, { roots: [], project: 'acme/payments' }).find(['src/a.ts'], forever);
    assert.deepEqual(requested, []);
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
  it("are empty for a project that isn't open and for a job without a URL", () => {
    assert.deepEqual(
      jobFolders('https://host.example', 'https://host.example/acme/other/-/jobs/1', workspace).roots,
      [],
    );
    assert.deepEqual(jobFolders('https://host.example', undefined, workspace).roots, []);
  });
  it('are found on a server with a subpath', () => {
    const below = [clone('file:///c', 'https://host.example/gitlab/acme/storefront.git')];
    assert.deepEqual(
      jobFolders('https://host.example/gitlab', 'https://host.example/gitlab/acme/storefront/-/jobs/1', {
        repositories: below,
        added: [],
      }),
      { roots: ['file:///c'], project: 'acme/storefront' },
    );
  });
  it('start with the repository that is bound to the project', () => {
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
    // Bound on another server, or to a repository that isn't open.
    assert.deepEqual(rootsWith(bind('file:///alias', 'https://other.example')), ['file:///a']);
    assert.deepEqual(rootsWith(bind('file:///closed')), ['file:///a']);
    const page = `${base}/acme/storefront/-/jobs/1`;
    const added = [bind('file:///alias')];
    assert.equal(jobFolders(base, page, { repositories, added }).roots[0], 'file:///alias');
  });
});
