import assert from 'node:assert/strict';
import { isWorkingPath } from '../../../src/domain/git/working-path';

describe('paths in the working tree from a server', () => {
  for (const path of [
    'src/app.ts',
    'a b/ü.txt',
    '.gitignore',
    '.gitlab/x.md',
    '.github/a',
    'git~/a',
    'a..b',
    '..a',
  ])
    it(`allow ${path}`, () => {
      assert.ok(isWorkingPath(path));
    });

  const refused: Readonly<Record<string, readonly string[]>> = {
    'lead out of the folder': [
      '..',
      '../x',
      'a/../../x',
      'a/..',
      './a',
      'a/./b',
      '.. /x',
      'a/... /x',
      '..\\x',
      'a\\..\\x',
    ],
    'are absolute': ['/etc/passwd', '//host/share', '\\\\host\\share', 'C:/x', 'c:x', 'a/d:/x', ''],
    'hold an empty part': ['a//b', 'a/'],
    'hold a NUL': ['a\0b'],
    'name the folder of git': [
      '.git',
      '.git/config',
      'sub/.git/hooks/post-checkout',
      '.GIT/config',
      '.Git',
      'a\\.git\\x',
    ],
    'name it as Windows would read it': [
      'git~1/config',
      'GIT~1',
      'git~2',
      '.git./config',
      '.git /config',
      '.git . .',
      '.git::$INDEX_ALLOCATION/config',
      '.git:x',
    ],
    'name it as macOS would read it': [
      '.g\u200cit/config',
      '\ufeff.git',
      '.gi\u202et',
      '.git\u206f',
      '.\u200dg\u200ei\u200ft',
    ],
  };
  for (const [why, paths] of Object.entries(refused))
    it(`are rejected if they ${why}`, () => {
      for (const path of paths) assert.ok(!isWorkingPath(path), JSON.stringify(path));
    });
});
