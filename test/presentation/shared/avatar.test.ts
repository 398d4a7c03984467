import assert from 'node:assert/strict';
import { avatar } from '../../../src/presentation/shared/avatar';

const BASE = 'https://git.example/gitlab';
const shown = (name: string, avatar_url?: string | null): string =>
  avatar({ name, avatar_url }, BASE).toString();
const addressIn = (markup: string): string | undefined => /data-avatar="([^"]*)"/.exec(markup)?.[1];
const initialsIn = (markup: string): string | undefined => />([^<]*)<\/span>/.exec(markup)?.[1];

describe('avatars', () => {
  it('are loaded from the server of the account, also from paths', () => {
    const path = '/uploads/-/system/user/avatar/3/avatar.png';
    for (const address of [`https://git.example${path}`, path])
      assert.equal(addressIn(shown('Ada', address)), `https://git.example${path}`);
  });

  it('are never loaded from other servers or schemes', () => {
    for (const address of [
      'https://www.gravatar.com/avatar/1',
      'http://git.example/a.png',
      'https://git.example:8443/a.png',
      'https://user@git.example/a.png',
      '//other.example/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'command:a',
      '',
      null,
      undefined,
    ])
      assert.equal(addressIn(shown('Ada', address)), undefined, String(address));
  });

  it('show initials until they are loaded', () => {
    for (const [name, initials] of [
      ['Ada Lovelace', 'AL'],
      ['ada', 'A'],
      ['Ana María de la Cruz', 'AC'],
      ['李小龙', '李'],
      ['𝒜da B', '𝒜B'],
      ['  ', ''],
      ['<b>x', 'BX'],
    ] as const)
      assert.equal(initialsIn(shown(name)), initials, name);
  });

  it('are hidden from screen readers, because the name follows', () => {
    assert.match(shown('Ada'), /aria-hidden="true"/);
  });
});
