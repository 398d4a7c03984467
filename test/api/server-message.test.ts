import assert from 'node:assert/strict';
import fc from 'fast-check';
import { serverMessage } from '../../src/api/server-message';

const JSON_TYPE = 'application/json';

describe('serverMessage', () => {
  const json: [what: string, body: unknown, words: string | undefined][] = [
    ['message as text', { message: '404 Project Not Found' }, '404 Project Not Found'],
    ['error as text', { error: '404 Not Found' }, '404 Not Found'],
    [
      'an expired token',
      { error: 'invalid_token', error_description: 'Token is expired.' },
      'Token is expired.',
    ],
    [
      'a token without the scope',
      {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges.',
        scope: 'api',
      },
      'The request requires higher privileges. (scope: api)',
    ],
    [
      'a fine-grained token without the permission',
      { error: 'insufficient_granular_scope', error_description: 'Requires [Job: Delete].' },
      'Requires [Job: Delete]. (insufficient_granular_scope)',
    ],
    ['an error code without description', { error: 'dpop_error' }, 'dpop_error'],
    [
      'missing parameters',
      { error: 'title is missing, source_branch is missing' },
      'title is missing, source_branch is missing',
    ],
    [
      'an object of lists',
      { message: { title: ["can't be blank", 'is too long'], base: ['Nothing to merge'] } },
      "title: can't be blank; title: is too long; Nothing to merge",
    ],
    ['an embedded object', { message: { author: { name: ['is odd'] } } }, 'author.name: is odd'],
    [
      'a list',
      { message: ['Another open merge request already exists: !38'] },
      'Another open merge request already exists: !38',
    ],
    ['a nested error', { message: { error: 'Request timed out' } }, 'Request timed out'],
    ['a list of errors', { errors: [{ message: 'no field' }, 'second'] }, 'no field; second'],
    [
      'a hash in the text of a refusal',
      { message: '400 Bad request - Note {:position=>["is incomplete", "can\'t be blank"]}' },
      "position: is incomplete; position: can't be blank",
    ],
    [
      'a hash of the present version of Ruby',
      { message: '400 Bad request - Note {position: ["is incomplete"], base: ["Too \\"late\\""]}' },
      'position: is incomplete; Too "late"',
    ],
    [
      'a hash with texts as keys',
      {
        error:
          'Failed to save the label: {"title" => ["is taken"], :color => nil, "author"=>{:name=>["is odd"]}}',
      },
      'Failed to save the label; title: is taken; author.name: is odd',
    ],
    [
      'a hash in a list',
      { message: { base: ['Milestone {:title=>["is too long (maximum is 255 characters)"]}', 'second'] } },
      'title: is too long (maximum is 255 characters); second',
    ],
    ['an unfinished hash', { message: 'Note {:title=>["is taken"' }, 'Note {:title=>["is taken"'],
    ['a hash without messages', { message: 'Note {:id=>7}' }, 'Note {:id=>7}'],
    [
      'braces in a text',
      { message: 'Use {name} or {a: b} in the title' },
      'Use {name} or {a: b} in the title',
    ],
    ['a text in JSON', 'Retry later', 'Retry later'],
    ['a list in JSON', ['a', 'b'], 'a; b'],
    ['an empty object', {}, undefined],
    ['empty words', { message: '' }, undefined],
    ['numbers only', { message: 7 }, undefined],
    ['null', null, undefined],
    ['words in the second key', { message: null, error: 'x' }, 'x'],
    ['an object too deep', { message: { a: { b: { c: { d: { e: 'x' } } } } } }, undefined],
  ];
  for (const [what, body, expected] of json) {
    it(`reads ${what}`, () => {
      assert.equal(serverMessage(JSON.stringify(body), JSON_TYPE), expected);
    });
  }

  it('returns plain text', () => {
    assert.equal(serverMessage('Retry later\n', 'text/plain'), 'Retry later');
    assert.equal(serverMessage('Retry later', undefined), 'Retry later');
  });

  it('ignores HTML, regardless of the content type', () => {
    assert.equal(serverMessage('<html><body>502</body></html>', 'text/html'), undefined);
    assert.equal(serverMessage('  <!DOCTYPE html><p>x', 'text/plain'), undefined);
    assert.equal(serverMessage('{"message":"x"}', 'text/html'), undefined);
    assert.equal(serverMessage('', 'application/json'), undefined);
  });

  it('removes control characters and bidirectional control characters', () => {
    const body = { message: 'a\u0000b\u001b[31m\r\nc\u202Ed\u2066e\u0085f' };
    assert.equal(serverMessage(JSON.stringify(body), JSON_TYPE), 'a b [31m cde f');
  });

  it("returns at most 1,000 characters and doesn't split a surrogate pair", () => {
    for (const shift of ['', 'x']) {
      const message = serverMessage(JSON.stringify({ message: shift + '🚂'.repeat(800) }), JSON_TYPE) ?? '';
      assert.ok(message.length <= 1000 && message.length > 990);
      assert.doesNotThrow(() => encodeURIComponent(message));
    }
  });

  it('returns one line without control characters for any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (body) => {
        const message = serverMessage(body, JSON_TYPE);
        assert.ok(
          message === undefined || (message !== '' && message.length <= 1000 && !/\p{Cc}/u.test(message)),
        );
      }),
      { numRuns: 500 },
    );
  });
});
