// Opens an installed VS Code with separate settings and extensions, so that the demo doesn't change the user's editor.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from './problem.mjs';
import { run, start } from './processes.mjs';
import { QUIET_SETTINGS } from './server.mjs';

/** Opens a window with `workspace`. `exited` settles when the user has closed the window. */
export async function openDesktop({ folder, workspace, vsixes, env }) {
  const code = process.env.VSCODE_EXECUTABLE || 'code';
  const userData = path.join(folder, 'user-data');
  const own = ['--user-data-dir', userData, '--extensions-dir', path.join(folder, 'extensions')];
  // Only the owner can read the data of the window. The folder of an earlier demo can have another mode.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User/settings.json'), JSON.stringify(QUIET_SETTINGS, null, 2));
  const flags = { env: { ...process.env, ...env } };
  await run(code, ['--version'], flags).catch(() => {
    throw new Problem(
      `Couldn't find VS Code. Run "Shell Command: Install 'code' command in PATH" in VS Code, set VSCODE_EXECUTABLE, or omit --desktop.`,
    );
  });
  const installed = vsixes.flatMap((vsix) => ['--install-extension', vsix]);
  await run(code, [...own, ...installed, '--force'], {
    ...flags,
    what: 'Installing the extension',
  });

  const window = start(code, [...own, '--new-window', '--wait', workspace], flags);
  // This command only waits. The editor is a separate process, which writes its PID to a file.
  process.on('SIGINT', closeEditor);
  process.on('SIGTERM', closeEditor);
  process.on('SIGHUP', closeEditor);
  return window;

  async function closeEditor() {
    const pid = Number(await readFile(path.join(userData, 'code.lock'), 'utf8').catch(() => NaN));
    try {
      if (Number.isInteger(pid) && pid > 1) process.kill(pid, 'SIGTERM');
    } catch {
      // The editor is already closed.
    }
  }
}
