// Finds the third-party packages in the bundles, from the metafiles of esbuild.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';

/** The bundles in the package. The sandbox is the server of the demo project. */
export const SHIPPED = ['extension', 'sandbox', 'webviews'];

/** Returns the folders of all packages in a bundle, as named in its metafile. */
export function packageFolders(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) => Object.keys(parts));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Returns name, version, license ID, and license text of a package. */
export async function packageFacts(folder, root = ROOT) {
  const at = path.join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8'));
  return { folder, name, version, license, text: await licenseText(at, name) };
}

/** Returns all packages in the shipped bundles, without duplicates. */
export async function shippedPackages(root = ROOT) {
  const folders = new Set();
  for (const name of SHIPPED) {
    const file = path.join(root, `out/meta/${name}.json`);
    if (!existsSync(file)) throw new Problem(`out/meta/${name}.json doesn't exist. Run npm run build.`);
    for (const folder of packageFolders(JSON.parse(await readFile(file, 'utf8')))) folders.add(folder);
  }
  return Promise.all([...folders].sort().map((folder) => packageFacts(folder, root)));
}

/**
 * Returns the license file, or the section "License" of the README. Throws if neither exists, because the
 * package must not be shipped then.
 */
async function licenseText(folder, name) {
  const names = await readdir(folder);
  const file = names.find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  if (file !== undefined) return (await readFile(path.join(folder, file), 'utf8')).trim();
  const readme = names.find((each) => /^readme/i.test(each));
  const text = readme === undefined ? '' : await readFile(path.join(folder, readme), 'utf8');
  const section =
    /^(?:#+ *licen[cs]e *|licen[cs]e *\n-+ *)\n([\s\S]*?)(?=^\[\w+\]: |^#+ |$(?![\s\S]))/im.exec(text)?.[1];
  if (section === undefined || !/permission|copyright/i.test(section)) {
    throw new Problem(`${name} is bundled, but ${folder} contains no license text.`);
  }
  return section.trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
