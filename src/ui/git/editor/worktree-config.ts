import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { WorktreeFiles } from '../../../app/git/merge-port';
import { orUndefined } from '../../../base/background';
import type { OpenRepository } from './open-repository';

/** Paths in the `.git` of a clone. */
export interface CloneFolders {
  readonly objects: string;
  readonly config: string;
  readonly lfs: string;
  /** Files of `info`, with their names. */
  readonly info: Readonly<Record<'attributes' | 'sparse-checkout', string>>;
}

/** Configuration that the repository of a worktree gets from the clone. */
export interface WorktreeSettings {
  readonly config: string;
  /** Texts of files in `info` by their names. */
  readonly info: ReadonlyMap<string, string>;
}

/**
 * Settings whose effective values are copied, because conditional includes of the user's settings don't apply to the
 * worktree (`includeIf "gitdir:…"`). None of them is a secret.
 */
const COPIED =
  /^(?:user\.(?:name|email|signingkey|useconfigonly)|(?:author|committer)\.(?:name|email)|commit\.gpgsign|gpg\..*|core\.sparsecheckout(?:cone)?)$/;
const ASKED = String.raw`^(user|author|committer|commit|gpg|core\.sparsecheckout|extensions\.partialclone|lfs\.storage)`;

/** Git before 2.27 requires at least one file. */
const FEW_FILES = '/*\n!/*/\n.gitattributes\n';
/** The last value of a setting is used. */
const FEW_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.sparsecheckout', 'true'],
  ['core.sparsecheckoutcone', 'false'],
];

export async function cloneFolders({ read, folder }: OpenRepository): Promise<CloneFolders> {
  const names = ['objects', 'config', 'lfs', 'info/attributes', 'info/sparse-checkout'];
  const out = await read(['rev-parse', ...names.flatMap((name) => ['--git-path', name])]);
  const [objects = '', config = '', lfs = '', attributes = '', patterns = ''] = out
    .split('\n')
    .map((line) => path.resolve(folder, line));
  return { objects, config, lfs, info: { attributes, 'sparse-checkout': patterns } };
}

/**
 * Returns the settings for a worktree: those of the clone, and its own. Hooks don't run, because they often need files
 * that are only in the clone, such as installed packages.
 */
export async function worktreeSettings(
  { read }: Pick<OpenRepository, 'read'>,
  folders: CloneFolders,
  {
    files,
    format,
    which,
  }: { readonly files: string; readonly format: string; readonly which: WorktreeFiles },
): Promise<WorktreeSettings> {
  const known = parseSettings((await read(['config', '--null', '--get-regexp', ASKED], 1)) ?? '');
  const valueOf = (name: string): string | undefined => known.findLast(([key]) => key === name)?.[1];
  const promisor = valueOf('extensions.partialclone');
  const isExtended = promisor !== undefined || format !== 'sha1';
  const own: readonly (readonly [key: string, value: string])[] = [
    ['include.path', folders.config],
    ['lfs.storage', valueOf('lfs.storage') ?? folders.lfs],
    ...known.filter(([key]) => COPIED.test(key)),
    ['core.repositoryformatversion', isExtended ? '1' : '0'],
    ['core.bare', 'false'],
    ['core.worktree', files],
    ['core.hookspath', devNull],
    ['core.fsmonitor', 'false'],
    ['core.untrackedcache', 'false'],
    ['maintenance.auto', 'false'],
    ['gc.auto', '0'],
    ...(format === 'sha1' ? [] : [['extensions.objectformat', format] as const]),
    ...(promisor === undefined ? [] : [['extensions.partialclone', promisor] as const]),
    ...(which === 'few' ? FEW_SETTINGS : []),
  ];
  const info = new Map<string, string>();
  for (const [name, file] of Object.entries(folders.info)) {
    const text = await orUndefined(readFile(file, 'utf8'));
    if (text !== undefined) info.set(name, text);
  }
  if (which === 'few') info.set('sparse-checkout', FEW_FILES);
  return { config: own.map(([key, value]) => setting(key, value)).join(''), info };
}

/** Parses `git config --null`. A name without a value means true. */
function parseSettings(out: string): readonly (readonly [key: string, value: string])[] {
  return out.split('\0').flatMap((record) => {
    const end = record.indexOf('\n');
    if (record === '') return [];
    return [
      end === -1 ? ([record, 'true'] as const) : ([record.slice(0, end), record.slice(end + 1)] as const),
    ];
  });
}

/** Returns the lines of a file with settings: `[gpg "ssh"]`, and `program = "…"`. */
function setting(key: string, value: string): string {
  const [start, end] = [key.indexOf('.'), key.lastIndexOf('.')];
  const section = key.slice(0, start);
  const subsection = end > start ? ` ${quoted(key.slice(start + 1, end))}` : '';
  return `[${section}${subsection}]\n\t${key.slice(end + 1)} = ${quoted(value)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\t': String.raw`\t` };

const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\t]/g, (character) => ESCAPES[character] ?? `\\${character}`)}"`;
