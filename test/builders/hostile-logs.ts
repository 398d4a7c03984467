/**
 * Returns a job log of the given size in bytes that is expensive to parse. Any user who can run a job can
 * write it.
 */
type HostileLog = (bytes: number) => Uint8Array;

const ESC = '\u001b';
const ERASE = `\r${ESC}[0K`;

/** Repeats a text, with one byte per character. */
const again =
  (text: string, before = ''): HostileLog =>
  (bytes) => {
    const log = Buffer.alloc(bytes, text, 'latin1');
    log.write(before, 'latin1');
    return log;
  };

/** Concatenates texts that differ. */
const each =
  (make: (number: number) => string): HostileLog =>
  (bytes) => {
    const parts: string[] = [];
    for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 1) parts.push(make(parts.length));
    return Buffer.from(parts.join(''), 'latin1').subarray(0, bytes);
  };

/** Logs that are expensive for the log parser. */
export const HARD_TO_PARSE: Readonly<Record<string, HostileLog>> = {
  'strings that begin in each other': again('\u00c2\u009d'),
  'the same behind a string': again('\u00c2\u009d', `${ESC}]`),
  'strings of another kind': again('\u00c2\u0090'),
  'strings of the third kind': again('\u00c2\u0098', `${ESC}]`),
  'strings of the fourth kind': again('\u00c2\u009e'),
  'strings of the fifth kind': again('\u00c2\u009f'),
  'strings of all kinds': again('\u00c2\u009d\u00c2\u0090a\u00c2\u009eb\u00c2\u0098\u00c2\u009f'),
  'strings and control sequences': again('\u00c2\u009d\u00c2\u009b1;2'),
  'strings that are broken off by others': again(`${ESC}]`),
  'strings with text that are broken off': again(`${ESC}]0;title\n`),
  'a string without an end': again('a', `${ESC}]`),
  'strings without content': again('\u00c2\u009d\u00c2\u009c'),
  'escape characters': again(ESC),
  'control sequences of one letter': again(`${ESC}[A`),
  'control sequences that are broken off': again('\u00c2\u009b'),
  'long control sequences that are broken off': again(`${ESC}[${'1;'.repeat(2_047)}\u0001`),
  'looks with many parameters': again(`${ESC}[${'1;'.repeat(2_000)}m`),
  'looks with many parts': again(`${ESC}[${'38:2:1:2:3;'.repeat(300)}m`),
  'ever other looks': each((n) => `${ESC}[38;2;${n & 255};${(n >> 8) & 255};${n >> 16}mx`),
  links: again(`${ESC}]8;;http://x\u0007a${ESC}]8;;\u0007`),
  'links to nowhere': again(`${ESC}]8;;http:////${'\u00e9'.repeat(1_900)}\u0007a`),
  'line feeds': again('\n'),
  'a progress that rewrites its line': again('Downloading 55%\r'),
  'carriage returns': again('\r'),
  erasing: again(ERASE),
  backspaces: again('x\b'),
  'sections in each other': each((n) => `section_start:1:a${n}${ERASE}`),
  'sections of one name': again(`section_start:1:a${ERASE}`),
  'ends of sections': again(`section_end:1:a${ERASE}`),
  'markers with many options': again(`section_start:1:a[${'a=b,'.repeat(900)}]${ERASE}`),
  'markers that are none': again(`${'section_start:1:'.repeat(250)}${ERASE}`),
  'lines that go on with a time': again('2026-01-01T00:00:00.000000Z 00O+x\n'),
  'separators of lines': again('\u00e2\u0080\u00a8'),
  'next lines': again('\u00c2\u0085'),
  'one line': again('x'),
};
