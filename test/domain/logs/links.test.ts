import assert from 'node:assert/strict';
import { LogParser } from '../../../src/domain/logs/parser';

const link = (address: string, text: string): string =>
  `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;

const BAD: readonly string[] = [
  'http:////x',
  'http:\\\\x',
  'http:',
  'http://',
  'javascript:alert(1)',
  'command:workbench.action.quit',
  'file:///etc/passwd',
  'http://a.example\\@b.example/',
  'http://a b.example/',
  'http://[::1/',
  'http://a.example:99999/',
  'x'.repeat(4_000),
];

describe('job log links', () => {
  for (const bad of BAD) {
    it(`are kept next to an invalid link: ${JSON.stringify(bad.slice(0, 40))}`, () => {
      const trace = new LogParser();
      trace.push(
        Buffer.from(
          `${link('https://a.example/1', 'one')} ${link(bad, 'bad')} ${link('https://a.example/2', 'two')}\n`,
        ),
      );
      trace.push(Buffer.from(`${link(bad, 'bad')}\n${link('https://a.example/3', 'three')}\n`));
      trace.end();
      assert.equal(trace.text(), 'one bad two\nbad\nthree');
      const targets = [0, 1, 2].map((line) => trace.links(line).map(({ start, target }) => [start, target]));
      assert.deepEqual(targets, [
        [
          [0, 'https://a.example/1'],
          [8, 'https://a.example/2'],
        ],
        [],
        [[0, 'https://a.example/3']],
      ]);
    });
  }
});
