import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TRUE_COLOUR, type TraceStyle } from '../../../src/domain/trace/style';
import { TraceParser } from '../../../src/domain/trace/trace-parser';

const encoder = new TextEncoder();
const ESC = '\u001b';
const start = (name: string, options = '', time = 1_700_000_000): string =>
  `section_start:${time}:${name}${options}\r${ESC}[0K`;
const end = (name: string, time = 1_700_000_009): string => `section_end:${time}:${name}\r${ESC}[0K`;
const stamp = (flag = ' ', seconds = '00'): string => `2026-11-05T10:00:${seconds}.123456Z 00O${flag}`;

const toBytes = (log: string | Uint8Array): Uint8Array =>
  typeof log === 'string' ? encoder.encode(log) : log;

/** Everything that a reader can see of a log. Where it is cut, it is also looked at in between. */
function seen(log: string | Uint8Array, cuts: readonly number[] = []) {
  const bytes = toBytes(log);
  const trace = new TraceParser();
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (const [index, from] of places.entries()) {
    trace.push(bytes.subarray(from, places[index + 1] ?? bytes.length));
    if (cuts.length > 0) all(trace);
  }
  trace.end();
  return all(trace);
}

function all(trace: TraceParser) {
  const lines = Array.from({ length: trace.lineCount }, (_, line) => ({
    text: trace.text(line, line + 1),
    runs: trace
      .runs(line)
      .map(({ start: from, end: to, style }) => ({ from, to, ...bare(trace.style(style)) })),
    links: trace.links(line),
    time: trace.time(line),
  }));
  return {
    lines,
    sections: trace.sections.map((section) => ({ ...section })),
    linked: trace.linesWithLinks(100),
  };
}

const bare = (style: TraceStyle): TraceStyle =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));

const looks = (log: string) => seen(log).lines[0]?.runs ?? [];

describe('looks in a job log', () => {
  const styles: [what: string, parameters: string, style: TraceStyle][] = [
    ['one of the sixteen colours', '31', { foreground: 1 }],
    ['a bright one', '97', { foreground: 15 }],
    ['one behind the text', '42', { background: 2 }],
    ['a bright one behind the text', '100', { background: 8 }],
    ['one of 256', '38;5;208', { foreground: 208 }],
    ['one of 256 behind', '48;5;17', { background: 17 }],
    ['a true colour', '38;2;1;2;3', { foreground: TRUE_COLOUR + 0x010203 }],
    ['a true colour with colons', '38:2::255:0:16', { foreground: TRUE_COLOUR + 0xff0010 }],
    [
      'a true colour with colons and without colour space',
      '38:2:255:0:16',
      { foreground: TRUE_COLOUR + 0xff0010 },
    ],
    ['one of 256 with colons', '48:5:3', { background: 3 }],
    ['bold', '1', { bold: true }],
    ['dim', '2', { dim: true }],
    ['italic', '3', { italic: true }],
    ['underline', '4', { underline: true }],
    ['a curly line', '4:3', { underline: true }],
    ['two lines', '21', { underline: true }],
    ['inverse', '7', { inverse: true }],
    ['concealed', '8', { conceal: true }],
    ['struck through', '9', { strike: true }],
    ['several at once', '1;4;31;44', { bold: true, underline: true, foreground: 1, background: 4 }],
    ['what follows a colour', '38;5;1;1', { foreground: 1, bold: true }],
    ['a colour of the line under the text, which is passed over', '58;2;1;2;3;1', { bold: true }],
    ['the same with colons', '58:5:9;3', { italic: true }],
    ['switched on and off again', '1;31;22;39;9', { strike: true }],
    ['an empty parameter that resets', '31;;1', { bold: true }],
  ];
  for (const [what, parameters, style] of styles) {
    it(`know ${what}`, () => {
      assert.deepEqual(looks(`a${ESC}[${parameters}mb`), [{ from: 1, to: 2, ...style }]);
    });
  }

  const plain = [
    '',
    '0',
    '0;',
    '39;49',
    '38;5;256',
    '38;2;1;2',
    '38;2;1;2;300',
    '38',
    '4:0',
    '5',
    '>4;2',
    '?1',
  ];
  for (const parameters of plain) {
    it(`stay plain after "${parameters}"`, () => {
      assert.deepEqual(looks(`${ESC}[${parameters}mtext`), []);
    });
  }

  it('carry over line ends until they are reset, the runner’s own way included', () => {
    const { lines } = seen(`${ESC}[31;1mERROR: Job failed\n${ESC}[0;m\nafter\n`);
    assert.deepEqual(
      lines.map(({ text, runs }) => [text, runs.length]),
      [
        ['ERROR: Job failed', 1],
        ['', 0],
        ['after', 0],
      ],
    );
    assert.equal(seen(`${ESC}[32mone\ntwo`).lines[1]?.runs[0]?.foreground, 2);
  });

  it('count columns as the editor does, also where bytes are no characters', () => {
    assert.deepEqual(looks(`é🚂${ESC}[31m漢x`), [{ from: 3, to: 5, foreground: 1 }]);
    // The look begins inside of a character: it counts from that one's start.
    const broken = Buffer.concat([
      Buffer.from([0xff, 0xf0, 0x9f, 0x41, 0xc3]),
      Buffer.from(`${ESC}[31m`),
      Buffer.from([0x80, 0xe2, 0x82, 0x42]),
    ]);
    const [line] = seen(broken).lines;
    assert.deepEqual(line?.runs, [{ from: 3, to: line?.text.length ?? 0, foreground: 1 }]);
  });

  it('join again where the same look was written in pieces', () => {
    assert.deepEqual(looks(`${ESC}[31ma${ESC}[0;31mb${ESC}[31mc`), [{ from: 0, to: 3, foreground: 1 }]);
  });

  it('go with the text that a carriage return throws away', () => {
    assert.deepEqual(looks(`${ESC}[31m 10%${ESC}[0m\r${ESC}[32m100%`), [{ from: 0, to: 4, foreground: 2 }]);
  });
});

