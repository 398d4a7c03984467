import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CheckOut } from '../../../../src/app/git/check-out';
import type { Clone } from '../../../../src/app/git/clones';
import { StartedStashes } from '../../../../src/app/git/started-stashes';
import { ChangesStashedError, GitFailedError } from '../../../../src/domain/git/failure';
import { offerLeftStashes, withStoredStash } from '../../../../src/ui/git/commands/left-stashes';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { gitWorkDeps } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';
import { withGitFolder } from '../../../sandbox/helpers/git';

const NAME = 'main before checking out !17';

describe('stashes', () => {
  const { git: run, inFolder, prepare } = withGitFolder('Mara');
  const inShop = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const put = (name: string, text: string) => writeFile(path.join(inFolder('shop'), name), text);
  const text = (name: string) => readFile(path.join(inFolder('shop'), name), 'utf8');
  const stashes = async () => (await inShop('stash', 'list', '--format=%gs')).split('\n').filter(Boolean);

  /**
   * Creates a clone with the branches `main` (checked out) and `topic`. Returns the commit to which `topic` can be
   * fast-forwarded.
   */
  async function createShop(): Promise<string> {
    await run('init', '-q', '-b', 'main', 'shop');
    for (const each of ['name', 'email']) await inShop('config', `user.${each}`, 'mara');
    await put('a.txt', 'one\n');
    await put('b.txt', 'one\n');
    await inShop('add', '-A');
    await inShop('commit', '-q', '-m', 'First');
    await inShop('checkout', '-q', '-b', 'topic');
    await put('new.txt', 'of the server\n');
    await inShop('add', 'new.txt');
    await inShop('commit', '-q', '-m', 'Second');
    const tip = await inShop('rev-parse', 'HEAD');
    await inShop('reset', '-q', '--hard', 'main');
    await inShop('checkout', '-q', 'main');
    return tip;
  }

  /** Returns a clone with the branches `main` (checked out) and `topic`, which can be fast-forwarded to `tip`. */
  async function shop(program = 'git') {
    const tip = await prepare('shop', createShop, ['shop']);
    const places = await gitWorkDeps(inFolder('shop'));
    const git = new GitWork({
      ...places,
      connect: async () => {
        const api = await places.connect();
        return api && { ...api, git: { path: program } };
      },
    });
    const repository = pathToFileURL(inFolder('shop')).href;
    const clones = { of: () => Promise.reject(new Error('not needed')) };
    const checkOut = new CheckOut(git, clones as never);
    const [clone] = await git.clones();
    assert.ok(clone);
    const fetched = {
      clone: { ...clone, remote: { name: 'origin', url: '' } } satisfies Clone,
      branch: 'topic',
      tip,
      elsewhere: undefined,
      isCurrent: false,
    };
    return { git, repository, checkOut, fetched };
  }

  /** Adds a submodule with an uncommitted change. */
  async function withChangedSubmodule(): Promise<void> {
    await run('init', '-q', 'library');
    await run('-C', 'library', 'commit', '-q', '--allow-empty', '-m', 'First');
    const allow = ['-c', 'protocol.file.allow=always'];
    await inShop(...allow, 'submodule', '--quiet', 'add', inFolder('library'), 'library');
    await inShop('commit', '-q', '-m', 'Add library');
    await put('library/mine.txt', 'mine');
    await inShop('-C', 'library', 'add', 'mine.txt');
    assert.equal(await inShop('status', '--porcelain'), 'M library');
  }

  async function withOlderStash(): Promise<void> {
    await put('a.txt', 'older\n');
    await inShop('stash', 'push', '-q', '-m', 'Older');
  }

  it('are not created if only a submodule has changes', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await withOlderStash();
    await withChangedSubmodule();
    assert.equal(await git.isDirty(repository), false);
    const { outcome, stash } = await checkOut.switchTo(fetched, NAME);
    assert.deepEqual([outcome, stash], ['switched', undefined]);
    assert.deepEqual(await stashes(), ['On main: Older']);
    assert.equal(await text('library/mine.txt'), 'mine');
  });

  it('are refused if git would delete untracked files in place of tracked ones', async () => {
    const { git, repository } = await shop();
    await mkdir(path.join(inFolder('shop'), 'docs/deep'), { recursive: true });
    await put('docs/deep/guide.md', 'guide\n');
    await mkdir(path.join(inFolder('shop'), 'many'));
    for (let count = 0; count < 120; count++) await put(`many/${count}.md`, 'text\n');
    await inShop('add', '-A');
    await inShop('commit', '-q', '-m', 'Guide');
    const cases: readonly (readonly [replace: () => Promise<unknown>, inPlace: string])[] = [
      [
        () => mkdir(path.join(inFolder('shop'), 'a.txt')).then(() => put('a.txt/inner.txt', 'mine')),
        'a.txt/inner.txt',
      ],
      [() => put('docs', 'mine'), 'docs'],
      [() => put('many', 'mine'), 'many'],
      [() => put('docs/deep', 'mine'), 'docs/deep'],
    ];
    for (const [replace, inPlace] of cases) {
      const folder = path.join(inFolder('shop'), inPlace.split('/inner')[0] ?? '');
      await rm(folder, { recursive: true });
      await replace();
      await put('b.txt', 'changed\n');
      const before = await inShop('status', '--porcelain', '--untracked-files=all');
      await assert.rejects(git.stash(repository, NAME), new RegExp(`replace tracked ones: ${inPlace}\\.`));
      assert.deepEqual([await text(inPlace), await stashes()], ['mine', []]);
      assert.equal(await inShop('status', '--porcelain', '--untracked-files=all'), before);
      await rm(path.join(inFolder('shop'), inPlace.split('/')[0] ?? ''), { recursive: true });
      await inShop('checkout', '-q', '--', '.');
    }
    await rm(path.join(inFolder('shop'), 'docs'), { recursive: true });
    await put('untracked.txt', 'mine');
    assert.ok(await git.stash(repository, NAME), 'deleted files without a replacement are stashed');
  });

  it('report what was started in the clone and is not finished', async () => {
    const { git, repository, fetched } = await shop();
    const { tip } = fetched;
    assert.equal(await git.operation(repository), undefined);
    await inShop('merge', '-q', '--no-ff', '--no-commit', tip);
    assert.equal(await git.operation(repository), 'merge');
    await inShop('merge', '--abort');
    await inShop('cherry-pick', '--no-commit', tip).catch(() => undefined);
    await inShop('reset', '-q', '--hard');
    await inShop('bisect', 'start');
    assert.equal(await git.operation(repository), 'bisect');
    await inShop('bisect', 'reset');
    await put('new.txt', 'mine\n');
    await inShop('add', 'new.txt');
    await inShop('commit', '-q', '-m', 'Mine');
    await inShop('cherry-pick', tip).catch(() => undefined);
    assert.equal(await git.operation(repository), 'cherry-pick');
    await inShop('cherry-pick', '--abort');
    await inShop('rebase', '-q', tip).catch(() => undefined);
    assert.equal(await git.operation(repository), 'rebase');
  });

  it('of earlier work remain if the check-out fails and nothing was stashed', async () => {
    const { checkOut, fetched } = await shop();
    await withOlderStash();
    await withChangedSubmodule();
    await assert.rejects(checkOut.switchTo({ ...fetched, branch: 'missing' }, NAME), GitFailedError);
    assert.deepEqual(await stashes(), ['On main: Older']);
    assert.equal(await text('a.txt'), 'one\n');
  });

  it('are restored by their commit if a terminal adds another stash', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await put('a.txt', 'mine\n');
    const { stash } = await checkOut.switchTo(fetched, NAME);
    assert.equal(stash?.name, NAME);
    await put('b.txt', 'of the terminal\n');
    await inShop('stash', 'push', '-q', '-m', 'Terminal');
    assert.equal(await git.unstash(repository, stash.sha), true);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['mine\n', 'one\n']);
    assert.deepEqual(await stashes(), ['On topic: Terminal']);
    assert.equal(await git.unstash(repository, stash.sha), false, 'nothing is applied twice');
    assert.equal(await text('b.txt'), 'one\n');
  });

  it("are named if the branch is checked out but can't be fast-forwarded", async () => {
    const { git, repository, checkOut, fetched } = await shop();
    await put('a.txt', 'mine\n');
    await put('new.txt', 'untracked\n');
    const { outcome, stash, failure } = await checkOut.switchTo(fetched, NAME);
    assert.equal(outcome, 'not-forwarded');
    assert.ok(failure instanceof GitFailedError);
    assert.match(failure.output, /untracked working tree files would be overwritten/);
    assert.equal(await git.current(repository), 'topic');
    assert.ok(stash);
    assert.equal(await git.unstash(repository, stash.sha), true);
    assert.deepEqual([await text('a.txt'), await text('new.txt')], ['mine\n', 'untracked\n']);
  });

  it('remain after a hook failed that runs when the branch is checked out', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    const hook = path.join(inFolder('shop'), '.git/hooks/post-checkout');
    await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await put('a.txt', 'mine\n');
    const { outcome, stash } = await checkOut.switchTo(fetched, NAME);
    assert.equal(outcome, 'switched');
    assert.equal(await git.current(repository), 'topic');
    assert.equal(await text('a.txt'), 'one\n');
    assert.ok(stash);
    assert.equal(await git.unstash(repository, stash.sha), true);
  });

  it("are part of the error if nothing is checked out and the changes can't be restored", async () => {
    // Adds a file that prevents applying the stash.
    const program = await fakeGit('apply', `printf 'in the way' > b.txt`);
    const { checkOut, fetched } = await shop(program);
    await put('b.txt', 'mine\n');
    await assert.rejects(checkOut.switchTo({ ...fetched, branch: 'missing' }, NAME), (error) => {
      assert.ok(error instanceof ChangesStashedError);
      assert.equal(error.stash.name, NAME);
      assert.match(error.output, /missing/);
      return true;
    });
    assert.deepEqual(await stashes(), [`On main: ${NAME}`]);
    assert.equal(await text('b.txt'), 'in the way');
  });

  it('of other programs that are added while one is removed remain', async () => {
    const program = await fakeGit('drop', `printf 'other' > b.txt; git stash push -q -m 'At the same time'`);
    const { git, repository } = await shop(program);
    await put('a.txt', 'mine\n');
    await inShop('stash', 'push', '-q', '-m', 'Mine');
    const sha = await inShop('rev-parse', 'refs/stash');
    assert.equal(await git.unstash(repository, sha), true);
    assert.deepEqual(await stashes(), ['On main: At the same time']);
    assert.match(await inShop('stash', 'show', '-p'), /\+other/);
  });

  it('that were created before Git failed are part of the error', async () => {
    const program = await fakeGit('push', `git "$@"; exit 1`);
    const { git, repository } = await shop(program);
    await put('a.txt', 'mine\n');
    await assert.rejects(git.stash(repository, NAME), ChangesStashedError);
    assert.deepEqual(await stashes(), [`On main: ${NAME}`]);
  });

  it('that were created before Git could list them are part of the error', async () => {
    const marker = inFolder('pushed');
    const program = await fakeGit('push', `git "$@"; : > '${marker}'; exit 0`);
    await failOnce(program, marker);
    const { checkOut, fetched } = await shop(program);
    await put('a.txt', 'mine\n');
    await assert.rejects(checkOut.switchTo(fetched, NAME), (error) => {
      assert.ok(error instanceof ChangesStashedError);
      assert.equal(error.stash.name, NAME);
      return true;
    });
    assert.deepEqual(await stashes(), [`On main: ${NAME}`]);
  });

  describe('of a session that ended during a check-out', () => {
    /** Ends the session after `work`: nothing after it runs. */
    async function endedAfter(
      git: GitWork,
      memory: ReturnType<typeof heldMemory>,
      work: (repository: string) => Promise<unknown>,
    ): Promise<void> {
      const repository = pathToFileURL(inFolder('shop')).href;
      await new Promise<void>((resolve, reject) => {
        const never = new Promise<never>(() => undefined);
        void withStoredStash({ git, started: new StartedStashes(memory) }, repository, NAME, () =>
          work(repository).then(() => {
            resolve();
            return never;
          }, reject),
        );
      });
    }
    const setUp = async () => {
      const [{ git }, memory, prompts] = [await shop(), heldMemory(), new ScriptedPrompts()];
      const popped: Promise<boolean>[] = [];
      const nextSession = async (clones = () => git.clones()): Promise<void> => {
        const report = (what: string, error: unknown): void => assert.fail(`${what} ${String(error)}`);
        const watched = {
          clones,
          findStash: (repository: string, name: string) => git.findStash(repository, name),
          unstash: (repository: string, sha: string) => {
            const popping = git.unstash(repository, sha);
            popped.push(popping);
            return popping;
          },
        };
        await offerLeftStashes({ git: watched, prompts, report, started: new StartedStashes(memory) });
      };
      return { git, memory, prompts, popped, nextSession };
    };

    it('are offered at the next start, once, and can be popped', async () => {
      const { git, memory, prompts, popped, nextSession } = await setUp();
      await withOlderStash();
      await put('a.txt', 'mine\n');
      await endedAfter(git, memory, (repository) => git.stash(repository, NAME));
      assert.equal(await text('a.txt'), 'one\n');
      await nextSession();
      assert.deepEqual(
        prompts.messages.map(({ message }) => message),
        [
          `Uncommitted changes in shop are stashed as "${NAME}", because the window was closed during a check-out.`,
        ],
      );
      const [pop] = prompts.messages[0]?.actions ?? [];
      assert.equal(pop?.title, 'Pop Stash');
      await pop.run();
      assert.deepEqual(await Promise.all(popped), [true]);
      assert.deepEqual([await text('a.txt'), await stashes()], ['mine\n', ['On main: Older']]);
      await nextSession();
      assert.equal(prompts.messages.length, 1);
      assert.equal(memory.held.get('started-stashes'), undefined);
    });

    it('are offered at the second start if Git was still creating them at the first', async () => {
      const { git, memory, prompts, nextSession } = await setUp();
      await put('a.txt', 'mine\n');
      await endedAfter(git, memory, () => Promise.resolve());
      await nextSession();
      assert.equal(prompts.messages.length, 0);
      await inShop('stash', 'push', '-q', '-m', NAME);
      await nextSession();
      assert.equal(prompts.messages.length, 1);
    });

    it('are removed from the stored state if they were never created', async () => {
      const { git, memory, prompts, nextSession } = await setUp();
      await endedAfter(git, memory, () => Promise.resolve());
      await nextSession();
      await nextSession();
      assert.deepEqual([prompts.messages, memory.held.get('started-stashes')], [[], undefined]);
    });

    it('are offered when their repository is open again', async () => {
      const { git, memory, prompts, nextSession } = await setUp();
      await put('a.txt', 'mine\n');
      await endedAfter(git, memory, (repository) => git.stash(repository, NAME));
      await nextSession(() => Promise.resolve([]));
      assert.equal(prompts.messages.length, 0);
      await nextSession();
      assert.equal(prompts.messages.length, 1);
    });
  });

  it('are no longer stored after the check-out, or after a failure that left no stash', async () => {
    const { git, repository, checkOut, fetched } = await shop();
    const memory = heldMemory();
    const started = new StartedStashes(memory);
    const stored: unknown[] = [];
    const check = (branch: string) =>
      withStoredStash({ git, started }, repository, NAME, () => {
        stored.push(memory.held.get('started-stashes'));
        return checkOut.switchTo({ ...fetched, branch }, NAME);
      });
    await put('a.txt', 'mine\n');
    await assert.rejects(check('missing'), GitFailedError);
    assert.equal(memory.held.get('started-stashes'), undefined);
    await check('topic');
    assert.equal(memory.held.get('started-stashes'), undefined);
    assert.deepEqual(stored, Array(2).fill([{ repository, name: NAME, isMissing: false }]));
  });

  /** Makes a program fail once when it lists stashes after `marker` was created. */
  async function failOnce(program: string, marker: string): Promise<void> {
    const lines = (await readFile(program, 'utf8')).split('\n');
    lines.splice(
      1,
      0,
      `case " $* " in *" stash list "*) if [ -e '${marker}' ]; then rm '${marker}'; kill -9 $$; fi;; esac`,
    );
    await writeFile(program, lines.join('\n'));
  }

  /** Returns a program that runs a command once before git is run with a subcommand of `stash`. */
  async function fakeGit(subcommand: string, command: string): Promise<string> {
    const [program, marker] = [inFolder('git.sh'), inFolder('ran')];
    const lines = [
      '#!/bin/sh',
      `case " $* " in *" stash ${subcommand} "*) if [ ! -e '${marker}' ]; then : > '${marker}'; ${command}; fi;; esac`,
      'exec git "$@"',
    ];
    await writeFile(program, `${lines.join('\n')}\n`, { mode: 0o755 });
    return program;
  }
});
