// Writes the license texts of bundled packages next to the bundle.
import { packageFacts, packageFolders } from './bundled.mjs';

/** Returns name, version, and license text of all packages in the bundle. */
export async function noticesOf(metafile, root) {
  const facts = await Promise.all(packageFolders(metafile).map((folder) => packageFacts(folder, root)));
  const notices = facts.map(({ name, version, text }) => `${'-'.repeat(72)}\n${name} ${version}\n\n${text}`);
  return ['This package contains parts of the following software.', ...notices].join('\n\n');
}
