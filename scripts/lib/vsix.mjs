// Packages the extension. Packages again only if a file in the package has changed.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, RUN_DIR } from './paths.mjs';
import { run } from './processes.mjs';
import { pseudo, PSEUDO_LOCALE } from './pseudo-locale.mjs';
import { installExtension } from './server.mjs';

const OLD_MS = 24 * 3_600_000;

/** The files and folders that can be in the package; .vscodeignore excludes others. */
const SOURCES = [
  'dist',
  'media',
  'l10n',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  '.vscodeignore',
];

/** Packages the output of `npm run build`. Returns the file. */
export async function packageExtension() {
  const folder = path.join(RUN_DIR, 'vsix');
  const vsix = path.join(folder, `switchyard-${await fingerprint()}.vsix`);
  if (existsSync(vsix)) return vsix;
  await mkdir(folder, { recursive: true });
  await removeOld(folder);
  const unfinished = `${vsix}.${process.pid}`;
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    unfinished,
  ];
  await run(process.execPath, [path.join(ROOT, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], {
    cwd: ROOT,
    what: 'Packaging the extension',
  });
  await rename(unfinished, vsix);
  return vsix;
}

/** Returns an extensions folder with only the package, for `--extensions-dir`. */
export async function installedExtensions(host, vsix) {
  const folder = path.join(RUN_DIR, 'extensions', path.basename(vsix, '.vsix'));
  const finished = path.join(folder, '.installed');
  if (existsSync(finished)) return folder;
  await mkdir(folder, { recursive: true });
  await removeOld(path.dirname(folder));
  await installExtension(host, folder, vsix);
  await writeFile(finished, '');
  return folder;
}

/** Copies an extensions folder and adds translations into the pseudo-locale to our extension. */
export async function withPseudoLocale(extensions) {
  const folder = `${extensions}-${PSEUDO_LOCALE}`;
  const finished = path.join(folder, '.translated');
  if (existsSync(finished)) return folder;
  await cp(extensions, folder, { recursive: true });
  const own = (await readdir(folder)).find((name) => name.startsWith('switchyard.'));
  for (const [from, to] of [
    [path.join(ROOT, 'package.nls.json'), `package.nls.${PSEUDO_LOCALE}.json`],
    [path.join(ROOT, 'l10n/bundle.l10n.json'), `l10n/bundle.l10n.${PSEUDO_LOCALE}.json`],
  ]) {
    const texts = Object.entries(JSON.parse(await readFile(from, 'utf8')));
    const target = path.join(folder, own, to);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(
      target,
      JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, pseudo(text)]))),
    );
  }
  await writeFile(finished, '');
  return folder;
}

/** Deletes packages that are older than a day. Newer ones may be in use by another run. */
async function removeOld(folder) {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > OLD_MS) await rm(file, { recursive: true, force: true });
  }
}

async function fingerprint() {
  const hash = createHash('sha256');
  const translations = (await readdir(ROOT)).filter((name) => /^package\.nls\..*json$/.test(name));
  for (const source of [...SOURCES, ...translations].sort()) {
    for (const file of await filesOf(path.join(ROOT, source))) {
      hash.update(path.relative(ROOT, file)).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(source) {
  if (!existsSync(source)) return [];
  try {
    const entries = await readdir(source, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [source];
    throw error;
  }
}
