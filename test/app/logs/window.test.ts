import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogWindow } from '../../../src/app/logs/window';

const notices = {
  before: (bytes: number) => `<${bytes} before>`,
  between: (bytes: number) => `<${bytes} left out>`,
};
const windowOf = (largest: number, from = 0): LogWindow => new LogWindow({ from, largest, notices });

/** Returns numbered lines of ten bytes each. */
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${String(index).padStart(4, '0')}\n`).join('');

function pushAll(window: LogWindow, text: string, piece: number): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) window.push(bytes.subarray(at, at + piece));
}

describe('LogWindow', () => {
  it('contains a complete job log within the limit, for chunks of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 97 }), (lines, piece) => {
        const window = windowOf(600);
        pushAll(window, numbered(lines), piece);
        window.settle(true);
        assert.equal(window.trace.text(), numbered(lines).trimEnd());
        assert.equal(window.left, undefined);
        assert.equal(window.ownLines, Infinity);
      }),
    );
  });

  it('contains the beginning and the end of a larger job log, and the size of the part between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 400 }), fc.integer({ min: 1, max: 97 }), (lines, piece) => {
        const window = windowOf(400);
        pushAll(window, numbered(lines), piece);
        window.settle(true);
        const shown = window.trace.text().split('\n');
        const notice = shown.findIndex((line) => line.startsWith('<'));
        assert.ok(window.left !== undefined);
        assert.equal(shown[notice], `<${window.left.to - window.left.from} left out>`);
        const all = numbered(lines).trimEnd().split('\n');
        assert.deepEqual(shown.slice(0, notice), all.slice(0, notice));
        assert.deepEqual(shown.slice(notice + 1), all.slice(notice + 1 - shown.length));
        assert.equal(window.left.from, notice * 10);
        assert.equal(window.ownLines, notice);
        assert.equal(window.left.line, notice);
        assert.equal(window.read, lines * 10);
      }),
    );
  });

  it('shows its buffered end in parts, followed by new lines', () => {
    const text = numbered(900_000);
    const window = windowOf(8_000_000);
    const atOnce = windowOf(8_000_000);
    for (const each of [window, atOnce]) pushAll(each, text, 64_000);
    atOnce.settle(false);
    pushAll(atOnce, numbered(200_000), 64_000);
    atOnce.settle(true);

    const first = window.unfold();
    assert.ok(first !== undefined && first >= window.ownLines);
    pushAll(window, numbered(200_000), 64_000);
    const sizes: number[] = [];
    for (let before = window.trace.size(); window.unfold() !== undefined; before = window.trace.size())
      sizes.push(window.trace.size() - before);
    assert.ok(sizes.length > 1);
    assert.ok(Math.max(...sizes) <= 1_100_000);
    window.settle(true);
    assert.ok(window.trace.text() === atOnce.trace.text(), 'the text is the same');
  });

  it('continues with the omitted part, and shows the size of the part before', () => {
    const text = numbered(300);
    const first = windowOf(400);
    pushAll(first, text, 64);
    first.settle(true);
    assert.ok(first.left !== undefined);
    const next = windowOf(4_000, first.left.from);
    pushAll(next, text.slice(first.left.from), 64);
    next.settle(true);
    assert.equal(
      next.trace.text(0, 2),
      `<${first.left.from} before>\n${text.slice(first.left.from).split('\n')[0] ?? ''}`,
    );
    assert.equal(next.read, text.length);
    assert.equal(next.ownLines, 0);
  });

  it('preserves the times of lines next to an omitted part', () => {
    const stamped = Array.from(
      { length: 60 },
      (_, index) =>
        `2026-11-05T12:00:${String(index).padStart(2, '0')}.000000Z 00O${index % 2 === 0 ? ' ' : '+'}part ${index}\n`,
    ).join('');
    const window = windowOf(800);
    pushAll(window, stamped, 50);
    window.settle(true);
    const lines = window.trace.text().split('\n');
    assert.ok(window.left !== undefined);
    const notice = lines.findIndex((line) => line.startsWith('<'));
    assert.doesNotMatch(window.trace.text(), /2026-11/);
    assert.ok(window.trace.time(notice + 1) !== undefined);
    const next = windowOf(8_000, window.left.from);
    next.push(Buffer.from(stamped.slice(window.left.from)));
    next.settle(true);
    assert.doesNotMatch(next.trace.text(), /2026-11/);
    assert.match(next.trace.text(0, 1), /before>$/);
  });

  it("doesn't apply colors, links, or incomplete lines of the beginning to the end", () => {
    const window = windowOf(400);
    pushAll(window, `\u001b[31mred\n${numbered(100)}`, 64);
    window.settle(true);
    const notice = window.trace
      .text()
      .split('\n')
      .findIndex((line) => line.startsWith('<'));
    assert.equal(window.trace.runs(notice - 1).length, 1);
    assert.deepEqual(window.trace.runs(notice), []);
    assert.deepEqual(window.trace.runs(notice + 1), []);
  });

  it('limits its memory for a job log of any size', () => {
    const window = windowOf(100_000);
    const piece = Buffer.from(numbered(1_000));
    for (let count = 0; count < 2_000; count++) window.push(piece);
    window.settle(true);
    assert.equal(window.read, 20_000_000);
    assert.ok(window.trace.size() <= 120_000, `${window.trace.size()} bytes`);
  });

  it('buffers nothing if the expected size is within the limit', () => {
    const text = numbered(60);
    const known = windowOf(600);
    known.expect(0, text.length);
    pushAll(known, text, 64);
    assert.equal(known.trace.size(), text.trimEnd().length);
    const unknown = windowOf(600);
    unknown.expect(0, undefined);
    pushAll(unknown, text, 64);
    assert.ok(unknown.trace.size() < 500, 'what may be the middle of a larger log is kept back');
    unknown.settle(true);
    known.settle(true);
    assert.equal(known.trace.text(), unknown.trace.text());
  });

  it('uses a smaller beginning and end if the expected size exceeds the limit', () => {
    const text = numbered(200);
    const window = windowOf(800);
    window.expect(0, text.length);
    pushAll(window, text, 64);
    window.settle(true);
    assert.equal(window.left?.from, 200);
    assert.ok(window.left.to > 1_700 && window.left.to <= 1_820, String(window.left.to));
    const next = windowOf(800, 200);
    next.expect(200, text.length - 200);
    pushAll(next, text.slice(200), 64);
    next.settle(true);
    assert.equal(next.left?.from, 400);
  });

  it('keeps the shown lines if the job log is larger than expected', () => {
    const text = numbered(200);
    const window = windowOf(800);
    window.expect(0, 700);
    pushAll(window, text.slice(0, 505), 64);
    window.expect(505, text.length - 505);
    pushAll(window, text.slice(505), 64);
    window.settle(true);
    assert.ok(window.left !== undefined);
    assert.ok(window.left.from >= 505 && window.left.from < 580, String(window.left.from));
    assert.equal(window.trace.text().split('\n').at(-1), 'line 0199');
  });

  it('contains the beginning and the end if the job log exceeds the limit or the expected size', () => {
    for (const reportedSize of [1_000, 600]) {
      const window = windowOf(600);
      window.expect(0, reportedSize);
      pushAll(window, numbered(100), 64);
      window.settle(true);
      assert.match(window.trace.text(), /^<\d+ left out>$/m, String(reportedSize));
    }
  });

  it('appends new lines of a growing job log at the end', () => {
    const window = windowOf(400);
    pushAll(window, numbered(100), 64);
    window.settle(false);
    const { lineCount } = window.trace;
    assert.equal(window.push(Buffer.from('more\n')), lineCount);
    window.settle(true);
    assert.equal(window.trace.text().split('\n').at(-1), 'more');
  });
});
