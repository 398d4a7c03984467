import assert from 'node:assert/strict';
import fc from 'fast-check';
import { around, flat, foldedAtFirst, nested } from '../../../src/domain/trace/section-ranges';
import type { TraceSection } from '../../../src/domain/trace/sections';

const section = (name: string, first: number, last?: number, collapsed = false): TraceSection => ({
  name,
  first,
  last,
  seconds: last === undefined ? undefined : 1,
  collapsed,
  hideDuration: false,
});
const lines = (sections: readonly TraceSection[], count: number) =>
  flat(nested(sections, count)).map(({ section: { name }, first, last }) => [name, first, last]);

describe('sections as lines that fold', () => {
  it('nest as they were written', () => {
    const tree = nested(
      [section('a', 0, 9), section('b', 1, 4), section('c', 5, 9), section('d', 10, 12)],
      20,
    );
    assert.deepEqual(
      tree.map((one) => one.children.length),
      [2, 0],
    );
  });
  it('are cut where they cross the end of another', () => {
    assert.deepEqual(lines([section('a', 0, 5), section('b', 2, 8)], 20), [
      ['a', 0, 5],
      ['b', 2, 5],
    ]);
  });
  it('run to the end while they are open, and no further than the document', () => {
    assert.deepEqual(lines([section('a', 0), section('b', 3, 30), section('c', 12, 13)], 10), [
      ['a', 0, 9],
      ['b', 3, 9],
    ]);
  });
  it('are told around a line, the outermost first', () => {
    const tree = nested([section('a', 0, 9), section('b', 1, 4), section('c', 2, 3)], 20);
    const names = (line: number): string[] => around(tree, line).map(({ section: { name } }) => name);
    assert.deepEqual(
      [names(0), names(2), names(4), names(9), names(10)],
      [['a'], ['a', 'b', 'c'], ['a', 'b'], ['a'], []],
    );
  });
  it('start folded where they ask for it', () => {
    const tree = nested([section('a', 0, 9), section('b', 1, 4, true), section('c', 5, 5, true)], 20);
    assert.deepEqual(foldedAtFirst(tree, undefined), [1]);
  });
  it('start folded all but the one that failed and what is around it', () => {
    const tree = nested(
      [section('a', 0, 2), section('b', 3, 9, true), section('c', 4, 5), section('d', 6, 8)],
      20,
    );
    assert.deepEqual(foldedAtFirst(tree, 7), [0, 4]);
  });
  it('never overlap but one inside of the other, whatever the log says', () => {
    const any = fc.array(fc.tuple(fc.nat(30), fc.option(fc.nat(30), { nil: undefined })), { maxLength: 20 });
    fc.assert(
      fc.property(any, fc.nat(30), (given, count) => {
        const sections = given
          .map(([first, length]) => section('x', first, length === undefined ? undefined : first + length))
          .sort((one, other) => one.first - other.first);
        const check = (ranges: ReturnType<typeof nested>, from: number, to: number): void => {
          let last = from - 1;
          for (const range of ranges) {
            assert.ok(
              range.first >= from && range.first > last - 1 && range.last <= to && range.first <= range.last,
            );
            last = range.last;
            check(range.children, range.first, range.last);
          }
        };
        check(nested(sections, count), 0, count - 1);
      }),
    );
  });
});
