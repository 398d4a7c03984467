// Generates two commits of a repository as random input, writes them with Git, and compares them with Git.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';

/** A file at a path of a commit. For a submodule, the content is the line that Git writes in diffs. */
export interface TreeFile {
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly content: Buffer;
}
export type Tree = ReadonlyMap<string, TreeFile>;
export interface Trees {
  readonly before: Tree;
  readonly after: Tree;
}

const LINES = [
  '',
  ' ',
  'plain',
  '\tindented',
  'with carriage return\r',
  '\r',
  '--- a/old',
  '-- a',
  '+++ b/new',
  '++ b/new',
  '@@ -1,2 +1,2 @@',
  '@@ -1 +1 @@ function',
  '@@@ -1,2 -1,2 +1,3 @@@',
  'diff --git a/x b/x',
  'diff --cc x',
  'index 1234567..89abcde 100644',
  'new file mode 100644',
  'rename from x',
  'Binary files a/x and b/x differ',
  'GIT binary patch',
  '\\ No newline at end of file',
  'ünïcode ☃ 日本 👩‍💻',
  'line\u2028separator \u0085 and\vothers\f',
  'x'.repeat(300),
] as const;

const line = fc.oneof(
  fc.constantFrom(...LINES),
  fc.nat(10_000).map((each) => `line ${each}`),
);
const bytes = (text: string, foreign: boolean): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.from(foreign ? [0xff, 0xc3, 0x28, 0x0a] : [])]);

/** Text with or without a final line break, in any encoding. */
const text = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }),
    ended: fc.boolean(),
    carriage: fc.integer({ min: 0, max: 5 }),
    foreign: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ lines, ended, carriage, foreign }) => {
    const joined = lines.join(carriage === 0 ? '\r\n' : '\n') + (ended ? '\n' : '');
    return bytes(joined, foreign === 0);
  });
const nothing = fc.constant(Buffer.alloc(0));
const binary = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((some) => Buffer.from([0, ...some]));
const content = fc.oneof({ weight: 8, arbitrary: text }, nothing, binary);

/** Edits of a text: removed and added lines, and a changed end of the last line. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.integer({ min: 0, max: 3 }),
    come: fc.array(line, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const edited = (old: Buffer, changes: readonly { at: number; gone: number; come: string[] }[]): Buffer => {
  const lines = old.toString('latin1').split('\n');
  for (const { at, gone, come } of changes) {
    lines.splice(
      Math.floor(at * lines.length),
      gone,
      ...come.map((each) => bytes(each, false).toString('latin1')),
    );
  }
  return Buffer.from(lines.join('\n'), 'latin1');
};

const some = fc.nat(99);
const segment = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('src', 'a', 'b', 'lib', 'my folder', ' b', 'ünï', '日本', '👩‍💻') },
  { weight: 30, arbitrary: fc.constantFrom('"quoted"', 'back\\slash', 'new\nline', 'tab\there', '\x01\x7f') },
  {
    weight: 30,
    arbitrary: fc.constantFrom('\\303\\274', '--- a', 'diff --git a', "it's", ' and b', '\u2028'),
  },
  { weight: 30, arbitrary: some.map((each) => `file-${each}.ts`) },
  { weight: 30, arbitrary: some.map((each) => `two words ${each}.txt`) },
  { weight: 1, arbitrary: fc.constant('b ') },
);
const filePath = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

const change = fc.record({
  kind: fc.constantFrom(
    ...([
      'edit',
      'edit',
      'edit',
      'replace',
      'rename',
      'move',
      'copy',
      'add',
      'delete',
      'mode',
      'bare mode',
    ] as const),
    ...(['link', 'to link', 'submodule', 'to submodule', 'line end', 'carriage', 'same'] as const),
  ),
  path: filePath,
  target: filePath,
  content,
  other: content,
  edits,
  executable: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/**
 * Both trees with about this number of changes. Each change has a separate numbered folder, so that changes
 * don't conflict.
 */
