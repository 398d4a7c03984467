import assert from 'node:assert/strict';
import { type LogStyle, TRUE_COLOR } from '../../../src/domain/logs/style';
import { ESC, seen } from './seen';

const runsOf = (log: string) => seen(log).lines[0]?.runs ?? [];

describe('job log styles', () => {
  const styles: [what: string, parameters: string, style: LogStyle][] = [
    ['one of the sixteen colors', '31', { foreground: 1 }],
    ['a bright one', '97', { foreground: 15 }],
    ['one behind the text', '42', { background: 2 }],
    ['a bright one behind the text', '100', { background: 8 }],
    ['one of 256', '38;5;208', { foreground: 208 }],
    ['one of 256 behind', '48;5;17', { background: 17 }],
    ['a true color', '38;2;1;2;3', { foreground: TRUE_COLOR + 0x010203 }],
    ['a true color with colons', '38:2::255:0:16', { foreground: TRUE_COLOR + 0xff0010 }],
    [
      'a true color with colons and without color space',
      '38:2:255:0:16',
      { foreground: TRUE_COLOR + 0xff0010 },
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
    ['what follows a color', '38;5;1;1', { foreground: 1, bold: true }],
    ['a color of the line under the text, which is passed over', '58;2;1;2;3;1', { bold: true }],
    ['the same with colons', '58:5:9;3', { italic: true }],
    ['switched on and off again', '1;31;22;39;9', { strike: true }],
    ['an empty parameter that resets', '31;;1', { bold: true }],
  ];
  for (const [what, parameters, style] of styles) {
    it(`support ${what}`, () => {
      assert.deepEqual(runsOf(`a${ESC}[${parameters}mb`), [{ from: 1, to: 2, ...style }]);
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
    it(`are empty after "${parameters}"`, () => {
      assert.deepEqual(runsOf(`${ESC}[${parameters}mtext`), []);
    });
  }

  it('continue over line ends until they are reset, also as the runner resets them', () => {
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

  it('count columns like the editor, also for invalid UTF-8', () => {
    assert.deepEqual(runsOf(`é🚂${ESC}[31m漢x`), [{ from: 3, to: 5, foreground: 1 }]);
    // The style starts inside a character and applies from the start of that character.
    const broken = Buffer.concat([
      Buffer.from([0xff, 0xf0, 0x9f, 0x41, 0xc3]),
      Buffer.from(`${ESC}[31m`),
      Buffer.from([0x80, 0xe2, 0x82, 0x42]),
    ]);
    const [line] = seen(broken).lines;
    assert.deepEqual(line?.runs, [{ from: 3, to: line?.text.length ?? 0, foreground: 1 }]);
  });

  it('are merged if the same style is written in parts', () => {
    assert.deepEqual(runsOf(`${ESC}[31ma${ESC}[0;31mb${ESC}[31mc`), [{ from: 0, to: 3, foreground: 1 }]);
  });

  it('are removed with text that a carriage return overwrites', () => {
    assert.deepEqual(runsOf(`${ESC}[31m 10%${ESC}[0m\r${ESC}[32m100%`), [{ from: 0, to: 4, foreground: 2 }]);
  });
});

describe('job log hyperlinks', () => {
  const link = (target: string, text: string): string =>
    `${ESC}]8;;${target}${ESC}\\${text}${ESC}]8;;${ESC}\\`;

  it('have a web target, and only their text is shown', () => {
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
    it(`never have the target "${target}"`, () => {
      const [line] = seen(link(target, 'text')).lines;
      assert.equal(line?.text, 'text');
      assert.deepEqual(line.links, []);
    });
  }

  it('can have an ID, end with a bell character, and span several lines', () => {
    const { lines, linked } = seen(`${ESC}]8;id=1;http://a.example\u0007one\ntwo${ESC}]8;;\u0007 three`);
    assert.deepEqual(
      lines.map(({ links }) => links.map(({ start: from, end: to }) => [from, to])),
      [[[0, 3]], [[0, 3]]],
    );
    assert.deepEqual(linked, [0, 1]);
  });
});
