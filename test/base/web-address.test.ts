import assert from 'node:assert/strict';
import fc from 'fast-check';
import { webAddress } from '../../src/base/web-address';

const TAKEN: readonly string[] = [
  'http://a.example',
  'https://a.example/path?query=1#part',
  'HTTPS://A.EXAMPLE/',
  'http://localhost:8080/x',
  'http://127.0.0.1/',
  'http://[::1]:8080/x',
  'https://user@a.example/',
  'https://user:word@a.example/@b.example',
  'https://bücher.example/ü',
  'https://a.example//two//slashes',
  'https://a.example/a\\b',
];

const REFUSED: readonly (readonly [what: string, text: string | null | undefined])[] = [
  ['nothing', undefined],
  ['null', null],
  ['no text', ''],
  ['a scheme alone', 'http:'],
  ['no host', 'http://'],
  ['no host but a port', 'http://:80/'],
  ['one slash', 'http:/a.example'],
  ['three slashes', 'http:///a.example'],
  ['four slashes', 'http:////a.example'],
  ['four slashes before text', 'http:////x'],
  ['backslashes', 'http:\\\\a.example'],
  ['backslashes before text', 'http:\\\\x'],
  ['a backslash among slashes', 'http:/\\a.example'],
  ['a backslash behind the host', 'http://a.example\\b'],
  ['a backslash that makes the host a user', 'http://a.example\\@b.example/'],
  ['a user with an at sign', 'http://a@b@c.example/'],
  ['a user without a host', 'http://user@/'],
  ['another scheme', 'ftp://a.example/'],
  ['a script', 'javascript:alert(1)'],
  ['a command', 'command:workbench.action.quit'],
  ['a file', 'file:///etc/passwd'],
  ['no scheme', '//a.example/'],
  ['a blank before it', ' http://a.example/'],
  ['a blank in the host', 'http://a b.example/'],
  ['a tab in the scheme', 'ht\ttp://a.example/'],
  ['a tab in the host', 'http://a\t.example/'],
  ['a line feed in the path', 'http://a.example/\nb'],
  ['a line feed at its end', 'http://a.example/\n'],
  ['an escape character in the path', 'http://a.example/\u001b[0m'],
  ['a control character of two bytes', 'http://a.example/\u009d'],
  ['a zero', 'http://a.example/\0'],
  ['a port that is too large', 'http://a.example:99999/'],
  ['a port that is none', 'http://a.example:x/'],
  ['an address of four parts that is none', 'http://999.1.1.1/'],
  ['brackets without an end', 'http://[::1/'],
  ['a percent sign in the host', 'http://%zz.example/'],
];

/** Splits a URL as described in RFC 3986, appendix B. VS Code does the same. */
const PARTS = /^(([^:/?#]+?):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/;

describe('webAddress', () => {
  for (const text of TAKEN) {
    it(`accepts ${text}`, () => {
      assert.equal(webAddress(text), text);
    });
  }
  for (const [what, text] of REFUSED) {
    it(`rejects ${what}: ${JSON.stringify(text)}`, () => {
      assert.equal(webAddress(text), undefined);
    });
  }

  it('accepts only URLs without control characters whose host is unambiguous, and returns them unchanged', () => {
    const part = fc.constantFrom(
      ...[
        'http',
        'https',
        'HTTP',
        'ftp',
        ':',
        '/',
        '//',
        '////',
        '\\',
        '\\\\',
        '@',
        '?',
        '#',
        '%',
        '%2f',
        '%00',
      ],
      ...[
        'a',
        'a.example',
        'b.example',
        '127.0.0.1',
        '0x7f.1',
        '[::1]',
        '[',
        ']',
        ':80',
        ':x',
        '.',
        '..',
        ' ',
      ],
      ...[
        '\t',
        '\n',
        '\r',
        '\0',
        '\u001b',
        '\u007f',
        '\u0085',
        '\u009c',
        '\u00a0',
        '\u2028',
        '\u3002',
        'ü',
        '\u00ad',
      ],
      ...['\ufeff', '\ud800', '\uff0f', '\u2044'],
    );
    const few = fc.constantFrom('a', 'b.example', '\\', '@', '/', ':80', '?', '#', '\t');
    const any = fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'http:', 'http:/', ''),
        fc.oneof(fc.array(part, { maxLength: 8 }), fc.array(few, { maxLength: 6 })),
      )
      .map(([front, parts]) => front + parts.join(''));
    let taken = 0;
    fc.assert(
      fc.property(any, (text) => {
        const address = webAddress(text);
        if (address === undefined) return;
        taken++;
        assert.equal(address, text);
        assert.doesNotMatch(address, /\p{Cc}/u);
        const { protocol, host } = new URL(address);
        assert.ok((protocol === 'http:' || protocol === 'https:') && host !== '');
        const [, , scheme = '', , authority = '', path = ''] = PARTS.exec(address) ?? [];
        assert.match(scheme, /^https?$/i);
        assert.equal(new URL(`${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`).host, host);
        // VS Code rejects a URI without a host whose path starts with two slashes.
        assert.ok(authority !== '' && (path === '' || path.startsWith('/')));
      }),
      { numRuns: 3_000 },
    );
    // About 120 of the random texts are valid. Far fewer would mean that the test checks nothing.
    assert.ok(taken > 20, `${taken} were taken`);
  });
});
