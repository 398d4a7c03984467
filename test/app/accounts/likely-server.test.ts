import assert from 'node:assert/strict';
import { likelyServer } from '../../../src/app/accounts/likely-server';
import { workspaceWith } from '../../builders/stores';

describe('likelyServer', () => {
  const of = async (...remotes: Record<string, string>[]) =>
    likelyServer(await workspaceWith(...remotes).list());

  it('returns the server of the remotes', async () => {
    assert.equal(await of({ origin: 'git@git.example.com:acme/app.git' }), 'https://git.example.com');
    assert.equal(
      await of({ origin: 'http://localhost:8080/acme/app.git', up: 'http://me@localhost:8080/b/c.git' }),
      'http://localhost:8080',
    );
    assert.equal(
      await of({ origin: 'https://git.example.com/a/b.git' }, { origin: 'git@git.example.com:a/c.git' }),
      'https://git.example.com',
    );
  });

  it('returns undefined for several servers, aliases, local paths, and other services', async () => {
    assert.equal(await of({ origin: 'https://a.example/x/y', up: 'https://b.example/x/y' }), undefined);
    assert.equal(await of({ origin: 'work:acme/app.git' }, { origin: '/srv/git/app.git' }), undefined);
    assert.equal(await of({ origin: 'git@github.com:acme/app.git' }), undefined);
    assert.equal(await of(), undefined);
  });
});
