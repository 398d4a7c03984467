// Queries the registry for known vulnerabilities of the packages that are included in the bundles, in their versions.
// `npm audit --omit=dev` doesn't check them, because bundled packages are installed as development dependencies.
//
//   npm run audit:bundle        after `npm run build`
//
// Exit codes: 1 if vulnerabilities are known, 2 if the registry doesn't support audits or doesn't respond.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shippedPackages } from './lib/bundled.mjs';
import { main } from './lib/problem.mjs';
import { temporaryFolder } from './lib/temporary.mjs';

await main(async () => {
  const packages = await shippedPackages();
  const folder = temporaryFolder(tmpdir(), 'sy-audit-');
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const own = { name: 'bundle', version: '0.0.0', private: true };
  const lock = {
    ...own,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { ...own, dependencies },
      ...Object.fromEntries(packages.map(({ name, version }) => [`node_modules/${name}`, { version }])),
    },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...own, dependencies }));
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const answer = read(stdout);
  if (answer?.vulnerabilities === undefined) {
    const why = answer?.message ?? answer?.error?.summary ?? stderr.trim();
    console.log(`Couldn't query the registry for known vulnerabilities: ${why}`);
    console.log(`${packages.length} bundled packages, not checked. Use a registry that supports audits.`);
    process.exitCode = 2;
    return;
  }
  const found = Object.values(answer.vulnerabilities);
  for (const { name, severity, via } of found) {
    const titles = via.map((each) => (typeof each === 'string' ? each : each.title));
    console.log(`${name}: ${severity}: ${titles.join('; ')}`);
  }
  console.log(`${packages.length} bundled packages, ${found.length} with known vulnerabilities.`);
  if (found.length > 0) process.exitCode = 1;
});

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
