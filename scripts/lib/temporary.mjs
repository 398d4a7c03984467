// Temporary folders, which are deleted when the script ends, even if it fails.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

// Processes that end in that moment may still write.
const THOROUGHLY = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

const folders = new Set();
function removeAll() {
  for (const folder of folders) rmSync(folder, THOROUGHLY);
}

/** Makes a folder of its own below `parent`. Its name tells whose it is: one that was killed leaves it to the next. */
export function temporaryFolder(parent, prefix) {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(path.join(parent, name), THOROUGHLY);
  }
  const folder = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`));
  if (folders.size === 0) process.on('exit', removeAll);
  folders.add(folder);
  return folder;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but is somebody else's.
    return error.code === 'EPERM';
  }
}
