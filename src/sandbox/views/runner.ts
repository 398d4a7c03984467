import type { Runner } from '../world/model';
import { isoTime } from './time';

const DAY = 24 * 60 * 60_000;

export function runnerView(runner: Runner) {
  return {
    id: runner.id,
    description: runner.description,
    ip_address: runner.address,
    active: runner.online,
    paused: false,
    is_shared: true,
    runner_type: 'instance_type',
    name: 'gitlab-runner',
    online: runner.online,
    status: runner.online ? 'online' : 'offline',
  };
}

export function runnerManagerView(runner: Runner, now: number) {
  return {
    id: runner.id,
    system_id: runner.systemId,
    version: '18.4.0',
    revision: '139a0ac0',
    platform: 'linux',
    architecture: runner.architecture,
    created_at: isoTime(now - 300 * DAY),
    contacted_at: isoTime(runner.online ? now : now - 12 * DAY),
    ip_address: runner.address,
    status: runner.online ? 'online' : 'offline',
  };
}
