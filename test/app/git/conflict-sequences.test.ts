import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { sampleOf } from '../../fuzz-runs';
import { BRANCH, CONFLICTING, withResolving } from './helpers/resolving';

/** Steps of the extension, and of the user in a terminal. */
const STEPS = [
  'start merge',
  'start rebase',
  'resolve',
  'abort',
  'reload',
  'own commit',
  'own merge',
  'own rebase',
  'own abort',
  'own push',
  'own stash',
  'switch branch',
] as const;
type Step = (typeof STEPS)[number];

/** The same sequences in every run, so that a failure can be repeated. */
const SEQUENCES = fc.sample(fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 }), {
  numRuns: 500,
  seed: 20_261_130,
});

describe('conflict resolutions among other work in the same clone', () => {
  const { inFolder, inClone, write, checkedOut, resolving } = withResolving();
  const attempt = (...args: readonly string[]): Promise<string> => inClone(...args).catch(() => '');

  /** The subjects of all commits that aren't lost: of branches, stashes, and the operation in progress. */
  async function kept(): Promise<ReadonlySet<string>> {
    const before = await readFile(path.join(inFolder('shop'), '.git/rebase-merge/orig-head'), 'utf8').catch(
      () => '',
    );
    const heads = ['HEAD', '--branches', '--remotes', before.trim()].filter(Boolean);
    const stashes = (await attempt('stash', 'list', '--format=%gs')).split('\n');
    return new Set([...(await inClone('log', '--format=%s', ...heads)).split('\n'), ...stashes]);
  }

  for (const [index, steps] of sampleOf([...SEQUENCES.entries()], 20, 'conflict sequences'))
    it(`lose no commit and no operation: ${index}, ${steps.join(', ')}`, async () => {
      const { prepare, resolution, store, git, merging, clones, key, resolve, open } = await resolving();
      await checkedOut();
      const base = await inClone('merge-base', 'main', BRANCH);
      await inClone('branch', '-q', 'mine-other', base);
      const [clone] = await clones.of(key(CONFLICTING));
      assert.ok(clone);
      const mine = new Set<string>();
      let work = resolution;
      let count = 0;
      const commit = async (): Promise<void> => {
        const name = `own-${++count}.txt`;
        await write(name, `${name}\n`);
        await attempt('add', name);
        await attempt('commit', '-q', '-m', `My ${name}`, '--', name);
        if ((await attempt('log', '-1', '--format=%s')) === `My ${name}`) mine.add(`My ${name}`);
      };
      const operation = () => git.operation(clone.repository);
      /** The operation that the user started, with its commit. */
      const ownOperation = async (): Promise<string | undefined> => {
        const { current } = store;
        const progress = await merging.progress(clone.repository);
        if (progress.operation === undefined) return undefined;
        const isOurs =
          current?.place.kind === 'checkout' &&
          progress.operation === current.way &&
          progress.branch === current.branch &&
          progress.target === current.target.sha;
        return isOurs ? undefined : `${progress.operation} ${progress.target ?? ''}`;
      };
      const start = async (way: 'merge' | 'rebase'): Promise<void> => {
        if (store.current !== undefined) return;
        const prepared = await prepare().catch(() => undefined);
        if (prepared !== undefined && 'resolution' in prepared)
          await work.start(prepared, way).catch(() => undefined);
      };
      const act: Readonly<Record<Step, () => Promise<unknown>>> = {
        'start merge': () => start('merge'),
        'start rebase': () => start('rebase'),
        resolve: async () => {
          const { current } = store;
          if (current === undefined) return;
          const state = await work.state(current);
          if (state.kind === 'conflicts')
            for (const { path: file } of state.progress.unmerged) await resolve(file, 'resolved\n');
          const { current: now } = store;
          if (now !== undefined && state.kind === 'conflicts') await work.proceed(now).catch(() => undefined);
        },
        abort: async () => {
          const { current } = store;
          if (current === undefined) return;
          if ((await work.state(current)).kind === 'ended') await work.forget();
          else await work.abort(current);
        },
        reload: () => {
          work = open().resolution;
          return Promise.resolve();
        },
        'own commit': async () => {
          if ((await operation()) === undefined) await commit();
        },
        'own merge': async () => {
          if ((await operation()) !== undefined) return;
          await attempt('merge', '-q', '--no-ff', '--no-commit', 'mine-other');
        },
        'own rebase': async () => {
          if ((await operation()) === undefined) await attempt('rebase', '-q', 'mine-other');
        },
        'own abort': async () => {
          for (const each of ['merge', 'rebase']) await attempt(each, '--abort');
        },
        'own push': () => attempt('push', '-q', 'origin', 'HEAD'),
        'own stash': async () => {
          if ((await operation()) !== undefined) return;
          await write('README.md', `changed ${++count}\n`);
          const name = `My stash ${count}`;
          await attempt('stash', 'push', '-q', '-m', name);
          const [first = ''] = (await attempt('stash', 'list', '--format=%gs')).split('\n');
          if (first.endsWith(name)) mine.add(first);
        },
        'switch branch': async () => {
          if ((await operation()) !== undefined) return;
          const current = await attempt('branch', '--show-current');
          await attempt('checkout', '-q', current === BRANCH ? 'mine-other' : BRANCH);
        },
      };
      for (const step of steps) {
        const isOwn = step.startsWith('own') || step === 'switch branch';
        const before = isOwn ? undefined : await ownOperation();
        await act[step]();
        if (before !== undefined) assert.equal(await ownOperation(), before, step);
        const now = await kept();
        for (const each of mine) assert.ok(now.has(each), `${step}: ${each} is lost`);
      }
    });
});
