import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { JobLines } from '../../../src/app/logs/job-lines';
import { committedFile } from '../../../src/ui/git/editor/files';
import { gitProgram } from '../../../src/ui/git/editor/program';

const signal = new AbortController().signal;

describe('JobLines', () => {
  let folder: string;
  let root: string;
  let sha: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const file = (name: string): string => pathToFileURL(path.join(folder, name)).toString();
  const linesOf = (commit: string | undefined): JobLines =>
    new JobLines(
      {
        text: (address) => Promise.resolve(readFileSync(fileURLToPath(address), 'utf8')),
        committedFile: (repository, at, most, stop) =>
          committedFile(gitProgram('git', fileURLToPath(repository)).bytes, at, most, stop),
      },
      [root],
      commit,
    );

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'job-lines-'));
    root = pathToFileURL(folder).toString();
    git('init', '-q');
    mkdirSync(path.join(folder, 'a b'));
    writeFileSync(path.join(folder, 'a b/ü.ts'), 'one\ntwo\nthree\n');
    git('add', '-A');
    git('commit', '-qm', 'first');
    sha = git('rev-parse', 'HEAD');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('returns whether a line is the same, has moved, or has changed', async () => {
    const lines = linesOf(sha);
    const name = 'a b/ü.ts';
    assert.deepEqual((await lines.of(file(name), signal))(2), { line: 2, state: 'same' });
    writeFileSync(path.join(folder, name), 'zero\none\ntwo\n');
    const now = await lines.of(file(name), signal);
    assert.deepEqual(now(2), { line: 3, state: 'moved' });
    assert.equal(now(3).state, 'changed');
  });

  it('returns an unknown line if the clone lacks the commit or the commit lacks the file', async () => {
    const unknown = { line: 2, state: 'unknown' };
    assert.deepEqual((await linesOf('1'.repeat(40)).of(file('a b/ü.ts'), signal))(2), unknown);
    assert.deepEqual((await linesOf(undefined).of(file('a b/ü.ts'), signal))(2), unknown);
    writeFileSync(path.join(folder, 'new.ts'), 'new\n');
    assert.deepEqual((await linesOf(sha).of(file('new.ts'), signal))(2), unknown);
    assert.deepEqual((await linesOf(sha).of('file:///elsewhere/x.ts', signal))(2), unknown);
  });
});