describe('links in a job log', () => {
  const link = (target: string, text: string): string =>
    `${ESC}]8;;${target}${ESC}\\${text}${ESC}]8;;${ESC}\\`;

  it('lead to the web, and only their text is shown', () => {
    const [line] = seen(`see ${link('https://a.example/x?y=1;z', 'the guide')}.`).lines;
    assert.equal(line?.text, 'see the guide.');
    assert.deepEqual(line.links, [{ start: 4, end: 13, target: 'https://a.example/x?y=1;z' }]);
  });

  for (const target of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'command:workbench.action.quit',
    'vscode://x/y',
    'https://a b',
    'https://',
    '//a.example',
    '',
  ]) {
    it(`do not lead to "${target}"`, () => {
      const [line] = seen(link(target, 'text')).lines;
      assert.equal(line?.text, 'text');
      assert.deepEqual(line.links, []);
    });
  }

  it('may have an id, end by a bell, and reach over a line end', () => {
    const { lines, linked } = seen(`${ESC}]8;id=1;http://a.example\u0007one\ntwo${ESC}]8;;\u0007 three`);
    assert.deepEqual(
      lines.map(({ links }) => links.map(({ start: from, end: to }) => [from, to])),
      [[[0, 3]], [[0, 3]]],
    );
    assert.deepEqual(linked, [0, 1]);
  });
});

