import assert from 'node:assert/strict';
import { hostNameOf, matchesPattern } from '../../../src/domain/git/ssh-config';

const CONFIG = `
# Work
Host work work-*  "with quotes"
  User git
  HostName gitlab.acme.example

Host *.short !no.short
\tHOSTNAME = %h.acme.example

Match exec "touch /tmp/never"
  HostName wrong.example

Match all
Include nothing
Host included
Include config.d/*
Host work
  HostName second.example
Host percent
  HostName 100%%.example
Host loop
  Include loop
Host none
  User git
`;

describe('SSH configuration', () => {
  const files: Readonly<Record<string, readonly string[]>> = {
    'config.d/*': ['Host other\n  HostName other.example', 'HostName from-file.example'],
    loop: ['Host loop\nInclude loop\n'],
  };
  let reads = 0;
  const hostOf = (alias: string, config = CONFIG) =>
    hostNameOf({ alias, user: 'git' }, config, (path) => {
      reads++;
      return Promise.resolve(files[path] ?? []);
    });

  const cases: [alias: string, host: string | undefined][] = [
    ['work', 'gitlab.acme.example'],
    ['work-two', 'gitlab.acme.example'],
    ['with quotes', 'gitlab.acme.example'],
    ['shop.short', 'shop.short.acme.example'],
    ['no.short', undefined],
    ['included', 'from-file.example'],
    ['percent', '100%.example'],
    ['none', undefined],
    ['gitlab.com', undefined],
  ];
  for (const [alias, host] of cases)
    it(`resolves ${alias} to ${host ?? 'no other host'}`, async () => {
      assert.equal(await hostOf(alias), host);
    });

  it('ends for a file that includes itself', async () => {
    reads = 0;
    assert.equal(await hostOf('loop'), undefined);
    assert.ok(reads <= 17, `${reads} reads`);
  });

  it('ends for files that include each other', async () => {
    let count = 0;
    const texts = Array.from({ length: 20 }, () => 'Include all');
    const found = await hostNameOf({ alias: 'none' }, 'Include all', () => {
      count++;
      return Promise.resolve(texts);
    });
    assert.equal(found, undefined);
    assert.ok(count <= 1_001, `${count} reads`);
  });

  it('reads lines with carriage returns, and sections without a host', async () => {
    assert.equal(await hostOf('a', 'Host a\r\nHostName b.example\r\n'), 'b.example');
    assert.equal(await hostOf('a', 'HostName all.example'), 'all.example');
    assert.equal(await hostOf('a', 'Host\nHostName'), undefined);
  });

  for (const [criteria, applies] of [
    ['host forge', true],
    ['host=forge', true],
    ['Host "other,fo*"', true],
    ['originalhost forge user git', true],
    ['!final host forge # a comment', true],
    ['!host other', true],
    ['all', true],
    ['host !forge,*', false],
    ['!host forge', false],
    ['host forge user root', false],
    ['host other', false],
    ['final host forge', false],
    ['host forge exec "true"', false],
    ['exec true host forge', false],
    ['!exec false', false],
    ['constructor', false],
    ['host', false],
    ['', false],
  ] as const)
    it(`${applies ? 'uses' : 'skips'} a section with Match ${criteria}`, async () => {
      const found = await hostOf('forge', `Match ${criteria}\n  HostName git.acme.example\n`);
      assert.equal(found, applies ? 'git.acme.example' : undefined);
    });

  it('uses the first section that applies, in the order of the file', async () => {
    const config =
      'Match host other\nHostName no.example\nMatch host forge\nHostName first.example\nHost forge\nHostName second.example';
    assert.equal(await hostOf('forge', config), 'first.example');
  });

  it('compares hosts without their case, because those of remotes are in lower case', async () => {
    assert.equal(await hostOf('forge-work', 'Host Forge-*\nHostName git.acme.example'), 'git.acme.example');
  });

  it('matches patterns like ssh', () => {
    for (const [text, pattern] of [
      ['gitlab', '*'],
      ['gitlab', 'g?tl*b'],
      ['aXbXc', 'a*b*c'],
      ['', '*'],
      ['a.b', 'a.b'],
    ] as const)
      assert.ok(matchesPattern(text, pattern), `${text} ${pattern}`);
    for (const [text, pattern] of [
      ['gitlab', 'git'],
      ['axb', 'a.b'],
      ['', '?'],
      ['ab', 'a*c'],
    ] as const)
      assert.ok(!matchesPattern(text, pattern), `${text} ${pattern}`);
  });

  it('matches long patterns in limited time', () => {
    assert.ok(!matchesPattern('a'.repeat(2_000), `${'a*'.repeat(1_000)}b`));
  });
});
