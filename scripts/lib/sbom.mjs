// The bill of materials of the bundles in the CycloneDX format. The output depends only on the sources.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shippedPackages } from './bundled.mjs';
import { ROOT } from './paths.mjs';

export const SBOM = 'dist/sbom.cdx.json';

/** Returns the bill of materials as an object. */
export async function sbomOf(root = ROOT) {
  const [own, lock] = await Promise.all(
    ['package.json', 'package-lock.json'].map(async (name) =>
      JSON.parse(await readFile(path.join(root, name), 'utf8')),
    ),
  );
  const packages = await shippedPackages(root);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${own.name}@${own.version}`,
        name: own.name,
        version: own.version,
        licenses: [{ license: { id: own.license } }],
      },
    },
    components: packages.map((each) => componentOf(each, lock.packages[each.folder]?.integrity)),
  };
}

export async function writeSbom(root = ROOT) {
  await writeFile(path.join(root, SBOM), `${JSON.stringify(await sbomOf(root), null, 2)}\n`);
}

function componentOf({ name, version, license }, integrity) {
  const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${short}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: short,
    version,
    purl,
    // A license expression such as "(MIT OR Apache-2.0)" isn't an ID.
    licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    hashes: hashesOf(integrity),
  };
}

/** Converts the integrity value of the lock file to hexadecimal digits. */
function hashesOf(integrity = '') {
  return integrity.split(' ').flatMap((each) => {
    const [, bits, value] = /^sha(256|384|512)-(.+)$/.exec(each) ?? [];
    return bits === undefined
      ? []
      : [{ alg: `SHA-${bits}`, content: Buffer.from(value, 'base64').toString('hex') }];
  });
}
