import assert from 'node:assert/strict';
import { parseRemote, projectPathOn } from '../../../src/domain/shared/remote-url';

describe('project of a Git remote', () => {
  const cases: [remote: string, base: string, path: string | undefined][] = [
    ['https://gitlab.com/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['https://gitlab.com/acme/storefront', 'https://gitlab.com', 'acme/storefront'],
    ['https://gitlab.com/acme/tools/deep/er.git/', 'https://gitlab.com', 'acme/tools/deep/er'],
    ['https://user:token@gitlab.com/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['https://GitLab.com/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['http://gitlab.example.org/acme/storefront.git', 'https://gitlab.example.org', 'acme/storefront'],
    ['https://gitlab.example.org:443/acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['https://gitlab.example.org:8443/acme/a.git', 'https://gitlab.example.org:8443', 'acme/a'],
    ['https://gitlab.example.org/acme/a.git', 'https://gitlab.example.org:8443', undefined],
    ['https://gitlab.example.org:8443/acme/a.git', 'https://gitlab.example.org', undefined],
    ['http://127.0.0.1:8080/acme/storefront.git', 'http://127.0.0.1:8080', 'acme/storefront'],
    ['https://host.example/gitlab/acme/a.git', 'https://host.example/gitlab', 'acme/a'],
    ['https://host.example/acme/a.git', 'https://host.example/gitlab', undefined],
    ['https://host.example/gitlabs/acme/a.git', 'https://host.example/gitlab', undefined],
    ['git@gitlab.com:acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['gitlab.com:acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['git@gitlab.com:/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['git@host.example:acme/a.git', 'https://host.example/gitlab', 'acme/a'],
    ['git@host.example:gitlab/acme/a.git', 'https://host.example/gitlab', 'acme/a'],
    ['git@host.example:gitlab/a.git', 'https://host.example/gitlab', 'gitlab/a'],
    ['ssh://git@gitlab.com/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['ssh://git@gitlab.example.org:2222/acme/a.git', 'https://gitlab.example.org:8443', 'acme/a'],
    ['git+ssh://git@gitlab.com/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['ssh://git@altssh.gitlab.com:443/acme/storefront.git', 'https://gitlab.com', 'acme/storefront'],
    ['git@[::1]:acme/storefront.git', 'http://[::1]:8080', 'acme/storefront'],
    ['https://gitlab.com/acme/%C3%BCmlaut.git', 'https://gitlab.com', 'acme/ümlaut'],
    ['git@github.com:acme/storefront.git', 'https://gitlab.com', undefined],
    ['https://gitlab.com/storefront.git', 'https://gitlab.com', undefined],
    ['/srv/git/acme/storefront.git', 'https://gitlab.com', undefined],
    ['../storefront', 'https://gitlab.com', undefined],
    ['C:\\work\\storefront', 'https://c', undefined],
    ['c:/work/storefront', 'https://c', undefined],
    ['file:///srv/git/acme/storefront.git', 'https://gitlab.com', undefined],
    ['https://', 'https://gitlab.com', undefined],
    ['', 'https://gitlab.com', undefined],
    ['git@gitlab.com:acme/storefront.wiki.git', 'https://gitlab.com', undefined],
    ['https://gitlab.com/acme/storefront.wiki.git', 'https://gitlab.com', undefined],
    ['git@gitlab.com:acme/wiki.git', 'https://gitlab.com', 'acme/wiki'],
    ['[git@gitlab.example.org:2222]:acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['[gitlab.example.org:2222]:acme/a.git', 'https://gitlab.example.org:8443', 'acme/a'],
    ['git@[gitlab.example.org:22]:/acme/a', 'https://gitlab.example.org', 'acme/a'],
    ['git@[gitlab.example.org]:acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['[cafe:22]:acme/a.git', 'https://cafe', 'acme/a'],
    ['ssh://git@[gitlab.example.org:2222]/acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['ssh://git@[::1]:2222/acme/a.git', 'http://[::1]:8080', 'acme/a'],
    ['http://gitlab.example.org:80/acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['https://gitlab.example.org:443/acme/a.git', 'http://gitlab.example.org', 'acme/a'],
    ['http://gitlab.example.org:443/acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['http://gitlab.example.org:80/acme/a.git', 'https://gitlab.example.org:8443', undefined],
    ['https://gitlab.example.org:80/acme/a.git', 'https://gitlab.example.org', undefined],
    ['https://gitlab.example.org//acme/a.git', 'https://gitlab.example.org', 'acme/a'],
    ['https://gitlab.example.org/acme//tools///a.git//', 'https://gitlab.example.org', 'acme/tools/a'],
    ['https://host.example//gitlab//acme/a.git', 'https://host.example/gitlab', 'acme/a'],
    ['git@gitlab.example.org:acme//a.git', 'https://gitlab.example.org', 'acme/a'],
    ['ssh://git@gitlab.example.org//acme/a.git', 'https://gitlab.example.org', 'acme/a'],
  ];
  for (const [remote, base, path] of cases) {
    it(`of ${remote === '' ? 'nothing' : remote} on ${base} is ${path ?? 'not there'}`, () => {
      const address = parseRemote(remote);
      assert.equal(address === undefined ? undefined : projectPathOn(base, address), path);
    });
  }

  it('contains the user name only for SSH', () => {
    assert.equal(parseRemote('deploy@git.example:acme/a')?.user, 'deploy');
    assert.equal(parseRemote('[deploy@git.example:2222]:acme/a')?.user, 'deploy');
    assert.equal(parseRemote('ssh://deploy@git.example/acme/a')?.user, 'deploy');
    assert.equal(parseRemote('git.example:acme/a')?.user, undefined);
    assert.equal(parseRemote('https://deploy:secret@git.example/acme/a')?.user, undefined);
  });

  it('can have the host of the server for SSH, but only in SSH URLs', () => {
    const pathOf = (remote: string): string | undefined => {
      const address = parseRemote(remote);
      return address && projectPathOn('https://gitlab.example.org', address, 'git.example.org');
    };
    assert.equal(pathOf('git@git.example.org:acme/a.git'), 'acme/a');
    assert.equal(pathOf('ssh://git@git.example.org:2222/acme/a.git'), 'acme/a');
    assert.equal(pathOf('git@gitlab.example.org:acme/a.git'), 'acme/a');
    assert.equal(pathOf('https://git.example.org/acme/a.git'), undefined);
    assert.equal(pathOf('git@other.example.org:acme/a.git'), undefined);
  });
});
