// Checks that the package contains exactly the files in scripts/package-files.txt, a bill of materials, and all licenses.
//
//   node scripts/package-check.mjs        after `npm run build`
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { SHIPPED, shippedPackages } from './lib/bundled.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { SBOM, sbomOf } from './lib/sbom.mjs';

const LIST = 'scripts/package-files.txt';

await main(async () => {
  const problems = [...(await wrongFiles()), ...(await wrongBom()), ...(await missingLicenses())];
  if (problems.length > 0) throw new Problem(problems.join('\n'));
  console.log('The package contains the listed files, a bill of materials, and all licenses.');
});

/** Names of parts contain a hash of their content. */
function plain(name) {
  return name.replace(/^dist\/parts\/[^/]+\.mjs$/, 'dist/parts/*.mjs');
}

async function wrongFiles() {
  const files = await listFiles({ cwd: ROOT, packageManager: PackageManager.None });
  const found = new Set(files.map((name) => plain(name.replaceAll('\\', '/'))));
  const text = await readFile(path.join(ROOT, LIST), 'utf8');
  const wanted = new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  return [
    ...[...found]
      .filter((name) => !wanted.has(name))
      .map((name) => `${name} is in the package, but not in ${LIST}.`),
    ...[...wanted]
      .filter((name) => !found.has(name))
      .map((name) => `${name} is in ${LIST}, but not in the package.`),
  ];
}

async function wrongBom() {
  const written = await readFile(path.join(ROOT, SBOM), 'utf8').catch(() => '');
  const current = `${JSON.stringify(await sbomOf(), null, 2)}\n`;
  if (written !== current) return [`${SBOM} doesn't match the bundles. Run npm run build.`];
  const bare = JSON.parse(written).components.filter(({ hashes }) => hashes.length === 0);
  return bare.map(({ purl }) => `${purl} has no hash in package-lock.json.`);
}

async function missingLicenses() {
  const texts = await Promise.all(
    SHIPPED.map((name) => readFile(path.join(ROOT, `dist/${name}.licenses.txt`), 'utf8')),
  );
  const packages = await shippedPackages();
  return packages
    .filter(({ name, version, text }) => !texts.some((all) => all.includes(`${name} ${version}\n\n${text}`)))
    .map(({ name }) => `The license text of ${name} isn't in the package.`);
}
