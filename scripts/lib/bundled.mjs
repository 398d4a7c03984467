// Finds the third-party packages in the bundles, from the metafiles of esbuild.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';

/** The bundles that the package contains. The sandbox is the server of the demo project. */
export const SHIPPED = ['extension', 'sandbox', 'webviews'];

/** Folders of all packages of which a part is in a bundle, as the metafile names them. */
export function packageFolders(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) => Object.keys(parts));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Name, version, license id and license text of a package. */
export async function packageFacts(folder, root = ROOT) {
  const at = path.join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(path.join(at, 'package.json'), 'utf8'));
  return { folder, name, version, license, text: await licenseText(at, name) };
}

/** Everything in the shipped bundles, each package once. */
export async function shippedPackages(root = ROOT) {
  const folders = new Set();
  for (const name of SHIPPED) {
    const file = path.join(root, `out/meta/${name}.json`);
    if (!existsSync(file)) throw new Problem(`out/meta/${name}.json doesn't exist. Run npm run build.`);
    for (const folder of packageFolders(JSON.parse(await readFile(file, 'utf8')))) folders.add(folder);
  }
  return Promise.all([...folders].sort().map((folder) => packageFacts(folder, root)));
}

/** The license file, or else what the readme says below the heading "License". Without either, nothing may be shipped. */
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
