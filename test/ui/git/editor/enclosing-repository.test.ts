import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GitFailedError } from '../../../../src/domain/git/failure';
import { GitMerging } from '../../../../src/ui/git/editor/merging';
import { gitProgram } from '../../../../src/ui/git/editor/program';
import { GitWork } from '../../../../src/ui/git/editor/work';
import { gitWorkDeps } from '../../../builders/git-extension';
import { samplePairs } from '../../../fuzz-runs';
import { withGitFolder } from '../../../sandbox/helpers/git';

const NAME = 'main';

/** A call of every Git operation that takes a repository. `sha`: a commit of both repositories. */
const callsOf = (
  git: GitWork,
  merging: GitMerging,
  repository: string,
  sha: string,
): Readonly<Record<string, () => Promise<unknown>>> => {
  const file = {
    path: 'a.txt',
    isMergeable: true,
    hasModeConflict: false,
    modes: ['100644', '100644'] as const,
    ours: true,
    theirs: true,
    ids: [sha, sha] as const,
  };
  return {
    effectiveRemotes: () => git.effectiveRemotes(repository),
    isDirty: () => git.isDirty(repository),
    operation: () => git.operation(repository),
    hasCommit: () => git.hasCommit(repository, sha),
    resolve: () => git.resolve(repository, NAME),
    subject: () => git.subject(repository, sha),
    commitTitles: () => git.commitTitles(repository, [sha]),
    commitsWithTitle: () => git.commitsWithTitle(repository, 'First', 5),
    isAncestor: () => git.isAncestor(repository, sha, sha),
    current: () => git.current(repository),
    branch: () => git.branch(repository, NAME),
    fetch: () => git.fetch(repository, 'origin', NAME),
    addRemote: () => git.addRemote(repository, { name: 'new', url: 'https://gitlab.example/a/b.git' }),
    removeRemote: () => git.removeRemote(repository, 'origin'),
    checkout: () => git.checkout(repository, 'other'),
    createBranch: () => git.createBranch(repository, 'new', sha),
    setUpstream: () => git.setUpstream(repository, NAME, { remote: 'origin', ref: 'refs/heads/x' }),
    deleteBranch: () => git.deleteBranch(repository, { name: 'other', sha }),
    push: () => git.push(repository, 'origin', NAME, true),
    fastForward: () => git.fastForward(repository, 'other'),
    stash: () => git.stash(repository, 'Mine'),
    findStash: () => git.findStash(repository, 'Mine'),
    unstash: () => git.unstash(repository, sha),
    addWorktree: () => git.addWorktree(repository, '../tree', 'other'),
    commitsBetween: () => git.commitsBetween(repository, sha, sha),
    changedFiles: () => git.changedFiles(repository, sha, sha),
    committedFile: () => git.committedFile(repository, { sha, path: 'a.txt' }, 100),
    blobIds: () => git.blobIds(repository, [{ sha, path: 'a.txt' }]),
    fileAt: () => git.fileAt(repository, 'a.txt'),
    ignored: () => git.ignored(repository, ['a.txt']),
    filesIn: () => git.filesIn(repository, '.'),
    conflictsBetween: () => merging.conflictsBetween(repository, sha, sha),
    conflictsByMerging: () => merging.conflictsByMerging(repository, sha),
    progress: () => merging.progress(repository),
    isShallow: () => merging.isShallow(repository),
    merge: () => merging.merge(repository, sha, 'Merge'),
    rebase: () => merging.rebase(repository, sha),
    commitMerge: () => merging.commitMerge(repository, 'Merge'),
    continueRebase: () => merging.continueRebase(repository),
    abort: () => merging.abort(repository, 'merge'),
    parentsOf: () => merging.parentsOf(repository, sha),
    lastRebasedOnto: () => merging.lastRebasedOnto(repository, NAME),
    moveBranch: () => merging.moveBranch(repository, { name: 'other', sha }, sha),
    stage: () => merging.stage(repository, ['a.txt']),
    take: () => merging.take(repository, file, 'ours'),
    takeMode: () => merging.takeMode(repository, file, 'ours'),
    withMarkers: () => merging.withMarkers(repository, ['a.txt'], 'files'),
    unstaged: () => merging.unstaged(repository),
    isBinary: () => merging.isBinary(repository, file),
    isUtf8: () => merging.isUtf8(repository, file),
    pushTo: () => merging.pushTo(repository, { remote: 'origin', sha, to: NAME }),
    forcePush: () => merging.forcePush(repository, { remote: 'origin', sha, to: NAME, known: sha }),
  };
};

/** The names of the methods of a class. */
const methodsOf = ({ prototype }: { readonly prototype: object }): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