describe('sections of a job log', () => {
  const sections = (log: string) =>
    seen(log).sections.map(({ name, first, last, seconds }) => [name, first, last, seconds]);

  it('nest', () => {
    assert.deepEqual(
      sections(`${start('a')}A\n${start('b')}B\nin\n${end('b')}${end('a', 1_700_000_060)}after\n`),
      [
        ['a', 0, 2, 60],
        ['b', 1, 2, 9],
      ],
    );
  });
  it('cross', () => {
    assert.deepEqual(sections(`${start('a')}A\n${start('b')}B\n${end('a')}x\n${end('b')}`), [
      ['a', 0, 1, 9],
      ['b', 1, 2, 9],
    ]);
  });
  it('stay open where no end comes', () => {
    assert.deepEqual(sections(`${start('a')}A\nx\n`), [['a', 0, undefined, undefined]]);
  });
  it('may have the same name one inside of the other', () => {
    assert.deepEqual(sections(`${start('a')}A\n${start('a')}B\n${end('a')}x\n${end('a')}`), [
      ['a', 0, 2, 9],
      ['a', 1, 1, 9],
    ]);
  });
  it('took as long where their script writes milliseconds or less', () => {
    assert.deepEqual(sections(`${start('a', '', 1_700_000_000_000)}A\n${end('a', 1_700_000_002_500)}`), [
      ['a', 0, 0, 2.5],
    ]);
    const nanoseconds = `section_start:1700000000000000000:a\r${ESC}[0KA\nsection_end:1700000003000000000:a\r${ESC}[0K`;
    assert.deepEqual(sections(nanoseconds), [['a', 0, 0, 3]]);
  });
  it('never took less than no time', () => {
    assert.deepEqual(sections(`${start('a')}A\n${end('a', 5)}`), [['a', 0, 0, 0]]);
  });
  it('know their options, written with and without blanks', () => {
    const [one, two] = seen(
      `${start('a', '[collapsed=true, hide_duration=true]')}A\n${start('b', '[hide_duration=false,other,collapsed=no]')}B\n`,
    ).sections;
    assert.deepEqual([one?.collapsed, one?.hideDuration], [true, true]);
    assert.deepEqual([two?.collapsed, two?.hideDuration], [false, false]);
  });
  it('need a name of the allowed characters and a time', () => {
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

describe('times in a job log', () => {
  it('are those of the raw lines that lines begin in', () => {
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

describe('a job log cut into pieces', () => {
  const piece = fc.constantFrom(
    'text ',
    '\n',
    '\r',
    '\r\n',
    'ü',
    '🚂',
    '\u2028',
    '\u009b32m',
    '\u0085',
    '\u0000',
    `${ESC}[31m`,
    `${ESC}[0;m`,
    `${ESC}[38;2;9;8;7m`,
    `${ESC}[4:3m`,
    ESC,
    '[',
    start('a'),
    end('a'),
    start('b', '[collapsed=true]'),
    end('b'),
    'section_',
    'section_start:1:c\r',
    `${ESC}[0K`,
    `${ESC}]8;;https://a.example\u0007`,
    `${ESC}]8;;\u0007`,
    `${ESC}]0;title`,
    `\n${stamp()}`,
    `\n${stamp('+')}`,
    stamp(),
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => encoder.encode(pieces.join(''))),
    fc
      .array(
        fc.oneof(
          piece.map((text) => encoder.encode(text)),
          fc.uint8Array({ maxLength: 3 }),
          fc.constantFrom(0xe2, 0x80, 0xa8, 0xc2, 0x9b, 0x85).map((byte) => Uint8Array.of(byte)),
        ),
        { maxLength: 30 },
      )
      .map((pieces) => new Uint8Array(Buffer.concat(pieces))),
  );

  it('gives the same lines, looks, links, sections and times as in one', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(500), { maxLength: 12 }), (log, cuts) => {
        const inside = cuts.filter((cut) => cut < log.length);
        assert.deepEqual(seen(log, inside), seen(log));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the same cut at every byte', () => {
    fc.assert(
      fc.property(bytes, (log) => {
        assert.deepEqual(seen(log, [...log.keys()]), seen(log));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps looks and links inside of their lines, in order and apart', () => {
    fc.assert(
      fc.property(bytes, (log) => {
        for (const { text, runs, links } of seen(log).lines) {
          for (const pieces of [
            runs.map(({ from, to }) => [from, to]),
            links.map((one) => [one.start, one.end]),
          ]) {
            let last = 0;
            for (const [from = 0, to = 0] of pieces) {
              assert.ok(last <= from && from < to && to <= text.length, JSON.stringify({ text, pieces }));
              last = to;
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a hostile job log', () => {
  // Each is some megabytes; what needs more than linear time for one of them does not come to its end.
  const hostile: [what: string, log: string][] = [
    ['an escape sequence that never ends', `${ESC}[${'1;'.repeat(2_000_000)}`],
    ['many parameters again and again', `${ESC}[${'1;'.repeat(2_000)}mx`.repeat(800)],
    ['strings that never end', `${ESC}]8;;https://a.example/`.repeat(120_000)],
    [
      'a million colours',
      Array.from({ length: 200_000 }, (_, n) => `${ESC}[38;2;${n & 255};${(n >> 8) & 255};7mx`).join(''),
    ],
    ['almost markers', `${'section_start:1:a['.repeat(200)}\r${ESC}[0K`.repeat(800)],
    ['sections that all stay open', `${start('a')}\n`.repeat(60_000)],
    ['ends without start', end('a').repeat(80_000)],
    ['carriage returns', '\r'.repeat(3_000_000)],
    ['one line', 'x'.repeat(4_000_000)],
    ['line feeds', '\n'.repeat(1_000_000)],
    ['escapes', ESC.repeat(2_000_000)],
    ['continued lines', `${stamp('+')}x\n`.repeat(80_000)],
  ];
  for (const [what, log] of hostile) {
    it(`is read to its end: ${what}`, () => {
      const trace = new TraceParser();
      const raw = encoder.encode(log);
      for (let at = 0; at < raw.length; at += 65_536) trace.push(raw.subarray(at, at + 65_536));
      trace.end();
      const last = Math.max(0, trace.lineCount - 1);
      assert.ok(trace.runs(last, 10_000).length <= 10_000);
    });
  }
});
