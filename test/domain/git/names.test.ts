import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gitMessage, UnsafeGitNameError } from '../../../src/domain/git/failure';
import { rebaseCommandLine, remoteNameFor, safeRef, safeSha } from '../../../src/domain/git/names';
import { growthOf } from '../../builders/growth';

const SHA = 'a'.repeat(40);

describe('Git names', () => {
  it('are accepted if Git accepts them', () => {
    for (const name of [
      'main',
      'feature/x',
      'fix/ümlaut',
      'a-b_c.d',
      'refs/merge-requests/23/head',
      'v1.2#3',
    ]) {
      assert.equal(safeRef(name), name);
    }
  });

  it('are rejected if Git rejects them or treats them as an option', () => {
    const refused = [
      '',
      '-b',
      '--upload-pack=x',
      'a b',
      'a\nb',
      'a..b',
      'a~1',
      'a^',
      'a:b',
      'x.lock',
      '/a',
      'a/',
      'a//b',
      '@',
      'a@{1}',
      '.a',
      'b/.a',
      'a.',
      'a\u0000',
    ];
    for (const name of refused) assert.throws(() => safeRef(name), UnsafeGitNameError, JSON.stringify(name));
  });

  it('never start with a dash, and never contain control characters or spaces', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        let taken: string | undefined;
        try {
          taken = safeRef(name);
        } catch (error) {
          assert.ok(error instanceof UnsafeGitNameError);
        }
        // oxlint-disable-next-line no-control-regex -- the pattern excludes control characters
        if (taken !== undefined) assert.match(taken, /^[^-\u0000-\u0020\u007f][^\u0000-\u0020\u007f]*$/);
      }),
    );
  });

  it('of commits are complete SHAs', () => {
    assert.equal(safeSha(SHA), SHA);
    for (const sha of ['abc', `${SHA}0`, 'HEAD', `-${SHA.slice(1)}`]) {
      assert.throws(() => safeSha(sha), UnsafeGitNameError);
    }
  });

  it('of remotes are derived from the owner of the fork and are unique', () => {
    assert.equal(remoteNameFor('dana/storefront', ['origin']), 'dana');
    assert.equal(remoteNameFor('acme/tools/storefront', []), 'acme-tools');
    assert.equal(remoteNameFor('dana/storefront', ['dana', 'dana-2']), 'dana-3');
    assert.equal(remoteNameFor('--x/storefront', []), 'x');
    assert.equal(remoteNameFor('storefront', []), 'fork');
  });
});

describe('rebase command line', () => {
  const onto = { name: 'origin/main', sha: SHA };

  it('contains the target, and the branch if another branch is checked out', () => {
    assert.equal(rebaseCommandLine({ onto, branch: undefined }), 'git rebase origin/main');
    assert.equal(
      rebaseCommandLine({ onto, branch: { name: 'feature/x', sha: SHA } }),
      'git rebase origin/main feature/x',
    );
  });

  it('contains nothing that a shell interprets', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        const line = rebaseCommandLine({ onto: { name, sha: SHA }, branch: { name: other, sha: SHA } });
        assert.match(
          line,
          /^git rebase [\p{L}\p{N}_][\p{L}\p{N}_./+-]*( [\p{L}\p{N}_][\p{L}\p{N}_./+-]*)?$/u,
        );
      }),
    );
    assert.equal(
      rebaseCommandLine({ onto: { name: 'origin/$(id)', sha: SHA }, branch: undefined }),
      `git rebase ${SHA}`,
    );
  });
});

describe('Git messages', () => {
  it('contain the lines with the reason', () => {
    const output =
      'remote: Counting objects\nerror: Your local changes would be overwritten:\n\tfile\nhint: commit\nfatal: Aborting\n';
    assert.equal(
      gitMessage(output),
      'remote: Counting objects Your local changes would be overwritten: Aborting',
    );
  });

  it('contain no password of a URL', () => {
    assert.equal(
      gitMessage("fatal: unable to access 'https://me:secret@host/a.git/': 404"),
      "unable to access 'https://host/a.git/': 404",
    );
    assert.equal(gitMessage('fatal: (git+ssh://me:p@ss:word@host/a)'), '(git+ssh://host/a)');
    assert.equal(gitMessage('fatal: a://b c@d'), 'a://b c@d');
  });

  for (const part of ['a', 'a+', 'a://', '@', '://', ' ', 'remote: ']) {
    it(`are read in linear time for repetitions of ${JSON.stringify(part)}`, () => {
      const growth = growthOf((size) => `remote: ${part.repeat(size / part.length)}`, 100_000, gitMessage);
      assert.ok(growth < 8, `four times the text costs ${growth.toFixed(1)} times as much`);
    });
  }
});
