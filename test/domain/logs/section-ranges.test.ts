import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogParser } from '../../../src/domain/logs/parser';
import {
  flatRanges,
  foldedAtFirst,
  nestedRanges,
  rangesAround,
  type SectionRange,
} from '../../../src/domain/logs/section-ranges';
import type { LogSection } from '../../../src/domain/logs/sections';

const section = (name: string, first: number, last?: number, collapsed = false): LogSection => ({
  name,
  first,
  last,
  seconds: last === undefined ? undefined : 1,
  collapsed,
  hideDuration: false,
});
const lines = (sections: readonly LogSection[], count: number) =>
  flatRanges(nestedRanges(sections, count)).map(({ section: { name }, first, last }) => [name, first, last]);

describe('folding ranges of sections', () => {
  it('nest like the sections', () => {
    const tree = nestedRanges(
      [section('a', 0, 9), section('b', 1, 4), section('c', 5, 9), section('d', 10, 12)],
      20,
    );
    assert.deepEqual(
      tree.map((one) => one.children.length),
      [2, 0],
    );
  });
  it('are cut at the end of an enclosing section', () => {
    assert.deepEqual(lines([section('a', 0, 5), section('b', 2, 8)], 20), [
      ['a', 0, 5],
      ['b', 2, 5],
    ]);
  });
  it('extend to the end while sections are open, but not beyond the document', () => {
    assert.deepEqual(lines([section('a', 0), section('b', 3, 30), section('c', 12, 13)], 10), [
      ['a', 0, 9],
      ['b', 3, 9],
    ]);
  });
  it('are returned around a line, outermost first', () => {
    const tree = nestedRanges([section('a', 0, 9), section('b', 1, 4), section('c', 2, 3)], 20);
    const names = (line: number): string[] => rangesAround(tree, line).map(({ section: { name } }) => name);
    assert.deepEqual(
      [names(0), names(2), names(4), names(9), names(10)],
      [['a'], ['a', 'b', 'c'], ['a', 'b'], ['a'], []],
    );
  });
  it('are folded at first if the section requests it', () => {
    const tree = nestedRanges([section('a', 0, 9), section('b', 1, 4, true), section('c', 5, 5, true)], 20);
    assert.deepEqual(foldedAtFirst(tree, undefined), [1]);
  });
  it('are folded at first except for the failed section and the sections around it', () => {
    const tree = nestedRanges(
      [section('a', 0, 2), section('b', 3, 9, true), section('c', 4, 5), section('d', 6, 8)],
      20,
    );
    assert.deepEqual(foldedAtFirst(tree, 7), [0, 4]);
  });
  it('never overlap unless nested, for any log', () => {
    const any = fc.array(fc.tuple(fc.nat(30), fc.option(fc.nat(30), { nil: undefined })), { maxLength: 20 });
    fc.assert(
      fc.property(any, fc.nat(30), (given, count) => {
        const sections = given
          .map(([first, length]) => section('x', first, length === undefined ? undefined : first + length))
          .sort((one, other) => one.first - other.first);
        const check = (ranges: ReturnType<typeof nestedRanges>, from: number, to: number): void => {
          let last = from - 1;
          for (const range of ranges) {
            assert.ok(
              range.first >= from && range.first > last - 1 && range.last <= to && range.first <= range.last,
            );
            last = range.last;
            check(range.children, range.first, range.last);
          }
        };
        check(nestedRanges(sections, count), 0, count - 1);
      }),
    );
  });
});

/** Parses nested sections that never end, each with one line. */
function openInEachOther(count: number): LogParser {
  const trace = new LogParser();
  const line = (number: number): string => `section_start:1:part_${number}\r\u001b[0Kheader ${number}\n`;
  trace.push(Buffer.from(Array.from({ length: count }, (_, number) => line(number)).join('')));
  trace.end();
  return trace;
}

function depthOf(ranges: readonly SectionRange[]): number {
  let depth = 0;
  for (let level = ranges; level.length > 0; level = level.flatMap(({ children }) => children)) depth++;
  return depth;
}

/** Returns the same sections and a function that returns how often they were read. */
function counted(sections: readonly LogSection[]) {
  let reads = 0;
  const watched = sections.map((one) => ({
    ...one,
    get first() {
      reads++;
      return one.first;
    },
  }));
  return { watched, reads: () => reads };
}

describe('nested sections that never end', () => {
  for (const count of [2_300, 100_000]) {
    it(`have a maximum depth, and are read once each: ${count}`, () => {
      const trace = openInEachOther(count);
      assert.equal(trace.sections.length, count);
      const { watched, reads } = counted(trace.sections);
      const ranges = nestedRanges(watched, trace.lineCount);
      assert.ok(reads() <= count, `${reads()} reads of ${count} sections`);
      // The outline is created from this tree by a recursive function.
      assert.ok(depthOf(ranges) <= 50, `${depthOf(ranges)} levels`);
      const all = flatRanges(ranges);
      assert.ok(all.length > 0 && all.length <= 5_000);
      assert.ok(all.every(({ last }) => last === trace.lineCount - 1));
      assert.equal(rangesAround(ranges, trace.lineCount - 1).length, depthOf(ranges));
      assert.deepEqual(foldedAtFirst(ranges, trace.lineCount - 1), []);
    });
  }

  it("don't hide later sections once they end", () => {
    const trace = openInEachOther(2_300);
    for (let number = 2_299; number >= 0; number--)
      trace.push(Buffer.from(`section_end:2:part_${number}\r\u001b[0K`));
    trace.push(Buffer.from('section_start:3:last\r\u001b[0Kheader\nits text\n'));
    const last = rangesAround(nestedRanges(trace.sections, trace.lineCount), trace.lineCount - 1);
    assert.deepEqual(
      last.map(({ section: { name } }) => name),
      ['last'],
    );
  });
});
