import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gitMessage, UnsafeGitName } from '../../../src/domain/git/failure';
import { rebaseLine, remoteNameFor, safeRef, safeSha } from '../../../src/domain/git/names';
import { growthOf } from '../../builders/growth';

const SHA = 'a'.repeat(40);

describe('names for git', () => {
  it('are taken where git takes them', () => {
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

  it('are refused where git would refuse them or take them for an option', () => {
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
    for (const name of refused) assert.throws(() => safeRef(name), UnsafeGitName, JSON.stringify(name));
  });

  it('never begin with a dash nor hold a control character or a blank', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        let taken: string | undefined;
        try {
          taken = safeRef(name);
        } catch (error) {
          assert.ok(error instanceof UnsafeGitName);
        }
        // eslint-disable-next-line no-control-regex -- control characters are what must not be there
        if (taken !== undefined) assert.match(taken, /^[^-\u0000-\u0020\u007f][^\u0000-\u0020\u007f]*$/);
      }),
    );
  });

  it('of commits are whole', () => {
    assert.equal(safeSha(SHA), SHA);
    for (const sha of ['abc', `${SHA}0`, 'HEAD', `-${SHA.slice(1)}`]) {
      assert.throws(() => safeSha(sha), UnsafeGitName);
    }
  });

  it('of remotes come from who owns the fork, and are free', () => {
    assert.equal(remoteNameFor('dana/storefront', ['origin']), 'dana');
    assert.equal(remoteNameFor('acme/tools/storefront', []), 'acme-tools');
    assert.equal(remoteNameFor('dana/storefront', ['dana', 'dana-2']), 'dana-3');
    assert.equal(remoteNameFor('--x/storefront', []), 'x');
    assert.equal(remoteNameFor('storefront', []), 'fork');
  });
});

describe('the line that rebases', () => {
  const onto = { name: 'origin/main', sha: SHA };

  it('names the target, and the branch where another one is checked out', () => {
    assert.equal(rebaseLine({ onto, branch: undefined }), 'git rebase origin/main');
    assert.equal(
      rebaseLine({ onto, branch: { name: 'feature/x', sha: SHA } }),
      'git rebase origin/main feature/x',
    );
  });

  it('holds nothing that a shell takes for more than a name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        const line = rebaseLine({ onto: { name, sha: SHA }, branch: { name: other, sha: SHA } });
        assert.match(
          line,
          /^git rebase [\p{L}\p{N}_][\p{L}\p{N}_./+-]*( [\p{L}\p{N}_][\p{L}\p{N}_./+-]*)?$/u,
        );
      }),
    );
    assert.equal(
      rebaseLine({ onto: { name: 'origin/$(id)', sha: SHA }, branch: undefined }),
      `git rebase ${SHA}`,
    );
  });
});

describe('the words of git', () => {
  it('are those that say why', () => {
    const said =
      'remote: Counting objects\nerror: Your local changes would be overwritten:\n\tfile\nhint: commit\nfatal: Aborting\n';
    assert.equal(
      gitMessage(said),
      'remote: Counting objects Your local changes would be overwritten: Aborting',
    );
  });

  it('hold no password of an address', () => {
    assert.equal(
      gitMessage("fatal: unable to access 'https://me:secret@host/a.git/': 404"),
      "unable to access 'https://host/a.git/': 404",
    );
    assert.equal(gitMessage('fatal: (git+ssh://me:p@ss:word@host/a)'), '(git+ssh://host/a)');
    assert.equal(gitMessage('fatal: a://b c@d'), 'a://b c@d');
  });

  for (const part of ['a', 'a+', 'a://', '@', '://', ' ', 'remote: ']) {
    it(`cost in proportion to the length of ${JSON.stringify(part)} in a row`, () => {
      const growth = growthOf((size) => `remote: ${part.repeat(size / part.length)}`, 100_000, gitMessage);
      assert.ok(growth < 8, `four times the text costs ${growth.toFixed(1)} times as much`);
    });
  }
});
