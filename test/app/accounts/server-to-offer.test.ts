import assert from 'node:assert/strict';
import { serverToOffer } from '../../../src/app/accounts/likely-server';
import { workspaceWith } from '../../builders/stores';

describe('offer to sign in', () => {
  const offered = async (remotes: Readonly<Record<string, string>>, former: readonly string[] = []) =>
    serverToOffer(await workspaceWith(remotes).list(), (base) => former.includes(base));

  it('is made for servers with "gitlab" in their name', async () => {
    assert.equal(await offered({ origin: 'git@gitlab.com:acme/a.git' }), 'https://gitlab.com');
    assert.equal(
      await offered({ origin: 'https://GitLab.acme.example:8443/acme/a' }),
      'https://gitlab.acme.example:8443',
    );
    assert.equal(
      await offered({ origin: 'https://code.acme.example/gitlab/a.git' }),
      undefined,
      'only in the path',
    );
    assert.equal(await offered({ origin: 'https://code.acme.example/acme/a.git' }), undefined);
    assert.equal(await offered({}), undefined);
  });

  it('is made for servers that the user signed out of', async () => {
    const base = 'https://code.acme.example';
    assert.equal(await offered({ origin: `${base}/acme/a.git` }, [base]), base);
    assert.equal(await offered({ origin: 'https://other.example/acme/a.git' }, [base]), undefined);
  });

  it("isn't made for other services, or if the remotes are on several servers", async () => {
    assert.equal(await offered({ origin: 'git@github.com:gitlab/a.git' }), undefined);
    const both = { origin: 'git@gitlab.com:acme/a.git', other: 'git@gitlab.acme.example:acme/a.git' };
    assert.equal(await offered(both), undefined);
    const mirror = { origin: 'git@gitlab.com:acme/a.git', mirror: 'git@github.com:acme/a.git' };
    assert.equal(await offered(mirror), 'https://gitlab.com');
  });
});
