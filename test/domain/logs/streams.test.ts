import assert from 'node:assert/strict';
import { ESC, seen } from './seen';

const TIME = '2026-05-08T09:28:43.725057Z';
const written = (...lines: string[]): string => lines.map((line) => `${TIME} ${line}\n`).join('');

const LOGS: readonly [behavior: string, log: string, lines: readonly string[]][] = [
  [
    'keeps an error between two states of a progress bar',
    written(
      `00O ${ESC}[0KRunning${ESC}[0;m`,
      '01O 10%\r',
      '01E error: disk full',
      '01O+20%\r',
      '01O+100%\r',
      '01O+done',
      '00O end',
    ),
    ['Running', '10%', 'error: disk full', 'done', 'end'],
  ],
  [
    'keeps an error between two parts of a long line',
    written(`01O ${'x'.repeat(8192)}`, '01E panic: boom', '01O+rest'),
    ['x'.repeat(8192), 'panic: boom', 'rest'],
  ],
  ['keeps output between two states of errors', written('01E 1\r', '01O out', '01E+2'), ['1', 'out', '2']],
  [
    'keeps lines of streams with the same letter and other digits',
    written('01O 1\r', '02O two', '01O+3'),
    ['1', 'two', '3'],
  ],
  ['joins the parts of one stream', written('01E a\r', '01E+b', '01E+c'), ['bc']],
];

describe('job log of two streams', () => {
  for (const [behavior, log, lines] of LOGS) {
    it(behavior, () => {
      const read = seen(log);
      assert.deepEqual(
        read.lines.map(({ text }) => text),
        lines,
      );
      assert.ok(read.lines.every(({ time }) => time !== undefined));
    });
  }
});
