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
    assert.equal(explain(error).why, 'You do not have the permission for it on gitlab.example.');
  });

  it('bare phrases of a server never reach a person: which object it is, or what happened, is told', () => {
    const why = (kind: ApiError['kind'], status: number, serverMessage: string): string =>
      explain(anError({ kind, status, serverMessage })).why;
    const rows: readonly [ApiError['kind'], number, string, string][] = [
      [
        ...(['not-found', 404, '404 Project Not Found'] as const),
        "gitlab.example doesn't have this project, or you don't have access to it.",
      ],
      ['not-found', 404, '404 Discussion Not Found', 'This thread is no longer on gitlab.example.'],
      ['not-found', 404, '404 Not Found', 'gitlab.example does not have it, or you may not see it.'],
      ['not-found', 404, '404 Whatever Not Found', 'gitlab.example does not have it, or you may not see it.'],
      [
        'server',
        500,
        '500 Internal Server Error',
        'gitlab.example returned an error (500). Try again later.',
      ],
      ['server', 502, 'Bad Gateway', 'gitlab.example returned an error (502). Try again later.'],
      ['method-not-allowed', 405, '405 Method Not Allowed', 'The server does not allow this now.'],
      [
        ...(['forbidden', 403, 'insufficient_scope'] as const),
        'The token for gitlab.example lacks a scope that this requires. Sign in with a token that has it.',
      ],
      [
        ...(['unauthorized', 401, 'invalid_token'] as const),
        'gitlab.example does not accept the token. It may have expired or been revoked.',
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
      'The request is too long to be sent because of "labels". Use fewer or shorter values.',
    );
    const value = explain(anError({ kind: 'bad-request', detail: 'job_id: is missing' }));
    assert.equal(value.why, "The request can't be sent (job_id: is missing).");
    assert.equal(
      explain(anError({ kind: 'uri-too-long', status: 414 })).why,
      'The request was too long for the server.',
    );
  });

  it('a refused token leads to sign-in', () => {
    const { why, steps } = explain(
      anError({ kind: 'unauthorized', status: 401, serverMessage: '401 Unauthorized' }),
    );
    assert.equal(why, 'gitlab.example does not accept the token. It may have expired or been revoked.');
    assert.equal(steps[0], 'sign-in');
  });

  it('a token that was never sent is not said to be refused', () => {
    assert.equal(
      explain(anError({ kind: 'unauthorized' })).why,
      'There is no usable token for gitlab.example.',
    );
  });

  it('a server that is not there is told plainly', () => {
    assert.equal(
      explain(anError({ kind: 'network', detail: 'ECONNREFUSED' })).why,
      'Nothing answers at gitlab.example.',
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
        'gitlab.example broke the connection off.',
      );
  });

  it('a proxy that wants a password is named as what stands in the way', () => {
    assert.match(explain(anError({ kind: 'network', status: 407 })).why, /proxy/);
  });

  it('an empty answer is not called a web page', () => {
    const { why } = explain(anError({ kind: 'not-json', status: 201, detail: 'empty body' }));
    assert.doesNotMatch(why, /web page/);
    assert.equal(why, 'gitlab.example sent an empty answer (201).');
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
        'The request was too long for the server.',
      );
  });

  it('the bare word of a refusal says nothing about the token', () => {
    const { why } = explain(anError({ kind: 'unauthorized', status: 401, serverMessage: 'Unauthorized' }));
    assert.equal(why, 'gitlab.example does not accept the token. It may have expired or been revoked.');
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
    assert.match(why, /http in place of https/);
    assert.doesNotMatch(why, /sign in/);
    assert.deepEqual(steps, ['show-output']);
  });

  it('a token that lacks a scope is told so, and leads to sign-in', () => {
    const refused = (serverMessage: string) =>
      explain(anError({ kind: 'forbidden', status: 403, serverMessage }));
    const { why, steps } = refused('It requires higher privileges. (scope: api read_api)');
    assert.equal(
      why,
      'The token for gitlab.example lacks the scope api / read_api. Sign in with one that has it.',
    );
    assert.deepEqual(steps, ['sign-in', 'show-output']);
    assert.deepEqual(refused('403 Forbidden - Job is not erasable!').steps, ['show-output']);
  });

  it('a pause of no length is told without a number', () => {
    const asked = { kind: 'too-many-requests', status: 429, retryAfterMs: 0 } as const;
    assert.equal(explain(anError(asked)).why, 'gitlab.example asks for a pause between requests.');
  });

  it('an action that the rules do not allow names job and status', () => {
    const error = new ActionNotAllowed('retry', { name: 'unit-tests', status: 'waiting_for_resource' });
    assert.equal(
      explain(error).why,
      'unit-tests is waiting for resource; only a job that is over can be retried.',
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
      'Something unexpected happened inside the extension.',
    );
    assert.equal(explain('thrown text').why, 'Something unexpected happened inside the extension.');
  });

  it('a row in place of others offers the next step on a click', () => {
    const row = errorRow('acme/storefront could not be read', anError({ kind: 'unauthorized', status: 401 }));
    assert.equal(row.onClick?.command, 'switchyard.signIn');
    assert.match(row.accessibleLabel, /could not be read, gitlab\.example does not accept/);
  });
});