describe('repository inside of another repository', () => {
  const { git: run, inFolder, prepare } = withGitFolder('Mara');

  /** Creates a repository with two branches and an uncommitted change. The commit has the same ID everywhere. */
  async function create(name: string): Promise<string> {
    await run('init', '-q', '-b', NAME, name);
    for (const each of ['name', 'email']) await run('-C', name, 'config', `user.${each}`, 'mara');
    const file = path.join(inFolder(name), 'a.txt');
    await writeFile(file, 'one\n');
    await run('-C', name, 'add', 'a.txt');
    const env = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' };
    Object.assign(process.env, env);
    try {
      await run('-C', name, 'commit', '-q', '-m', 'First');
    } finally {
      for (const each of Object.keys(env)) Reflect.deleteProperty(process.env, each);
    }
    await run('-C', name, 'branch', 'other');
    await writeFile(file, `changed in ${name}\n`);
    return run('-C', name, 'rev-parse', 'HEAD');
  }

  /** A digest of all files of the outer repository, without those of the inner one. */
  async function outerState(): Promise<string> {
    const hash = createHash('sha256');
    const outer = inFolder('outer');
    const entries = await readdir(outer, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !path.relative(outer, file).startsWith('inner'));
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
    return hash.digest('hex');
  }

  async function createNested(): Promise<string> {
    await run('init', '-q', '--bare', 'server.git');
    await create('outer');
    return create('outer/inner');
  }

  async function nested() {
    const names = ['outer', 'outer/inner'];
    const sha = await prepare('nested', createNested, names);
    for (const name of names) await run('-C', name, 'remote', 'add', 'origin', inFolder('server.git'));
    const folder = inFolder('outer/inner');
    const places = await gitWorkDeps(folder);
    const repository = pathToFileURL(folder).href;
    return { sha, folder, calls: callsOf(new GitWork(places), new GitMerging(places), repository, sha) };
  }

  it('is tested with every Git operation that takes a repository', async () => {
    const { calls } = await nested();
    // `clones` lists the open repositories without running Git.
    const operations = [...methodsOf(GitWork), ...methodsOf(GitMerging)].filter((name) => name !== 'clones');
    assert.deepEqual(Object.keys(calls).sort(), operations.sort());
  });

  const BROKEN: Readonly<Record<string, (dotGit: string) => Promise<void>>> = {
    'has no .git folder': (dotGit) => rm(dotGit, { recursive: true }),
    'has an empty .git folder': async (dotGit) => {
      await rm(dotGit, { recursive: true });
      await mkdir(dotGit);
    },
    'has a damaged .git folder': (dotGit) => writeFile(path.join(dotGit, 'HEAD'), 'damaged'),
  };
  for (const [what, damage] of Object.entries(BROKEN))
    it(`leaves the outer repository unchanged if the inner one ${what}`, async () => {
      const { folder, calls } = await nested();
      await damage(path.join(folder, '.git'));
      const before = await outerState();
      const isRefused = what === 'has no .git folder';
      const sampled = samplePairs(Object.entries(calls), Object.keys(BROKEN), 'calls in broken repositories');
      for (const [[name, call], broken] of sampled) {
        if (broken !== what) continue;
        const error: unknown = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (isRefused) assert.ok(error instanceof GitFailedError, `${name} is refused`);
        assert.equal(await outerState(), before, name);
      }
    }).timeout(60_000);

  it('leaves the outer repository unchanged if variables of the environment name it', async () => {
    const { folder } = await nested();
    const outer = inFolder('outer');
    const before = await outerState();
    const variables = {
      GIT_DIR: path.join(outer, '.git'),
      GIT_WORK_TREE: outer,
      GIT_INDEX_FILE: path.join(outer, '.git/index'),
    };
    const { read, change } = gitProgram('git', folder);
    Object.assign(process.env, variables);
    try {
      await change(['add', 'a.txt']);
      await change(['stash', 'push', '--quiet']);
      assert.match(await read(['stash', 'list']), /On main|WIP on main/);
    } finally {
      for (const each of Object.keys(variables)) Reflect.deleteProperty(process.env, each);
    }
    assert.equal(await outerState(), before);
    assert.equal(await readFile(path.join(folder, 'a.txt'), 'utf8'), 'one\n');
  });

  it('is distinguished from the outer one if its path contains the separator of paths', async () => {
    const { folder } = await nested();
    const odd = path.join(path.dirname(folder), `in${path.delimiter}side`, 'shop');
    await mkdir(path.join(odd, '.git'), { recursive: true });
    const before = await outerState();
    await assert.rejects(gitProgram('git', odd).read(['rev-parse', 'HEAD']), GitFailedError);
    await assert.rejects(gitProgram('git', odd).change(['checkout', '--', '.']), GitFailedError);
    assert.equal(await outerState(), before);
    await run('init', '-q', '-b', 'here', odd);
    assert.equal(await gitProgram('git', odd).read(['symbolic-ref', '--short', 'HEAD']), 'here\n');
  });
});

describe('commands that only read', () => {
  const { git: run, inFolder } = withGitFolder('Mara');

  it('run no hooks and no file system monitor, and take no locks', async () => {
    await run('init', '-q', '-b', NAME, 'shop');
    const folder = inFolder('shop');
    const marker = path.join(folder, '.git/started');
    const script = path.join(folder, '.git/hooks/post-index-change');
    await writeFile(script, `#!/bin/sh\necho run >> '${marker}'\n`, { mode: 0o755 });
    await writeFile(path.join(folder, 'a.txt'), 'one\n');
    await run('-C', 'shop', '-c', 'core.hooksPath=/dev/null', 'add', 'a.txt');
    await run('-C', 'shop', 'config', 'core.fsmonitor', script);
    const { read, bytes, tryRead, change } = gitProgram('git', folder);
    // The time of the file differs from the index, which git would update.
    await writeFile(path.join(folder, 'a.txt'), 'one\n');
    const status = ['status', '--porcelain'];
    assert.equal(await read(status), 'A  a.txt\n');
    assert.equal((await bytes(status)).toString(), 'A  a.txt\n');
    assert.equal((await tryRead(status)).out, 'A  a.txt\n');
    await assert.rejects(readFile(marker), { code: 'ENOENT' });
    await change(status);
    assert.match(await readFile(marker, 'utf8'), /run/, 'the hook works');
  });
});
