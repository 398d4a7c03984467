// Temporary folders, which are deleted when the script ends, even if it fails.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

// Retries, because processes that are just exiting may still write files.
const THOROUGHLY = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };

const folders = new Set();
function removeAll() {
  for (const folder of folders) rmSync(folder, THOROUGHLY);
}

/**
 * Creates a temporary folder in `parent`. Its name contains the process ID: folders of processes that were
 * killed are deleted here.
 */
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
    // The process is running, but belongs to another user.
    return error.code === 'EPERM';
  }
}
