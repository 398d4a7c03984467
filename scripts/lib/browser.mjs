// Finds or installs a Chromium for the window of the test host.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';

/** Debian's headless Chromium is tried first, because it needs about 20% less CPU time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
/** Several windows of a first run may install it at the same time. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=300'];
const USUAL_PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
    .filter(Boolean)
    .map((folder) => path.join(folder, 'Google/Chrome/Application/chrome.exe')),
};

/** Returns the path of a Chromium that starts. */
export async function findBrowser() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (starts(CHROME_PATH)) return CHROME_PATH;
    throw new Problem(`CHROME_PATH is ${CHROME_PATH}, which doesn't start. Correct or unset it.`);
  }
  return installed() ?? (await playwrights()) ?? (await obtain());
}

/**
 * Flags for all windows: no background activity, and no sandbox, so that Chromium can run as root in a
 * container.
 */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...(USUAL_PLACES[process.platform] ?? [])].find(starts);
}

async function playwrights() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return file !== '' && starts(file) ? file : undefined;
}

/**
 * True if a program starts. A file with one of the names can be a stub that asks the user to install another
 * package, or libraries can be missing.
 */
function starts(file) {
  if (!existsSync(file)) return false;
  // On Windows, `--version` opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

async function obtain() {
  const failures = [];
  const apt = aptCommand();
  // Debian's package is tried first if available, because it also installs the required libraries.
  const ways = [
    ...(apt === undefined
      ? []
      : [HEADLESS_SHELL, 'chromium'].map((name) => [
          `Installing ${name} with apt-get`,
          () => fromDebian(apt, name),
        ])),
    ['Downloading Chromium with Playwright', fromPlaywright],
  ];
  for (const [what, get] of ways) {
    try {
      const file = await step(what, get);
      if (file !== undefined) return file;
      failures.push(`${what}: the installed program doesn't start.`);
    } catch (error) {
      failures.push(`${what}: ${error.message}`);
    }
  }
  throw new Problem(
    `${failures.join('\n')}\nCouldn't find or install Chromium. Install Chromium or Google Chrome, or set CHROME_PATH to the path of one of them.`,
  );
}

/**
 * Returns the command for apt-get without a prompt; undefined if that isn't possible. Ubuntu's package
 * chromium is a stub.
 */
function aptCommand() {
  if (process.platform !== 'linux' || !/^ID(_LIKE)?="?debian"?$/m.test(osRelease())) return undefined;
  if (/^ID="?ubuntu"?$/m.test(osRelease())) return undefined;
  if (process.getuid() === 0) return ['apt-get'];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

function osRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

async function fromDebian([command, ...before], name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // If some package lists can't be updated, the others may still contain the package.
  await run(command, [...before, 'update', '-q'], { env }).catch(() => {});
  await run(command, [...before, ...WAIT, 'install', '-y', '-q', '--no-install-recommends', name], { env });
  return installed();
}

async function fromPlaywright() {
  const cli = path.join(ROOT, 'node_modules/playwright-core/cli.js');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  await run(process.execPath, [cli, 'install', 'chromium'], { env, timeout: 300_000 });
  return playwrights();
}
