// Runs a command in a separate process group and stops the group when the script that started it ends, even if that script
// was killed: the pipe that is stdin of this process is closed then.
//
//   node process-group.mjs [--low-priority] COMMAND ARGUMENT...
//
// --low-priority runs the command with low priority.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const GRACE_MS = 500;
const LOOK_EVERY_MS = 20;
const windows = process.platform === 'win32';

const lowPriority = process.argv[2] === '--low-priority';
const [command, ...args] = process.argv.slice(lowPriority ? 3 : 2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: !windows });
if (lowPriority && child.pid !== undefined) lowerPriority(child.pid);

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

/**
 * On Linux, the scheduler can distribute CPU time among process groups first, so the priority of the group is
 * also lowered.
 */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // Keeps its normal priority.
  }
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
