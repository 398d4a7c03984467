import assert from 'node:assert/strict';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { CheckOut } from '../../../../src/app/git/check-out';
import { Clones } from '../../../../src/app/git/clones';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { ChangesStashedError } from '../../../../src/domain/git/failure';
import { stashName as nameOfStash } from '../../../../src/presentation/git/check-out-messages';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { gitWorkDeps } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { fuzzRuns } from '../../../fuzz-runs';
import { withGitFolder } from '../../../sandbox/helpers/git';

const FILES = ['a.txt', 'b.txt', 'new.txt'] as const;
const BRANCHES = ['main', 'topic', 'other', 'missing'] as const;

const file = fc.constantFrom(...FILES);
const edited = fc.option(file, { nil: undefined });
/**
 * Next action of the user or the extension. `edited`: a file that the user changes first. `crash`: the extension ends at
 * one of the next git commands.
 */
const steps = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), edited: file }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stage' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('stash in terminal' as const), edited: file }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pop in terminal' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('check out' as const),
      edited,
      branch: fc.constantFrom(...BRANCHES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('detach' as const), edited }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pop' as const), which: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      after: fc.nat(8),
      isAnswerLost: fc.boolean(),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

/** A sequence with every kind of step. The first check-out stashes, and the last one ends before it is reported. */
const EVERY_KIND: Step[] = [
  { kind: 'edit', edited: 'a.txt' },
  { kind: 'stage' },
  { kind: 'check out', edited: 'b.txt', branch: 'other' },
  { kind: 'stash in terminal', edited: 'a.txt' },
  { kind: 'pop', which: 0 },
  { kind: 'detach', edited: undefined },
  { kind: 'pop in terminal' },
  { kind: 'crash', after: 4, isAnswerLost: true },
  { kind: 'check out', edited: 'a.txt', branch: 'topic' },
];

