import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  accountAt,
  credentialRequest,
  formatCredential,
  parseCredential,
  requestFor,
} from '../../../src/domain/git/credential';

const account = (base: string) => ({ base });
const GITLAB = account('https://gitlab.example');
const SUB = account('https://tools.example:8443/gitlab');
const WIKI = account('https://tools.example:8443/wiki');
const found = (url: string, ...accounts: readonly { readonly base: string }[]): string | undefined => {
  const request = requestFor(url);
  assert.ok(request, url);
  return accountAt(request, accounts)?.base;
};

describe('credential requests of git', () => {
  it('are read with their URL, path, and user name', () => {
    const request = (text: string) => credentialRequest(parseCredential(text));
    assert.deepEqual(request('protocol=https\nhost=gitlab.example\npath=a/b.git\nusername=mara\n'), {
      url: new URL('https://gitlab.example/a/b.git'),
      hasPath: true,
      username: 'mara',
    });
    assert.deepEqual(
      request('capability[]=authtype\nprotocol=http\nhost=127.0.0.1:80\nwwwauth[]=Basic a=b\n'),
      {
        url: new URL('http://127.0.0.1/'),
        hasPath: false,
        username: undefined,
      },
    );
  });

  it('are ignored for other protocols and for hosts that contain more than a host', () => {
    for (const text of [
      '',
      'protocol=https\n',
      'protocol=cert\npath=/home/mara/key.pem\n',
      'protocol=ftp\nhost=gitlab.example\n',
      'protocol=https\nhost=gitlab.example@evil.example\n',
      'protocol=https\nhost=gitlab.example/evil\n',
      'protocol=https\nhost=gitlab%2eexample\n',
      'protocol=https\nhost=gitlab.example\\evil\n',
      'protocol=https\nhost=gitlab.example:port\n',
    ])
      assert.equal(credentialRequest(parseCredential(text)), undefined, text);
  });

  it('are read from URLs of remotes and prompts', () => {
    assert.equal(requestFor('git@gitlab.example:a/b.git'), undefined);
    assert.equal(requestFor('ssh://git@gitlab.example/a/b.git'), undefined);
    assert.equal(requestFor('/srv/git/b.git'), undefined);
    assert.equal(requestFor('https://m%40ra@gitlab.example')?.username, 'm@ra');
    assert.equal(requestFor('https://m%ra@gitlab.example')?.username, 'm%ra');
    assert.equal(requestFor('https://mara:secret@gitlab.example/a')?.url.href, 'https://gitlab.example/a');
  });
});

describe('the account for git', () => {
  it('has the scheme, host, and port of the URL', () => {
    assert.equal(found('https://gitlab.example/a/b.git', GITLAB, SUB), GITLAB.base);
    assert.equal(found('https://GitLab.example:443', GITLAB, SUB), GITLAB.base);
    for (const url of [
      'http://gitlab.example/a/b.git',
      'https://gitlab.example:8443/a/b.git',
      'https://gitlab.example.evil.example/a/b.git',
      'https://evil.example/gitlab.example/b.git',
      'https://gitlab.example./a/b.git',
      'https://tools.example/gitlab/a/b.git',
    ])
      assert.equal(found(url, GITLAB, SUB), undefined, url);
  });

  it('has the sub-path of the URL, if git names a path', () => {
    assert.equal(found('https://tools.example:8443/gitlab/a/b.git', SUB, WIKI), SUB.base);
    assert.equal(found('https://tools.example:8443/gitlab-2/a/b.git', SUB, WIKI), undefined);
    assert.equal(found('https://tools.example:8443/a/b.git', SUB), undefined);
    assert.equal(found('https://tools.example:8443', SUB), SUB.base);
  });

  it('is the only one that fits', () => {
    assert.equal(found('https://tools.example:8443', SUB, WIKI), undefined);
    assert.equal(
      found('https://tools.example:8443/gitlab/a.git', account('https://tools.example:8443'), SUB),
      undefined,
    );
    assert.equal(found('https://gitlab.example'), undefined);
  });
});

describe('credentials for git', () => {
  it('are two lines, whatever the password contains', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (username, password) => {
        const text = formatCredential({ username, password });
        // oxlint-disable-next-line no-control-regex -- git doesn't accept these
        assert.equal(text === undefined, /[\r\n\u0000]/.test(username + password));
        if (text === undefined) return;
        const fields = parseCredential(text);
        assert.deepEqual(
          [...fields],
          [
            ['username', username],
            ['password', password],
          ],
        );
      }),
    );
  });
});
