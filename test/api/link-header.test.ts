import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextLink } from '../../src/api/link-header';

describe('nextLink', () => {
  const cases: [what: string, header: string | undefined, next: string | undefined][] = [
    ['no header', undefined, undefined],
    ['an empty header', '', undefined],
    ['one link', '<https://h/a?page=2>; rel="next"', 'https://h/a?page=2'],
    ['no next', '<https://h/a?page=1>; rel="first"', undefined],
    [
      'the usual four',
      '<https://h/a?page=1>; rel="prev", <https://h/a?page=3>; rel="next", <https://h/a?page=1>; rel="first", <https://h/a?page=9>; rel="last"',
      'https://h/a?page=3',
    ],
    [
      'commas and semicolons in the address',
      '<https://h/a?x=1,2;rel="next">; rel="last", <https://h/b,c;d>; rel="next"',
      'https://h/b,c;d',
    ],
    [
      'commas and brackets in quotes',
      '<https://h/a>; title="x, <https://h/evil>; rel=next"; rel="last", <https://h/b>; rel="next"',
      'https://h/b',
    ],
    [
      'escaped quotes',
      '<https://h/a>; title="\\"; rel=\\"next"; rel=last, <https://h/b>; rel=next',
      'https://h/b',
    ],
    ['no quotes', '<https://h/a>;rel=next', 'https://h/a'],
    ['several relations', '<https://h/a>; rel="last NEXT"', 'https://h/a'],
    ['a word that holds next', '<https://h/a>; rel="nextish"', undefined],
    ['the first rel of two', '<https://h/a>; rel="prev"; rel="next"', undefined],
    ['other parameters first', '<https://h/a>; title=x; foo; rel="next"', 'https://h/a'],
    ['capital letters', '<https://h/a>; REL="Next"', 'https://h/a'],
    ['odd spaces', '  <https://h/a>  ;  rel = "next"  ', 'https://h/a'],
    [
      'an encoded address, unchanged',
      '<https://h/api/v4/projects/a%2Fb?cursor=eyJ%3D%3D&per_page=>; rel="next"',
      'https://h/api/v4/projects/a%2Fb?cursor=eyJ%3D%3D&per_page=',
    ],
    ['a relative address', '</a?page=2>; rel="next"', '/a?page=2'],
    ['an open bracket', '<https://h/a; rel="next"', undefined],
    ['an open quote', '<https://h/a>; rel="next', undefined],
    ['an empty address', '<>; rel="next"', undefined],
  ];
  for (const [what, header, next] of cases) {
    it(`handles ${what}`, () => {
      assert.equal(nextLink(header), next);
    });
  }

  it('terminates quickly for any text', () => {
    const bits = fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', 'rel', 'next', ' ', 'a');
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
        const found = nextLink(parts.join(''));
        assert.ok(found === undefined || found.length > 0);
      }),
      { numRuns: 1000 },
    );
    const long = '<https://h/a>; rel="prev"; title="' + '\\"'.repeat(20_000);
    assert.equal(nextLink(long), undefined);
  });
});