describe('sequences of check-outs and stashes', () => {
  const { git: run, inFolder } = withGitFolder('Mara');

  /** Creates a repository whose branch `topic` can be fast-forwarded, and whose branches change the same files. */
  async function createTemplate(): Promise<void> {
    const inShop = (...args: string[]): Promise<string> => run('-C', 'template', ...args);
    const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
      for (const [name, text] of Object.entries(files))
        await writeFile(path.join(inFolder('template'), name), text);
      await inShop('add', '-A');
      await inShop('commit', '-q', '-m', 'Change');
    };
    await run('init', '-q', '-b', 'main', 'template');
    for (const each of ['name', 'email']) await inShop('config', `user.${each}`, 'mara');
    await commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    await inShop('branch', 'topic');
    await inShop('checkout', '-q', '-b', 'other');
    await commit({ 'a.txt': 'other\n' });
    await inShop('checkout', '-q', '--detach', 'main');
    await commit({ 'b.txt': 'topic\n', 'new.txt': 'topic\n' });
    await inShop('update-ref', 'refs/remotes/origin/topic', 'HEAD');
    await inShop('checkout', '-q', 'main');
  }

  /** A program that runs git until it crashes, and then fails until the window is opened again. */
  async function crashingGit(): Promise<string> {
    const [program, crash] = [inFolder('git.sh'), inFolder('crash')];
    const script = `#!/bin/sh
if [ -e '${crash}' ]; then
  read left lost < '${crash}'
  if [ "$left" -lt 0 ]; then kill -9 $$; fi
  echo "$((left - 1)) $lost" > '${crash}'
  if [ "$left" -eq 0 ]; then
    if [ "$lost" = true ]; then git "$@" > /dev/null 2>&1; fi
    kill -9 $$
  fi
fi
exec git "$@"
`;
    await writeFile(program, script, { mode: 0o755 });
    return program;
  }

  async function opened(program: string) {
    const shop = inFolder('shop');
    await rm(shop, { recursive: true, force: true });
    await rm(inFolder('crash'), { force: true });
    await cp(inFolder('template'), shop, { recursive: true });
    const inShop = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
    const places = await gitWorkDeps(shop);
    const git = new GitWork({
      ...places,
      connect: async () => {
        const api = await places.connect();
        return api && { ...api, git: { path: program } };
      },
    });
    const noServer = () => {
      throw new Error('no server is needed');
    };
    const checkOut = new CheckOut(git, new Clones(git, noServer, new ProjectRenames(heldMemory())));
    const repository = pathToFileURL(shop).href;
    const [clone] = await git.clones();
    assert.ok(clone);
    const fetched = async (branch: string) => ({
      clone: { ...clone, remote: { name: 'origin', url: '' } },
      branch,
      tip: (await git.resolve(repository, 'refs/remotes/origin/topic')) ?? '',
      elsewhere: undefined,
      isCurrent: (await git.current(repository)) === branch,
    });
    return { inShop, git, checkOut, repository, fetched, shop };
  }
  type World = Awaited<ReturnType<typeof opened>>;

  const tokensIn = (text: string): readonly string[] => text.match(/token-\d+\./g) ?? [];
  const stashesOf = async ({ inShop }: World): Promise<readonly string[]> =>
    (await inShop('stash', 'list', '--format=%H')).split('\n').filter((sha) => sha !== '');
  const filesOf = async ({ shop }: World): Promise<string> => {
    const names = (await readdir(shop)).filter((name) => name.endsWith('.txt')).sort();
    const texts = await Promise.all(names.map((name) => readFile(path.join(shop, name), 'utf8')));
    return names.map((name, index) => `${name}\n${texts[index] ?? ''}`).join('\n');
  };
  const tokensOfStashes = async ({ inShop }: World, stashes: readonly string[]) => {
    if (stashes.length === 0) return [];
    const found = await inShop('grep', '-h', '-o', '-E', 'token-[0-9]+\\.', ...stashes).catch(() => '');
    return tokensIn(found);
  };

  /** Stashes that the extension knows, and the texts that the user has written. */
  interface Known {
    readonly handles: string[];
    readonly written: string[];
  }

  async function checkedOut(world: World, work: () => Promise<{ sha: string } | undefined>, known: Known) {
    const [before, files] = [await stashesOf(world), await filesOf(world)];
    let added: string | undefined;
    try {
      added = (await work())?.sha;
    } catch (error) {
      if (await isCrashed()) return;
      if (error instanceof ChangesStashedError) added = error.stash.sha;
      else assert.equal(await filesOf(world), files, 'a failed check-out changes no files');
    }
    if (await isCrashed()) return;
    if (added !== undefined) known.handles.push(added);
    const expected = added === undefined ? before : [added, ...before];
    assert.deepEqual(await stashesOf(world), expected, 'the stash that is reported is the only new one');
  }

  async function popped(world: World, sha: string): Promise<void> {
    const before = await stashesOf(world);
    const contained = await tokensOfStashes(world, before.includes(sha) ? [sha] : []);
    const isPopped = await world.git.unstash(world.repository, sha).catch(() => 'failed' as const);
    if (await isCrashed()) return;
    const after = await stashesOf(world);
    assert.deepEqual(after, isPopped === true ? before.filter((each) => each !== sha) : before);
    if (isPopped !== true) return;
    const files = tokensIn(await filesOf(world));
    for (const token of contained) assert.ok(files.includes(token), `${token} is restored`);
  }

  /** Returns a name that only one stash has, as the commands do. */
  let names = 0;
  const nameFor = (what: string): string => nameOfStash(what, undefined, String(++names));

  const isCrashed = async (): Promise<boolean> => {
    const [left = '0'] = (await readFile(inFolder('crash'), 'utf8').catch(() => '0')).split(' ');
    return Number(left) < 0;
  };

  /** Runs git as the user does, who continues after failures such as conflicts. */
  const inTerminal = ({ inShop }: World, ...args: string[]) => inShop(...args).catch(() => '');

  /** Appends a unique text to a file. */
  async function edit({ shop }: World, name: string | undefined, { written }: Known): Promise<void> {
    if (name === undefined) return;
    const token = `token-${written.length}.`;
    written.push(token);
    await appendFile(path.join(shop, name), `${token}\n`);
  }

  const DO: {
    readonly [Kind in Step['kind']]: (
      world: World,
      step: Extract<Step, { readonly kind: Kind }>,
      known: Known,
    ) => Promise<unknown>;
  } = {
    edit: (world, { edited: name }, known) => edit(world, name, known),
    stage: (world) => inTerminal(world, 'add', '-u'),
    'stash in terminal': async (world, { edited: name }, known) => {
      await edit(world, name, known);
      await inTerminal(world, 'stash', 'push', '-q', '-m', 'Terminal');
    },
    'pop in terminal': (world) => inTerminal(world, 'stash', 'pop', '-q'),
    'check out': async (world, { branch, edited: name }, known) => {
      const { checkOut, fetched } = world;
      await edit(world, name, known);
      const what = await fetched(branch).catch(() => undefined);
      if (what === undefined) return;
      const stashName = (await checkOut.needsStash(what).catch(() => false)) ? nameFor(branch) : undefined;
      await checkedOut(world, async () => (await checkOut.switchTo(what, stashName)).stash, known);
    },
    detach: async (world, { edited: name }, known) => {
      const { checkOut, git, repository, fetched } = world;
      await edit(world, name, known);
      const { clone, tip } = await fetched('main').catch(() => ({ clone: undefined, tip: '' }));
      if (clone === undefined) return;
      const stashName = (await git.isDirty(repository).catch(() => false)) ? nameFor('a commit') : undefined;
      await checkedOut(world, () => checkOut.detach(clone, tip, stashName), known);
    },
    pop: async (world, { which }, { handles }) => {
      const sha = handles[which % Math.max(1, handles.length)];
      if (sha !== undefined) await popped(world, sha);
    },
    crash: (_world, { after, isAnswerLost }) => writeFile(inFolder('crash'), `${after} ${isAnswerLost}\n`),
  };

  async function take<Kind extends Step['kind']>(
    world: World,
    step: Extract<Step, { readonly kind: Kind }> & { readonly kind: Kind },
    known: Known,
  ): Promise<void> {
    await DO[step.kind](world, step, known);
  }

  it('keep all changes of the user, and restore each stash only by its commit', async () => {
    await createTemplate();
    const program = await crashingGit();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 12 }), async (sequence) => {
        const world = await opened(program);
        const known: Known = { handles: [], written: [] };
        for (const step of sequence) {
          await take(world, step, known);
          // The window is opened again after a crash.
          if (await isCrashed()) await rm(inFolder('crash'));
          const stashes = await stashesOf(world);
          const kept = [...tokensIn(await filesOf(world)), ...(await tokensOfStashes(world, stashes))];
          for (const token of known.written)
            assert.ok(kept.includes(token), `${token} is lost after ${JSON.stringify(step)}`);
        }
      }),
      { numRuns: fuzzRuns(500, 2), examples: [[EVERY_KIND]] },
    );
  }).timeout(fuzzRuns(3_600_000, 120_000));
});
