import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnsafeGitNameError } from '../../../../src/domain/git/failure';
import { GitMerging } from '../../../../src/ui/git/editor/merging';
import { oldGit } from '../../../app/git/helpers/old-git';
import { gitWorkDeps, gitWorkDepsWith } from '../../../builders/git-extension';
import { withGitFolder } from '../../../sandbox/helpers/git';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}`);
const text = (name: string, changed?: string): string =>
  [`first line of ${name}`, ...LINES.map((line, index) => (index === 5 ? (changed ?? line) : line)), ''].join(
    '\n',
  );

type Change = 'source' | 'target';
type Write = (file: string, content: string) => Promise<void>;

/** Changes of each branch to the files of the common ancestor, and the expected reason by path. */
interface Case {
  readonly base?: (write: Write) => Promise<void>;
  readonly change: (branch: Change, write: Write) => Promise<unknown>;
  readonly expected: Readonly<Record<string, string>>;
}

describe('GitMerging', () => {
  const { git, inFolder, prepare } = withGitFolder('Mara');
  const write: Write = (file, content) => writeFile(inFolder(file), content);
  const sha = (name: string): Promise<string> => git('rev-parse', name);
  let merging: GitMerging;
  let repository = '';

  beforeEach(async () => {
    const start = async (): Promise<void> => {
      await git('init', '-q', '-b', 'main', '.');
      for (const each of ['name', 'email']) await git('config', `user.${each}`, 'mara');
      await write('README.md', 'Read me\n');
    };
    await prepare('start', start, []);
    merging = new GitMerging(await gitWorkDeps(inFolder('.')));
    repository = pathToFileURL(inFolder('.')).href;
  });

  const commit = async (title: string): Promise<void> => {
    await git('add', '--all');
    await git('commit', '-q', '-m', title);
  };

  async function branches({ base, change }: Pick<Case, 'base' | 'change'>): Promise<void> {
    await base?.(write);
    await commit('Base');
    await git('branch', '-q', 'source');
    await change('target', write);
    await commit('Target');
    await git('checkout', '-q', 'source');
    await change('source', write);
    await commit('Source');
  }

  const file = (name: string) => (to: Write) => to(name, text(name));
  const CASES: Readonly<Record<string, Case>> = {
    'both modified': {
      base: file('sp ace ü.txt'),
      change: (branch, to) => to('sp ace ü.txt', text('sp ace ü.txt', branch)),
      expected: { 'sp ace ü.txt': 'both-modified' },
    },
    'both added': {
      change: (branch, to) => to('new.txt', branch),
      expected: { 'new.txt': 'both-added' },
    },
    'deleted in the source branch': {
      base: file('a.txt'),
      change: (branch, to) =>
        branch === 'source' ? git('rm', '-q', 'a.txt') : to('a.txt', text('a.txt', 'x')),
      expected: { 'a.txt': 'deleted-in-source' },
    },
    'deleted in the target branch': {
      base: file('a.txt'),
      change: (branch, to) =>
        branch === 'target' ? git('rm', '-q', 'a.txt') : to('a.txt', text('a.txt', 'x')),
      expected: { 'a.txt': 'deleted-in-target' },
    },
    'renamed differently': {
      base: file('a.txt'),
      change: (branch) => git('mv', 'a.txt', `${branch}.txt`),
      expected: { 'a.txt': 'renamed', 'source.txt': 'renamed', 'target.txt': 'renamed' },
    },
    binary: {
      base: (to) => to('a.bin', 'a\0b'),
      change: (branch, to) => to('a.bin', `a\0${branch}`),
      expected: { 'a.bin': 'binary' },
    },
    'a file and a folder': {
      change: async (branch, to) => {
        if (branch === 'source') return to('thing', 'a file');
        await mkdir(inFolder('thing'));
        return to('thing/a.txt', 'in a folder');
      },
      expected: { [`thing~SOURCE`]: 'file-and-folder' },
    },
    'a symbolic link': {
      base: () => symlink('base', inFolder('link')),
      change: async (branch) => {
        await rm(inFolder('link'));
        await symlink(branch, inFolder('link'));
      },
      expected: { link: 'both-modified' },
    },
  };

  for (const [name, each] of Object.entries(CASES)) {
    it(`lists conflicting files without changing the clone: ${name}`, async () => {
      await prepare(name, () => branches(each));
      const source = await sha('source');
      const found = await merging.conflictsBetween(repository, source, await sha('main'));
      assert.ok(found !== 'unsupported');
      const actual = Object.fromEntries(
        found.map(({ path: at, reason }) => [at.replace(source, 'SOURCE'), reason]),
      );
      assert.deepEqual(actual, each.expected);
      assert.equal(await git('status', '--porcelain'), '');
    });
  }

  /** Git writes the name of a branch after a path that isn't free. */
  const withoutBranch = (at: string): string => at.replace(/~[A-Z]+$/, '');
  const PROGRAMS = { 'this version of Git': () => Promise.resolve('git'), 'an old one': oldGit };

  for (const [version, program] of Object.entries(PROGRAMS))
    for (const [name, each] of Object.entries(CASES)) {
      it(`finds the same conflicts by merging with ${version}: ${name}`, async () => {
        await prepare(name, () => branches(each));
        const places = await gitWorkDepsWith(await program(inFolder('.git')), inFolder('.'));
        const found = await new GitMerging(places).conflictsByMerging(repository, await sha('main'));
        const reasons = (entries: readonly (readonly [at: string, reason: string])[]) =>
          Object.fromEntries(entries.map(([at, reason]) => [withoutBranch(at), reason]));
        assert.deepEqual(
          reasons(found.map(({ path: at, reason }) => [at, reason])),
          reasons(Object.entries(each.expected)),
        );
        assert.equal(await sha('HEAD'), await sha('source'), 'nothing is committed');
      });
    }

  it('asks to merge with an old version of Git', async () => {
    await branches(CASES['both modified'] ?? assert.fail());
    const old = new GitMerging(await gitWorkDepsWith(await oldGit(inFolder('.git')), inFolder('.')));
    const [source, target] = [await sha('source'), await sha('main')];
    assert.equal(await old.conflictsBetween(repository, source, target), 'unsupported');
  });

  it('finds a conflict of submodules', async () => {
    const entry = (id: string) => git('update-index', '--add', '--cacheinfo', `160000,${id.repeat(40)},sub`);
    await commit('Base');
    const at = async (branch: string, id: string) => {
      await git('checkout', '-q', '-B', branch, 'main');
      await entry(id);
      await git('commit', '-q', '-m', branch);
      return sha('HEAD');
    };
    const [source, target] = [await at('one', 'a'), await at('other', 'b')];
    assert.deepEqual(await merging.conflictsBetween(repository, source, target), [
      { path: 'sub', reason: 'submodule' },
    ]);
  });

  it('finds no conflicts between branches that can be merged', async () => {
    await branches({ change: (branch, to) => to(`${branch}.txt`, branch) });
    assert.deepEqual(await merging.conflictsBetween(repository, await sha('source'), await sha('main')), []);
  });

  it("doesn't pass names to git that aren't commits", async () => {
    for (const name of ['--upload-pack=touch x', 'main', '', '-x']) {
      await assert.rejects(merging.conflictsBetween(repository, name, name), UnsafeGitNameError);
      await assert.rejects(merging.conflictsByMerging(repository, name), UnsafeGitNameError);
      await assert.rejects(merging.merge(repository, name, 'm'), UnsafeGitNameError);
      await assert.rejects(merging.rebase(repository, name), UnsafeGitNameError);
    }
    const push = { remote: 'origin', sha: 'a'.repeat(40), to: 'main', known: 'a'.repeat(40) };
    await assert.rejects(merging.forcePush(repository, { ...push, to: '--all' }), UnsafeGitNameError);
    await assert.rejects(merging.forcePush(repository, { ...push, known: '' }), UnsafeGitNameError);
    await assert.rejects(merging.pushTo(repository, { ...push, sha: 'main' }), UnsafeGitNameError);
    for (const remote of ['-x', 'ext::sh -c x', 'file:///x', 'https://-x', '-x@host:y'])
      await assert.rejects(merging.pushTo(repository, { ...push, remote }), UnsafeGitNameError);
    await assert.rejects(merging.stage(repository, ['../x']), UnsafeGitNameError);
  });

  it('reads the files of a merge: unresolved, resolved, with conflict markers, and changed after they were staged', async () => {
    const names = ['one.txt', 'other.txt', 'gone.txt'];
    await branches({
      base: async (to) => {
        for (const name of names) await to(name, text(name));
      },
      change: async (branch, to) => {
        for (const name of names.slice(0, 2)) await to(name, text(name, branch));
        if (branch === 'source') await git('rm', '-q', 'gone.txt');
        else await to('gone.txt', text('gone.txt', 'x'));
      },
    });
    await merging.merge(repository, await sha('main'), 'Merge');
    const started = await merging.progress(repository);
    assert.equal(started.operation, 'merge');
    assert.equal(started.branch, 'source');
    assert.deepEqual(
      started.unmerged.map((each) => [each.path, each.ours, each.theirs, each.isMergeable]),
      [
        ['gone.txt', false, true, false],
        ['one.txt', true, true, true],
        ['other.txt', true, true, true],
      ],
    );
    assert.deepEqual(await merging.withMarkers(repository, names, 'files'), ['one.txt', 'other.txt']);
    await merging.stage(repository, ['one.txt']);
    assert.deepEqual(await merging.withMarkers(repository, ['one.txt'], 'index'), ['one.txt']);
    await write('one.txt', 'resolved');
    assert.deepEqual(await merging.unstaged(repository), ['one.txt']);
    const [gone, other] = started.unmerged.filter(({ path: at }) => at !== 'one.txt');
    assert.ok(gone && other);
    await merging.take(repository, gone, 'ours');
    await merging.take(repository, other, 'theirs');
    const ended = await merging.progress(repository);
    assert.deepEqual([ended.unmerged.length, [...ended.resolved].sort()], [0, [...names].sort()]);
    assert.equal(await git('show', ':other.txt'), text('other.txt', 'target').trim());
    assert.equal(await git('ls-files', 'gone.txt'), '');
  });

  it('distinguishes binary files from text', async () => {
    await branches({
      base: async (to) => {
        await to('a.bin', 'a\0b');
        await to('a.txt', text('a.txt'));
      },
      change: async (branch, to) => {
        await to('a.bin', `a\0${branch}`);
        await to('a.txt', text('a.txt', branch));
      },
    });
    await merging.merge(repository, await sha('main'), 'Merge');
    const { unmerged } = await merging.progress(repository);
    const binary = await Promise.all(unmerged.map((each) => merging.isBinary(repository, each)));
    assert.deepEqual(
      unmerged.map(({ path: at }, index) => [at, binary[index]]),
      [
        ['a.bin', true],
        ['a.txt', false],
      ],
    );
  });

  it('reads the progress in a worktree', async () => {
    await branches({ base: file('a.txt'), change: (branch, to) => to('a.txt', text('a.txt', branch)) });
    await git('checkout', '-q', 'main');
    await git('worktree', 'add', '-q', 'tree', 'source');
    const inTree = new GitMerging(await gitWorkDeps(inFolder('tree')));
    const tree = pathToFileURL(path.join(inFolder('tree'))).href;
    await inTree.rebase(tree, await sha('main'));
    const { operation, branch, step } = await inTree.progress(tree);
    assert.deepEqual([operation, branch, step], ['rebase', 'source', { at: 1, of: 1 }]);
    await inTree.abort(tree, 'rebase');
    assert.equal((await inTree.progress(tree)).operation, undefined);
  });
});