export const treesOf = (changes: number): fc.Arbitrary<Trees> =>
  fc.array(change, { minLength: changes, maxLength: changes, size: 'max' }).map((all) => {
    const before = new Map<string, TreeFile>();
    const after = new Map<string, TreeFile>();
    all.forEach((each, index) => {
      const folder = (name: string): string => (index % 3 === 0 ? `${index} ${name}` : `${index}/${name}`);
      apply(each, before, after, folder(each.path), folder(`to/${each.target}`));
    });
    return { before, after };
  });

function apply(
  of: Change,
  before: Map<string, TreeFile>,
  after: Map<string, TreeFile>,
  at: string,
  to: string,
): void {
  const mode = of.executable ? '100755' : '100644';
  const file: TreeFile = { mode, content: of.content };
  const work: TreeFile = { mode, content: edited(of.content, of.edits) };
  const link: TreeFile = { mode: '120000', content: Buffer.from(of.target) };
  const submodule = (digit: string): TreeFile => ({
    mode: '160000',
    content: Buffer.from(`Subproject commit ${digit.repeat(40)}\n`),
  });
  const both = (old: TreeFile, now: TreeFile): void => void (before.set(at, old), after.set(at, now));
  const turned = of.executable ? '100644' : '100755';
  const all = of.content.toString('latin1');
  const made: Record<Change['kind'], () => void> = {
    edit: () => both(file, work),
    replace: () => both(file, { mode, content: of.other }),
    rename: () => void (before.set(at, file), after.set(to, work)),
    move: () => void (before.set(at, file), after.set(to, file)),
    copy: () =>
      void (both(file, work), after.set(to, { mode, content: edited(of.content, of.edits.slice(0, 1)) })),
    add: () => void after.set(at, file),
    delete: () => void before.set(at, file),
    mode: () => both(file, { mode: turned, content: work.content }),
    'bare mode': () => both(file, { mode: turned, content: of.content }),
    link: () => both(link, { mode: '120000', content: Buffer.from(of.path) }),
    'to link': () => both(file, link),
    submodule: () => both(submodule('1'), submodule('2')),
    'to submodule': () => both(file, submodule('3')),
    'line end': () =>
      both(file, {
        mode,
        content: Buffer.from(all.endsWith('\n') ? all.slice(0, -1) : `${all}\n`, 'latin1'),
      }),
    carriage: () => both(file, { mode, content: Buffer.from(all.replaceAll('\n', '\r\n'), 'latin1') }),
    same: () => both(file, file),
  };
  made[of.kind]();
}

/** Runs Git on a repository with these trees as the branches `before` and `after`. Nothing is checked out. */
export async function withTrees<T>(trees: Trees, use: (git: Git) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-diff-'));
  const git: Git = (args, input) => runGit(folder, args, input);
  try {
    await git(['init', '--quiet', '--bare']);
    await git(
      ['fast-import', '--quiet'],
      Buffer.concat([
        commitOf('before', trees.before),
        commitOf('after', trees.after),
        Buffer.from('done\n'),
      ]),
    );
    return await use(git);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Git = (args: readonly string[], input?: Buffer) => Promise<Buffer>;

function runGit(folder: string, args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_DIR: folder };
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env, encoding: 'buffer', maxBuffer: 1e9 } as const;
    const child = execFile('git', args, options, (error, out) => {
      if (error === null) resolve(out);
      else reject(new Error(`git ${args.join(' ')} failed`, { cause: error }));
    });
    // Git may end before it reads the whole input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** A commit message can look like the header of a diff. */
const MESSAGE = 'Work\n\n--- a/f\n+++ b/f\n@@ that was all @@\n---\n f | 2 +-\n';

function commitOf(branch: string, tree: Tree): Buffer {
  const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  const files = [...tree].flatMap(([name, { mode, content: data }]) =>
    mode === '160000'
      ? [Buffer.from(`M ${mode} ${data.toString().slice(-41, -1)} ${quoted(name)}\n`)]
      : [Buffer.from(`M ${mode} inline ${quoted(name)}\ndata ${data.length}\n`), data, Buffer.from('\n')],
  );
  const who = 'committer Owner <owner@acme.example> 1700000000 +0000';
  return Buffer.concat([
    Buffer.from(`commit refs/heads/${branch}\n${who}\ndata ${MESSAGE.length}\n${MESSAGE}`),
    ...files,
  ]);
}
