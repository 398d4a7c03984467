// The licences of what is bundled have to come along with the bundle.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Text with name, version and licence of every package of which a part is in the bundle. */
export async function noticesOf(metafile, root) {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) => Object.keys(parts));
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  const notices = await Promise.all(
    [...new Set(folders)].sort().map((folder) => noticeOf(path.join(root, folder))),
  );
  return ['This package contains parts of the following software.', ...notices].join('\n\n');
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text =
    file === undefined ? `Licence: ${license}` : (await readFile(path.join(folder, file), 'utf8')).trim();
  return `${'-'.repeat(72)}\n${name} ${version}\n\n${text}`;
}
