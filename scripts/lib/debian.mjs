// Gets programs and libraries from Debian packages without root and without installing them: their files are extracted to
// the user's cache folder. Packages that apt reports as installed aren't downloaded.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheDir } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';

/**
 * Returns a folder with the files of packages and of their dependencies that aren't installed, relative to
 * the root of a system. Downloads them only once.
 */
export async function debianFolder(packages) {
  const name = createHash('sha256').update(packages.toSorted().join(' ')).digest('hex').slice(0, 12);
  const folder = path.join(cacheDir(), 'debian', name);
  if (existsSync(folder)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  const work = await mkdtemp(path.join(path.dirname(folder), 'work-'));
  try {
    const root = path.join(work, 'root');
    await mkdir(root);
    // The system's package lists can be missing, as on a new system, or outdated.
    const missing = await download(packages, work, []).catch(async () =>
      download(packages, work, await freshLists(work)),
    );
    for (const file of (await readdir(work)).filter((each) => each.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', path.join(work, file), root]);
    }
    await writeFile(path.join(root, 'packages.txt'), `${missing.join('\n')}\n`);
    // If another run has created the folder in the meantime, its result is the same.
    await rename(root, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    throw new Problem(
      `Couldn't download the packages ${packages.join(', ')}. Install them, or make sure that apt-get can reach its archive.\n${error.message}`,
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads the packages and dependencies that aren't installed. Returns their names with versions. */
async function download(packages, work, options) {
  const args = [...options, 'install', '--simulate', '--no-install-recommends', '-y', ...packages];
  const output = await run('apt-get', args, { env: { ...process.env, LC_ALL: 'C' } });
  const missing = [...output.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
  if (missing.length > 0) {
    await run('apt-get', [...options, 'download', ...missing], { cwd: work, timeout: 300_000 });
  }
  return missing;
}

/**
 * Downloads package lists to a separate folder, because only root can update the system's lists. Returns the
 * options for apt.
 */
async function freshLists(work) {
  const lists = path.join(work, 'lists');
  const cache = path.join(work, 'cache');
  await mkdir(path.join(lists, 'partial'), { recursive: true });
  await mkdir(path.join(cache, 'archives/partial'), { recursive: true });
  const options = [
    '-o',
    `Dir::State::lists=${lists}`,
    '-o',
    `Dir::Cache=${cache}`,
    '-o',
    'Debug::NoLocking=1',
  ];
  await run('apt-get', [...options, 'update', '-q'], { timeout: 300_000 });
  return options;
}
