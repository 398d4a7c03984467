import assert from 'node:assert/strict';
import { ApiError, ERROR_KINDS } from '../../../src/api/errors';
import { AbortError } from '../../../src/base/abort';
import { ActionNotAllowed } from '../../../src/domain/jobs/rules';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { explain, isSilent, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { errorRow } from '../../../src/presentation/shared/error-row';

registerErrorMessages(explainJobActions);

const anError = (facts: Partial<ConstructorParameters<typeof ApiError>[0]>): ApiError =>
  new ApiError({ kind: 'server', endpoint: 'GET /user', host: 'gitlab.example', ...facts });

describe('sentences for errors', () => {
  for (const kind of ERROR_KINDS) {
    it(`${kind} is told as a sentence, with and without the server's words`, () => {
      for (const serverMessage of [undefined, 'Job is not retryable']) {
        const { why } = explain(anError({ kind, serverMessage }));
        assert.match(why, /^\p{Lu}|^gitlab\.example/u);
        assert.match(why, /[.:)]|retryable$/);
        assert.doesNotMatch(why, /undefined|\[object|\{\d\}/);
      }
    });
  }

  it("a refused permission is told in the server's own words", () => {
    const error = anError({
      kind: 'forbidden',
      status: 403,
      serverMessage: '403 Forbidden - Job is not retryable',
    });
    assert.equal(explain(error).why, 'The server says: 403 Forbidden - Job is not retryable');
  });

  it('a refusal that is no more than the name of its status is told in plain words', () => {
    const error = anError({ kind: 'forbidden', status: 403, serverMessage: '403 Forbidden' });
    assert.equal(explain(error).why, "You don't have permission to do this on gitlab.example.");
  });

  it('bare phrases of a server never reach a person: which object it is, or what happened, is told', () => {
    const why = (kind: ApiError['kind'], status: number, serverMessage: string): string =>
      explain(anError({ kind, status, serverMessage })).why;
    const rows: readonly [ApiError['kind'], number, string, string][] = [
      [
        ...(['not-found', 404, '404 Project Not Found'] as const),
        "This project doesn't exist on gitlab.example, or you don't have access to it.",
      ],
      ['not-found', 404, '404 Discussion Not Found', 'This thread no longer exists on gitlab.example.'],
      ['not-found', 404, '404 Not Found', "Not found on gitlab.example, or you don't have access."],
      ['not-found', 404, '404 Whatever Not Found', "Not found on gitlab.example, or you don't have access."],
      [
        'server',
        500,
        '500 Internal Server Error',
        'gitlab.example returned an error (500). Try again later.',
      ],
      ['server', 502, 'Bad Gateway', 'gitlab.example returned an error (502). Try again later.'],
      [
        'method-not-allowed',
        405,
        '405 Method Not Allowed',
        "The server doesn't currently allow this action.",
      ],
      [
        ...(['forbidden', 403, 'insufficient_scope'] as const),
        "The token for gitlab.example doesn't have a scope that this action requires. Sign in with a token that has it.",
      ],
      [
        ...(['unauthorized', 401, 'invalid_token'] as const),
        'gitlab.example rejected the token. The token may have expired or been revoked.',
      ],
    ];
    for (const [kind, status, words, sentence] of rows) assert.equal(why(kind, status, words), sentence);
    assert.equal(
      why('not-found', 404, '404 Not found - no such tag'),
      'The server says: 404 Not found - no such tag',
    );
  });

  it('what was refused before it was sent is not blamed on the server', () => {
    const long = explain(
      anError({ kind: 'uri-too-long', detail: 'labels takes most of a query over 6144 bytes' }),
    );
    assert.equal(
      long.why,
      'The request is too long to send because of "labels". Use fewer or shorter values.',
    );
    const value = explain(anError({ kind: 'bad-request', detail: 'job_id: is missing' }));
    assert.equal(value.why, "Couldn't send the request (job_id: is missing).");
    assert.equal(
      explain(anError({ kind: 'uri-too-long', status: 414 })).why,
      'The request is too large for the server.',
    );
  });

  it('a refused token leads to sign-in', () => {
    const { why, steps } = explain(
      anError({ kind: 'unauthorized', status: 401, serverMessage: '401 Unauthorized' }),
    );
    assert.equal(why, 'gitlab.example rejected the token. The token may have expired or been revoked.');
    assert.equal(steps[0], 'sign-in');
  });

  it('a token that was never sent is not said to be refused', () => {
    assert.equal(
      explain(anError({ kind: 'unauthorized' })).why,
      "Couldn't find a usable token for gitlab.example.",
    );
  });

  it('a server that is not there is told plainly', () => {
    assert.equal(
      explain(anError({ kind: 'network', detail: 'ECONNREFUSED' })).why,
      "Couldn't connect to gitlab.example: connection refused.",
    );
    assert.match(explain(anError({ kind: 'network', detail: 'EWEIRD' })).why, /EWEIRD/);
  });

  it('what answers without speaking the language of the web is told so', () => {
    for (const detail of ['EPROTO', 'HPE_INVALID_CONSTANT']) {
      const { why } = explain(anError({ kind: 'network', detail }));
      assert.match(why, /http or https/);
      assert.match(why, /port/);
    }
  });

  it('an answer that breaks off is not said to be out of reach', () => {
    for (const detail of ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'])
      assert.equal(
        explain(anError({ kind: 'network', detail })).why,
        'gitlab.example closed the connection.',
      );
  });

  it('a proxy that wants a password is named as what stands in the way', () => {
    assert.match(explain(anError({ kind: 'network', status: 407 })).why, /proxy/);
  });

  it('an empty answer is not called a web page', () => {
    const { why } = explain(anError({ kind: 'not-json', status: 201, detail: 'empty body' }));
    assert.doesNotMatch(why, /web page/);
    assert.equal(why, 'gitlab.example returned an empty response (201).');
  });

  it('data that cannot be read is not called a web page', () => {
    for (const detail of ['application/json', 'text/plain', undefined]) {
      const { why } = explain(anError({ kind: 'not-json', status: 200, detail }));
      assert.doesNotMatch(why, /web page/);
    }
    assert.match(explain(anError({ kind: 'not-json', status: 200, detail: 'text/html' })).why, /web page/);
  });

  it('a body that is too long for a proxy is called so', () => {
    for (const status of [413, 431])
      assert.equal(
        explain(anError({ kind: 'bad-request', status })).why,
        'The request is too large for the server.',
      );
  });

  it('the bare word of a refusal says nothing about the token', () => {
    const { why } = explain(anError({ kind: 'unauthorized', status: 401, serverMessage: 'Unauthorized' }));
    assert.equal(why, 'gitlab.example rejected the token. The token may have expired or been revoked.');
  });

  it('a server that sends elsewhere is told with the address to sign in with', () => {
    for (const detail of ['redirect to another origin', 'the next page is on another origin']) {
      const location = 'https://other.example/gitlab/api/v4/user';
      const { why } = explain(anError({ kind: 'moved', location, detail }));
      assert.match(why, /^gitlab\.example .*https:\/\/other\.example\/gitlab[:,. ]/);
      assert.match(why, /sign in/);
    }
  });

  it('nobody is sent from https to http', () => {
    const location = 'http://gitlab.example/api/v4/projects/1/jobs';
    const detail = 'the next page is on another origin';
    const { why, steps } = explain(anError({ kind: 'moved', location, detail }));
    assert.match(why, /http instead of https/);
    assert.doesNotMatch(why, /sign in/);
    assert.deepEqual(steps, ['show-output']);
  });

  it('a token that lacks a scope leads to signing in with more scopes', () => {
    const refused = (serverMessage: string) =>
      explain(anError({ kind: 'forbidden', status: 403, serverMessage }));
    const { why, steps } = refused('It requires higher privileges. (scope: api read_api)');
    assert.equal(
      why,
      "The token for gitlab.example doesn't have the required scope (api or read_api). Sign in with a token that has it.",
    );
    assert.deepEqual(steps, ['more-scopes', 'show-output']);
    // Servers may name no scope.
    for (const words of [
      'insufficient_scope',
      'The request requires higher privileges than provided by the access token.',
    ]) {
      assert.deepEqual(refused(words).steps, ['more-scopes', 'show-output']);
      assert.equal(
        refused(words).why,
        "The token for gitlab.example doesn't have a scope that this action requires. Sign in with a token that has it.",
      );
      assert.equal(refused(words).host, 'gitlab.example');
    }
    assert.deepEqual(refused('403 Forbidden - Job is not erasable!').steps, ['show-output']);
  });

  it('a pause of no length is told without a number', () => {
    const asked = { kind: 'too-many-requests', status: 429, retryAfterMs: 0 } as const;
    assert.equal(explain(anError(asked)).why, 'gitlab.example is rate limiting requests.');
  });

  it('an action that the rules do not allow names job and status', () => {
    const error = new ActionNotAllowed('retry', { name: 'unit-tests', status: 'waiting_for_resource' });
    assert.equal(
      explain(error).why,
      'Only finished jobs can be retried; unit-tests is waiting for resource.',
    );
  });

  it('what a person cancelled is not told', () => {
    assert.equal(isSilent(new AbortError()), true);
    assert.equal(isSilent(anError({ kind: 'aborted' })), true);
    assert.equal(isSilent(anError({})), false);
  });

  it('anything else hides its insides', () => {
    assert.equal(
      explain(new TypeError('x is not a function')).why,
      'An unexpected error occurred. See the Switchyard output for details.',
    );
    assert.equal(
      explain('thrown text').why,
      'An unexpected error occurred. See the Switchyard output for details.',
    );
  });

  it('a row in place of others offers the next step on a click', () => {
    const row = errorRow("Couldn't load acme/storefront", anError({ kind: 'unauthorized', status: 401 }));
    assert.equal(row.onClick?.command, 'switchyard.signIn');
    assert.match(row.accessibleLabel, /^Couldn't load acme\/storefront, gitlab\.example rejected the token/);
  });
});
