import assert from 'node:assert/strict';
import { end, ESC, seen, stamp, start } from './seen';

describe('job log sections', () => {
  const sections = (log: string) =>
    seen(log).sections.map(({ name, first, last, seconds }) => [name, first, last, seconds]);

  it('can be nested', () => {
    assert.deepEqual(
      sections(`${start('a')}A\n${start('b')}B\nin\n${end('b')}${end('a', 1_700_000_060)}after\n`),
      [
        ['a', 0, 2, 60],
        ['b', 1, 2, 9],
      ],
    );
  });
  it('can overlap', () => {
    assert.deepEqual(sections(`${start('a')}A\n${start('b')}B\n${end('a')}x\n${end('b')}`), [
      ['a', 0, 1, 9],
      ['b', 1, 2, 9],
    ]);
  });
  it('stay open without an end marker', () => {
    assert.deepEqual(sections(`${start('a')}A\nx\n`), [['a', 0, undefined, undefined]]);
  });
  it('can have the same name when nested', () => {
    assert.deepEqual(sections(`${start('a')}A\n${start('a')}B\n${end('a')}x\n${end('a')}`), [
      ['a', 0, 2, 9],
      ['a', 1, 1, 9],
    ]);
  });
  it('have the same duration with timestamps in milliseconds or smaller units', () => {
    assert.deepEqual(sections(`${start('a', '', 1_700_000_000_000)}A\n${end('a', 1_700_000_002_500)}`), [
      ['a', 0, 0, 2.5],
    ]);
    const nanoseconds = `section_start:1700000000000000000:a\r${ESC}[0KA\nsection_end:1700000003000000000:a\r${ESC}[0K`;
    assert.deepEqual(sections(nanoseconds), [['a', 0, 0, 3]]);
  });
  it('never have a negative duration', () => {
    assert.deepEqual(sections(`${start('a')}A\n${end('a', 5)}`), [['a', 0, 0, 0]]);
  });
  it('have options, written with or without spaces', () => {
    const [one, two] = seen(
      `${start('a', '[collapsed=true, hide_duration=true]')}A\n${start('b', '[hide_duration=false,other,collapsed=no]')}B\n`,
    ).sections;
    assert.deepEqual([one?.collapsed, one?.hideDuration], [true, true]);
    assert.deepEqual([two?.collapsed, two?.hideDuration], [false, false]);
  });
  it('require a name of the allowed characters and a time', () => {
    for (const marker of [
      'section_start:1:a b',
      'section_start:x:a',
      'section_start:1:',
      'section_end:1:ä',
    ]) {
      assert.deepEqual(seen(`${marker}\r${ESC}[0K`).sections, [], marker);
    }
  });
});

describe('job log timestamps', () => {
  it('are those of the raw lines in which the lines start', () => {
    const log = [
      `${stamp(' ', '01')}${start('a')}\n`,
      `${stamp('+', '02')}Header\n`,
      `${stamp(' ', '03')}long \n`,
      `${stamp('+', '04')}line\n`,
      `no stamp\n`,
      `${stamp(' ', '05')}last`,
    ].join('');
    const { lines } = seen(log);
    assert.deepEqual(
      lines.map(({ text, time }) => [text, time === undefined ? undefined : new Date(time).getUTCSeconds()]),
      [
        ['Header', 1],
        ['long line', 3],
        ['no stamp', undefined],
        ['last', 5],
      ],
    );
    assert.equal(lines[0]?.time, Date.UTC(2026, 10, 5, 10, 0, 1) + 123.456);
  });
});
