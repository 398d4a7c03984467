import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { debianFolder } from '../../../scripts/lib/debian.mjs';
import type { Snippet } from '../../../src/domain/errors/snippets';

/** How programs of a language are started. */
export interface Runtime {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A tool with its dependencies: from Debian packages, or from the PATH. */
interface Tool {
  readonly packages: readonly string[];
  /** Exits with 0 if the tool and its dependencies are on the PATH. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly inFolder: (root: string) => Runtime;
}

const first = (...files: string[]): string => files.find((file) => existsSync(file)) ?? files.at(-1) ?? '';
const foldersIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [],
  );
const joined = (folders: readonly string[]): string => folders.join(path.delimiter);

const pythonIn = (root: string): Runtime => ({
  command: first('/usr/bin/python3', `${root}/usr/bin/python3`),
  env: { PYTHONPATH: `${root}/usr/lib/python3/dist-packages` },
});

const TOOLS = {
  python: {
    packages: ['python3', 'python3-sentry-sdk'],
    probe: ['python3', '-c', 'import sentry_sdk'],
    inFolder: pythonIn,
  },
  pythonGitlab: {
    packages: ['python3', 'python3-gitlab'],
    probe: ['python3', '-c', 'import gitlab'],
    inFolder: pythonIn,
  },
  ruby: {
    packages: ['ruby', 'ruby-sentry-ruby'],
    probe: ['ruby', '-e', 'require "sentry-ruby"'],
    inFolder: (root) => ({
      command: first('/usr/bin/ruby', `${root}/usr/bin/ruby`),
      env: {
        ...librariesOf(root),
        RUBYLIB: joined([
          `${root}/usr/lib/ruby/vendor_ruby`,
          // Numbered folders, for example `3.1.0`, and others.
          ...foldersIn(`${root}/usr/lib/ruby`),
          ...foldersIn(`${root}/usr/lib`).flatMap((folder) => foldersIn(`${folder}/ruby`)),
        ]),
        GEM_PATH: joined([root, ''].flatMap((base) => foldersIn(`${base}/usr/share/rubygems-integration`))),
      },
    }),
  },
  php: {
    packages: ['php-cli'],
    probe: ['php', '--version'],
    inFolder: (root) => ({
      command: first('/usr/bin/php', ...foldersIn(`${root}/usr/bin`).filter((file) => /php\d/.test(file))),
      env: librariesOf(root),
    }),
  },
} satisfies Record<string, Tool>;
export type ToolName = keyof typeof TOOLS;

const librariesOf = (root: string): Record<string, string> => ({
  LD_LIBRARY_PATH: joined(
    foldersIn(`${root}/usr/lib`, `${root}/lib`).filter((folder) => /-linux-gnu\w*$/.test(folder)),
  ),
});

const starts = ([command, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

const hasDebianPackages = (): boolean =>
  process.platform === 'linux' && starts(['apt-get', '--version']) && starts(['dpkg-deb', '--version']);

/**
 * True if tests of a tool are run: in CI, or if the PATH or Debian packages provide it. The titles of skipped
 * tests contain the reason.
 */
function runsHere(tool: ToolName): boolean {
  return process.env['CI'] === 'true' || hasDebianPackages() || starts(TOOLS[tool].probe);
}

export async function runtimeOf(tool: ToolName): Promise<Runtime> {
  const { packages, probe, inFolder } = TOOLS[tool];
  if (!hasDebianPackages() && starts(probe)) return { command: probe[0], env: {} };
  return inFolder(await debianFolder(packages));
}

/** `describe` for tests that require a tool. */
export function describeWith(tool: ToolName, title: string, body: () => void): void {
  if (runsHere(tool)) describe(title, body);
  else describe.skip(`${title} (skipped: requires ${TOOLS[tool].packages.join(' and ')})`, body);
}

/** A snippet's file with its examples enabled, followed by a program. */
export const programOf = ({ file }: Snippet, program: string): string =>
  `${file.replace(/^(\s*)(?:\/\/|#) (?=.*\bTest (?:exception|message)\b)/gm, '$1')}\n${program}`;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program with its files in a temporary folder. Returns its exit code and output. */
export async function runIn(
  files: Readonly<Record<string, string>>,
  { command, env }: Runtime,
  args: readonly string[],
): Promise<Ended> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sy-sdk-'));
  try {
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, timeout: 30_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { code, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
