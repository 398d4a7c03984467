// Runs a command in a separate process group and stops the group when the script that started it ends, even if that script
// was killed: the pipe that is stdin of this process is closed then.
//
//   node process-group.mjs COMMAND ARGUMENT...
import { spawn, spawnSync } from 'node:child_process';

const GRACE_MS = 500;
const LOOK_EVERY_MS = 20;
const windows = process.platform === 'win32';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: !windows });

let code = 1;
let ending = false;
function endGroup() {
  if (ending) return;
  ending = true;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    process.exit(code);
  }
  const since = performance.now();
  signalGroup('SIGTERM');
  setInterval(() => {
    if (!signalGroup(0)) process.exit(code);
    if (performance.now() - since > GRACE_MS) {
      signalGroup('SIGKILL');
      process.exit(code);
    }
  }, LOOK_EVERY_MS);
}

/** Returns false if no process of the group is left. */
function signalGroup(signal) {
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endGroup);
process.stdin.on('end', endGroup).on('error', endGroup).resume();
child.on('error', (error) => {
  console.error(`Couldn't start ${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (status) => {
  code = status ?? 1;
  endGroup();
});
