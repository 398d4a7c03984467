import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { FrameFinder } from '../../../src/app/errors/frame-finder';
import { projectFolders } from '../../../src/app/logs/job-folders';
import { type FrameFiles } from '../../../src/app/shared/file-finder';
import type { Repository } from '../../../src/app/shared/stores';
import { readStackText } from '../../../src/domain/errors/read-stack-text';
import type { StackFrame } from '../../../src/domain/errors/stack-trace';

const forever = new AbortController().signal;

const frame = (file: string, line: number, more: Partial<StackFrame> = {}): StackFrame => ({
  file,
  function: undefined,
  line,
  column: undefined,
  own: true,
  context: [],
  ...more,
});

const PRICE = `interface Rule {
  readonly rate: { readonly value: number };
}

export function rateOf(rule: Rule): number {
  return rule.rate.value;
}
`;
const MAIN = `import { rateOf } from './cart/price';

const rules: any[] = [{}];
console.log(rules.map((rule) => rateOf(rule)));
`;

describe('FrameFinder', () => {
  let folder = '';
  let requestedFiles: string[] = [];

  const address = (file: string): string => pathToFileURL(path.join(folder, file)).toString();
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const size = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

  const files: FrameFiles = {
    file(root, file) {
      requestedFiles.push(file);
      const full = path.join(fileURLToPath(root), file);
      return Promise.resolve(
        statSync(full, { throwIfNoEntry: false })?.isFile() === true
          ? pathToFileURL(full).toString()
          : undefined,
      );
    },
    endingWith(root, file, most) {
      const all = readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' });
      const found = all.filter(
        (each) => `/${each}`.endsWith(`/${file}`) && !/(?:^|\/)(?:dist|node_modules)\//.test(each),
      );
      return Promise.resolve(found.slice(0, most).map(address));
    },
    text(file, most) {
      const full = fileURLToPath(file);
      const bytes = size(full);
      return Promise.resolve(bytes === undefined || bytes > most ? undefined : readFileSync(full, 'utf8'));
    },
  };
  const finder = (): FrameFinder =>
    new FrameFinder(files, { roots: [pathToFileURL(folder).toString()], project: 'acme/storefront' });
  const found = async (each: StackFrame, by = finder()): Promise<string> => {
    const place = await by.find(each, forever);
    if (place === undefined) return 'nothing';
    const flags = `${place.moved ? ' moved' : ''}${place.guessed ? ' guessed' : ''}`;
    return `${path.relative(folder, fileURLToPath(place.file))}:${place.line}:${place.column}${flags}`;
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'frames-'));
    requestedFiles = [];
    write('src/cart/price.ts', PRICE);
    write('src/main.ts', MAIN);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Builds and runs the program, and returns the first frame of its error. */
  function thrown(options: BuildOptions, outfile = 'dist/main.js'): StackFrame {
    const built = path.join(folder, outfile);
    buildSync({
      entryPoints: [path.join(folder, 'src/main.ts')],
      bundle: true,
      outfile: built,
      platform: 'node',
      ...options,
    });
    let printed = '';
    try {
      execFileSync(process.execPath, ['--no-enable-source-maps', built], {
        stdio: 'pipe',
        encoding: 'utf8',
        env: {},
      });
    } catch (error) {
      assert.ok(error instanceof Error && 'stderr' in error);
      printed = String(error.stderr);
    }
    const [first] = readStackText(printed)[0]?.frames ?? [];
    assert.ok(first, printed);
    return first;
  }

  const maps: [name: string, options: BuildOptions][] = [
    ['beside it', { sourcemap: true }],
    ['beside it, of minified code', { sourcemap: true, minify: true }],
    ['beside it, without a word of it in the code', { sourcemap: 'external' }],
    ['in it', { sourcemap: 'inline' }],
    ['beside it, with a root of its sources', { sourcemap: true, sourceRoot: 'https://shop.test/' }],
    ['beside it, without the sources', { sourcemap: true, sourcesContent: false, minify: true }],
  ];
  for (const [name, options] of maps) {
    it(`finds the source with the source map of the built file ${name}`, async () => {
      const call = thrown(options);
      assert.match(await found(call), /^src\/cart\/price\.ts:6:\d+$/);
      const elsewhere = { ...call, file: '/usr/src/app/dist/main.js' };
      assert.match(await found(elsewhere), /^src\/cart\/price\.ts:6:\d+$/);
    });
  }

  it('finds the source if a bundler renamed the sources', async () => {
    const call = thrown({ sourcemap: true });
    const map: unknown = JSON.parse(readFileSync(path.join(folder, 'dist/main.js.map'), 'utf8'));
    assert.ok(typeof map === 'object' && map !== null && 'sources' in map && Array.isArray(map.sources));
    const sources = map.sources.map((source) =>
      String(source).replace('../src/', 'webpack://storefront/./src/'),
    );
    write('dist/main.js.map', JSON.stringify({ ...map, sources }));
    assert.match(await found(call), /^src\/cart\/price\.ts:6:\d+$/);
  });

  it("doesn't read a source map outside of the workspace", async () => {
    const call = thrown({ sourcemap: true });
    const outside = `${folder}-outside.map`;
    renameSync(path.join(folder, 'dist/main.js.map'), outside);
    const built = path.join(folder, 'dist/main.js');
    const text = readFileSync(built, 'utf8');
    writeFileSync(built, text.replace(/(sourceMappingURL=).*/, `$1../../${path.basename(outside)}`));
    try {
      assert.doesNotMatch(await found(call), /price\.ts/);
    } finally {
      rmSync(outside);
    }
  });

  it('returns the built file if the source map is invalid or the source is missing', async () => {
    const call = thrown({ sourcemap: true });
    write('dist/main.js.map', '{oops');
    assert.match(await found(call), /^(?:dist\/main\.js:\d+:\d+|src\/main\.ts:\d+:\d+ guessed)$/);
    rmSync(path.join(folder, 'src'), { recursive: true });
    assert.match(await found(call), /^dist\/main\.js:\d+:\d+$/);
  });

  it('guesses the source by the name of a built file that is missing or has no source map', async () => {
    assert.equal(await found(frame('/app/dist/cart/price.js', 6)), 'src/cart/price.ts:6:1 guessed');
    write('dist/cart/price.js', 'exports.rateOf = (rule) => rule.rate.value;\n');
    assert.equal(await found(frame('/app/dist/cart/price.js', 1)), 'src/cart/price.ts:1:1 guessed');
    const sent = { context: [{ line: 2, code: '    return rule.rate.value;' }] };
    assert.equal(await found(frame('/app/dist/cart/other.js', 2, sent)), 'nothing');
    rmSync(path.join(folder, 'dist'), { recursive: true });
    assert.equal(await found(frame('/app/dist/cart/price.js', 2, sent)), 'src/cart/price.ts:6:1 moved');
  });

  it('finds the line if the same code is on another line', async () => {
    const context = [{ line: 2, code: 'return rule.rate.value;' }];
    assert.equal(await found(frame('/app/src/cart/price.ts', 2, { context })), 'src/cart/price.ts:6:1 moved');
    assert.equal(await found(frame('/app/src/cart/price.ts', 6, { column: 3 })), 'src/cart/price.ts:6:3');
  });

  it('finds a file at any depth if its name is unique', async () => {
    write('services/cart/app/total.py', '');
    write('services/pay/app/total.py', '');
    write('services/pay/app/once.py', '');
    assert.equal(await found(frame('app/once.py', 3)), 'services/pay/app/once.py:3:1');
    assert.equal(await found(frame('app/total.py', 3)), 'nothing');
  });

  it('finds a file by its absolute path in the workspace folder', async () => {
    write('oops.mjs', '');
    write('.venv/lib/python3.12/site-packages/rates.py', '');
    const here = (file: string): string => path.join(folder, file);
    assert.equal(await found(frame(here('oops.mjs'), 3)), 'oops.mjs:3:1');
    assert.equal(await found(frame(address('oops.mjs'), 3)), 'oops.mjs:3:1');
    const venv = '.venv/lib/python3.12/site-packages/rates.py';
    assert.equal(await found(frame(here(venv), 3, { own: false })), `${venv}:3:1`);
    const driveRequests: string[] = [];
    const drive = new FrameFinder(
      {
        ...files,
        file: (_, file) => {
          driveRequests.push(file);
          return Promise.resolve(undefined);
        },
        endingWith: () => Promise.resolve([]),
      },
      { roots: ['file:///c%3A/work/shop'], project: undefined },
    );
    await drive.find(frame('C:\\work\\shop\\oops.mjs', 3), forever);
    assert.equal(driveRequests[0], 'oops.mjs');
  });

  it('finds the file of a library only in the folder of libraries', async () => {
    write('node_modules/express/lib/router.js', '');
    write('lib/other.js', '');
    const library = { own: false };
    assert.equal(
      await found(frame('/app/node_modules/express/lib/router.js', 9, library)),
      'node_modules/express/lib/router.js:9:1',
    );
    assert.equal(await found(frame('/app/node_modules/express/lib/other.js', 9, library)), 'nothing');
    assert.equal(await found(frame('node:fs', 9, library)), 'nothing');
  });

  it('never returns a file outside of the folder', async () => {
    const outside = path.basename(mkdtempSync(path.join(folder, '../outside-')));
    try {
      writeFileSync(path.join(folder, '..', outside, 'a.ts'), '');
      assert.equal(await found(frame(`../${outside}/a.ts`, 1)), 'nothing');
      assert.equal(await found(frame(path.join(tmpdir(), outside, 'a.ts'), 1)), 'nothing');
    } finally {
      rmSync(path.join(folder, '..', outside), { recursive: true });
    }
  });

  it('caches its results until files may have changed', async () => {
    const by = finder();
    assert.equal(await found(frame('/app/lib/late.rb', 1), by), 'nothing');
    const requestCount = requestedFiles.length;
    write('lib/late.rb', '');
    assert.equal(await found(frame('/app/lib/late.rb', 1), by), 'nothing');
    assert.equal(requestedFiles.length, requestCount);
    by.forget();
    assert.equal(await found(frame('/app/lib/late.rb', 1), by), 'lib/late.rb:1:1');
  });

  it('does nothing if there is no folder or the search is canceled', async () => {
    const none = new FrameFinder(files, { roots: [], project: undefined });
    assert.equal(await none.find(frame('/app/src/main.ts', 1), forever), undefined);
    const by = finder();
    assert.equal(await by.find(frame('/app/src/main.ts', 1), AbortSignal.abort()), undefined);
    assert.deepEqual(requestedFiles, []);
    assert.equal(await found(frame('/app/src/main.ts', 1), by), 'src/main.ts:1:1');
  });
});

describe('projectFolders', () => {
  const clone = (id: string, url: string): Repository => ({
    id,
    name: id,
    remotes: [{ name: 'origin', url }],
  });

  it('returns the clones in the workspace whose remotes match the project', () => {
    const repositories = [
      clone('file:///w/one', 'git@host.test:acme/storefront.git'),
      clone('file:///w/two', 'https://host.test/acme/payments.git'),
    ];
    assert.deepEqual(projectFolders('https://host.test', 'acme/Storefront', { repositories, added: [] }), {
      roots: ['file:///w/one'],
      project: 'acme/Storefront',
    });
  });
});
