import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { confirmAbort, offerToContinue } from '../../../../src/ui/merge-requests/commands/conflict-push';
import { withResolving } from '../../../app/git/helpers/resolving';
import { sampleOf, samplePairs } from '../../../fuzz-runs';
import { branchesIn, SOURCE } from './helpers/conflicting-branches';
import { KILL_POINTS, type KilledJob, type KillPoint, memoryInFile } from './helpers/killed-host';
import { playing } from './helpers/playing-conflicts';

const HOST = path.join(import.meta.dirname, 'helpers', 'killed-host.ts');
const TEXTS = { 'one.txt': 'one\n', 'other.txt': 'other\n' };

/** Kills the processes that push, or only the host, so that git completes the push. */
const HOOKS = {
  'git too': '#!/bin/sh\nkill -9 -"$HOST_GROUP"\nexit 1\n',
  'not git': '#!/bin/sh\nkill -9 "$HOST_GROUP"\n',
} as const;

describe('a window that ends while conflicts are being resolved', function () {
  // Each test starts a program.
  this.timeout(120_000);
  const environment = withResolving();
  const { inFolder, inClone, resolving, snapshot, worktreeRoot, sandbox } = environment;
  const conflicting = branchesIn(environment);

  /** Runs the host until it is killed. Resolves with its error output if it ends in another way. */
  async function untilKilled(job: KilledJob, hook: keyof typeof HOOKS): Promise<string> {
    const push = inFolder('shop/.git/hooks/pre-push');
    await writeFile(push, HOOKS[hook], { mode: 0o755 });
    const shell = 'HOST_GROUP=$$ exec "$0" --import=tsx "$@"';
    const host = spawn('/bin/sh', ['-c', shell, process.execPath, HOST, JSON.stringify(job)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const output: string[] = [];
    host.stderr.setEncoding('utf8').on('data', (part: string) => output.push(part));
    const [, signal] = (await once(host, 'close')) as [number | null, string | null];
    await writeFile(push, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    return signal === 'SIGKILL' ? '' : output.join('');
  }

  async function killedAt(point: KillPoint, hook: keyof typeof HOOKS = 'git too') {
    const parts = await resolving();
    const { iid } = await conflicting(parts.client, async (to, branch) => {
      for (const file of Object.keys(TEXTS)) await to.write(file, `${branch}\n`);
    });
    const { resolution } = await parts.prepared(iid);
    await writeFile(inFolder('shop/README.md'), 'Staged\n');
    await inClone('add', 'README.md');
    await writeFile(inFolder('shop/.git/hooks/pre-push'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    await inClone('status');
    const before = await snapshot();
    const job = {
      clone: inFolder('shop'),
      root: worktreeRoot(),
      state: inFolder('state.json'),
      resolution: { ...resolution, way: 'merge' as const },
      texts: TEXTS,
      point,
    };
    assert.equal(await untilKilled(job, hook), '');
    assert.deepEqual(await snapshot(), before);
    const later = parts.open(memoryInFile(job.state));
    const current = () => later.store.current ?? assert.fail('not stored');
    const player = playing({ ...parts, ...later, current, at: fileOf }, { texts: TEXTS });
    function fileOf(file: string): string {
      return parts.worktrees.fileIn(later.resolution.repositoryOf(current()), file) ?? assert.fail(file);
    }
    // Only worktrees that aren't used are removed at the start.
    await parts.worktrees.removeUnused((id) => later.store.uses(id));
    offerToContinue(player.deps);
    const [notification] = player.prompts.messages;
    assert.equal(
      notification?.message,
      `The conflicts of !${iid} aren't resolved yet. Continue, or abort to discard the result.`,
    );
    assert.deepEqual(
      notification.actions.map(({ title }) => title),
      ['Continue', 'Abort...'],
    );
    const head = async () => (await inClone('ls-remote', 'origin', `refs/heads/${SOURCE}`)).slice(0, 40);
    return { ...parts, later, current, player, before, iid, head, source: resolution.source.sha };
  }

  async function isContinued(point: KillPoint): Promise<void> {
    const { player, later, before, iid, mergeRequest, head, source } = await killedAt(point);
    assert.equal(await head(), source);
    await player.toTheEnd();
    assert.equal(later.store.current, undefined);
    assert.deepEqual(await snapshot(), before);
    await mergeRequest(iid);
    sandbox().advance(3_600_000);
    const { has_conflicts, detailed_merge_status, sha } = await mergeRequest(iid);
    assert.deepEqual([has_conflicts, detailed_merge_status], [false, 'mergeable']);
    for (const [file, text] of Object.entries(TEXTS))
      assert.equal(`${await inClone('show', `${sha ?? ''}:${file}`)}\n`, text);
    assert.deepEqual(await readdir(worktreeRoot()), []);
  }

  async function isDiscarded(point: KillPoint): Promise<void> {
    const { player, later, current, before, head, source } = await killedAt(point);
    await confirmAbort(player.deps, current());
    assert.equal(later.store.current, undefined);
    assert.deepEqual(await snapshot(), before);
    assert.equal(await head(), source);
    assert.deepEqual(await readdir(worktreeRoot()), []);
  }

  const ENDS = { continued: isContinued, discarded: isDiscarded };
  const points = sampleOf(KILL_POINTS, 2, 'points at which the window is killed');
  for (const [point, [end, check]] of samplePairs(points, Object.entries(ENDS), 'ends of killed windows'))
    it(`leaves the clone as it is, and can be ${end}, if ${point}`, () => check(point));

  it('recognizes that the server has received the push', async () => {
    const { player, later, current, head, source } = await killedAt('the push was started', 'not git');
    const state = await later.resolution.state(current());
    assert.ok(state.kind === 'ready');
    // Git continues without the window.
    while ((await head()) === source);
    await player.toTheEnd();
    assert.equal(later.store.current, undefined);
    assert.equal(await head(), state.sha);
  });
});
