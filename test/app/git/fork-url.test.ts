import assert from 'node:assert/strict';
import { forkUrl } from '../../../src/app/git/source-remote';

/** A fork as a server returns it. */
const fork = (http: string | null, ssh: string | null = null) => ({
  id: 5,
  path_with_namespace: 'dana/storefront',
  name: 'storefront',
  web_url: 'https://gitlab.example/dana/storefront',
  http_url_to_repo: http,
  ssh_url_to_repo: ssh,
});

const BASE = 'https://gitlab.example';
const HTTPS = 'https://gitlab.example/dana/storefront.git';
const SSH = 'git@gitlab.example:dana/storefront.git';

/** The URL of the clone's remote, the fork on the server, the expected URL, and the server if it isn't `BASE`. */
type Case = readonly [
  remote: string,
  http: string | null,
  ssh: string | null,
  expected?: string,
  base?: string,
];

const CASES: Readonly<Record<string, Case>> = {
  'the same URL': ['https://gitlab.example/acme/storefront.git', HTTPS, SSH, HTTPS],
  'a server that names http': [
    'https://gitlab.example/acme/storefront.git',
    'http://gitlab.example/dana/storefront.git',
    SSH,
    HTTPS,
  ],
  'a server that names another port': [
    'https://gitlab.example/acme/storefront.git',
    'https://gitlab.example:9999/dana/storefront.git',
    SSH,
    HTTPS,
  ],
  'a remote with a port, a sub-path, and a password': [
    'https://mara:secret@gitlab.example:8443/gitlab/acme/storefront.git',
    'https://gitlab.example/gitlab/dana/storefront.git',
    SSH,
    'https://gitlab.example:8443/gitlab/dana/storefront.git',
    'https://gitlab.example:8443/gitlab',
  ],
  'a remote with http': [
    'http://gitlab.example/acme/storefront',
    HTTPS,
    SSH,
    'http://gitlab.example/dana/storefront.git',
  ],
  'a short SSH URL': ['git@gitlab.example:acme/storefront.git', HTTPS, SSH, SSH],
  'an SSH URL with a port': [
    'ssh://git@gitlab.example:2222/acme/storefront.git',
    HTTPS,
    SSH,
    'ssh://git@gitlab.example:2222/dana/storefront.git',
  ],
  'a short SSH URL with a port in brackets': [
    '[git@gitlab.example:2222]:acme/storefront.git',
    HTTPS,
    SSH,
    '[git@gitlab.example:2222]:dana/storefront.git',
  ],
  'a short SSH URL with an IPv6 address': [
    'git@[::1]:acme/storefront.git',
    HTTPS,
    'git@[::1]:dana/storefront.git',
    'git@[::1]:dana/storefront.git',
    'http://[::1]:8080',
  ],
  'an SSH host for networks that block port 22': [
    'ssh://git@altssh.gitlab.com:443/acme/storefront.git',
    HTTPS,
    'git@gitlab.com:dana/storefront.git',
    'ssh://git@altssh.gitlab.com:443/dana/storefront.git',
    'https://gitlab.com',
  ],
  'an SSH host of the SSH configuration': [
    'work:acme/storefront.git',
    HTTPS,
    SSH,
    'work:dana/storefront.git',
  ],
  'a fork on another host': [
    'https://gitlab.example/acme/storefront.git',
    'https://other.example/dana/x.git',
    SSH,
  ],
  'a fork that is a local path': ['https://gitlab.example/acme/storefront.git', '/etc', SSH],
  'a fork that runs a program': ['https://gitlab.example/acme/storefront.git', 'ext::sh -c id', SSH],
  'a fork without a URL': ['https://gitlab.example/acme/storefront.git', null, SSH],
};

describe('forkUrl', () => {
  for (const [what, [remote, http, ssh, expected, base = BASE]] of Object.entries(CASES))
    it(`never leaves the scheme, host, and port of the remote: ${what}`, () => {
      assert.equal(forkUrl(remote, fork(http, ssh), base), expected);
    });
});
