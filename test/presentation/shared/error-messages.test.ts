import assert from 'node:assert/strict';
import { ApiError, ERROR_KINDS } from '../../../src/api/errors';
import { AbortError } from '../../../src/base/abort';
import { ReadOnlyTokenError } from '../../../src/domain/accounts/token-scopes';
import { ActionNotAllowedError } from '../../../src/domain/jobs/rules';
import { RoleTooLowError } from '../../../src/domain/projects/required-roles';
import { explainJobActions } from '../../../src/presentation/jobs/errors';
import { explain, isSilent, registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { errorRow } from '../../../src/presentation/shared/error-row';

registerErrorMessages(explainJobActions);

const anError = (facts: Partial<ConstructorParameters<typeof ApiError>[0]>): ApiError =>
  new ApiError({ kind: 'server', endpoint: 'GET /user', host: 'gitlab.example', ...facts });

describe('error messages', () => {
  for (const kind of ERROR_KINDS) {
    it(`contain a sentence for ${kind}, with and without the server's message`, () => {
      for (const serverMessage of [undefined, 'Job is not retryable']) {
        const { why } = explain(anError({ kind, serverMessage }));
        assert.match(why, /^\p{Lu}|^gitlab\.example/u);
        assert.match(why, /[.:)]|retryable$/);
        assert.doesNotMatch(why, /undefined|\[object|\{\d\}/);
      }
    });
  }

  it("contain the server's message for a missing permission", () => {
    const error = anError({
      kind: 'forbidden',
      status: 403,
      serverMessage: '403 Forbidden - Job is not retryable',
    });
    assert.equal(explain(error).why, 'The server responded: 403 Forbidden - Job is not retryable');
  });

  it('explain a rejection that contains only the status text', () => {
    const error = anError({ kind: 'forbidden', status: 403, serverMessage: '403 Forbidden' });
    assert.equal(explain(error).why, "You don't have permission to do this on gitlab.example.");
  });

  it('replace standard phrases of a server with the object or the cause', () => {
    const why = (kind: ApiError['kind'], status: number, serverMessage: string): string =>
      explain(anError({ kind, status, serverMessage })).why;
    const rows: readonly [ApiError['kind'], number, string, string][] = [
      [
        ...(['not-found', 404, '404 Project Not Found'] as const),
        "This project doesn't exist on gitlab.example, or you don't have access to it.",
      ],
      ['not-found', 404, '404 Discussion Not Found', 'This thread no longer exists on gitlab.example.'],
      [
        'not-found',
        404,
        '404 Not Found',
        "This item doesn't exist on gitlab.example, or you don't have access to it.",
      ],
      [
        'not-found',
        404,
        '404 Whatever Not Found',
        "This item doesn't exist on gitlab.example, or you don't have access to it.",
      ],
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
        "The server doesn't currently allow this action. Refresh and try again.",
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
    for (const [kind, status, serverMessage, sentence] of rows)
      assert.equal(why(kind, status, serverMessage), sentence);
    assert.equal(
      why('not-found', 404, '404 Not found - no such tag'),
      'The server responded: 404 Not found - no such tag',
    );
  });

  it("don't attribute an unsent request to the server", () => {
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

  it('offer sign-in for a rejected token', () => {
    const { why, steps } = explain(
      anError({ kind: 'unauthorized', status: 401, serverMessage: '401 Unauthorized' }),
    );
    assert.equal(why, 'gitlab.example rejected the token. The token may have expired or been revoked.');
    assert.equal(steps[0], 'sign-in');
  });

  it("don't call a token rejected that was never sent", () => {
    assert.equal(
      explain(anError({ kind: 'unauthorized' })).why,
      "Couldn't find a usable token for gitlab.example.",
    );
  });

  it('explain that a server is unreachable', () => {
    assert.equal(
      explain(anError({ kind: 'network', detail: 'ECONNREFUSED' })).why,
      "Couldn't connect to gitlab.example: connection refused.",
    );
    assert.match(explain(anError({ kind: 'network', detail: 'EWEIRD' })).why, /EWEIRD/);
  });

  it("explain that a response isn't HTTP", () => {
    for (const detail of ['EPROTO', 'HPE_INVALID_CONSTANT']) {
      const { why } = explain(anError({ kind: 'network', detail }));
      assert.match(why, /http or https/);
      assert.match(why, /port/);
    }
  });

  it("don't call a server unreachable after an interrupted response", () => {
    for (const detail of ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'])
      assert.equal(
        explain(anError({ kind: 'network', detail })).why,
        'gitlab.example closed the connection.',
      );
  });

  it('name a proxy that requires a password', () => {
    assert.match(explain(anError({ kind: 'network', status: 407 })).why, /proxy/);
  });

  it("don't call an empty response a web page", () => {
    const { why } = explain(anError({ kind: 'not-json', status: 201, detail: 'empty body' }));
    assert.doesNotMatch(why, /web page/);
    assert.equal(why, 'gitlab.example returned an empty response (201).');
  });

  it("don't call unreadable data a web page", () => {
    for (const detail of ['application/json', 'text/plain', undefined]) {
      const { why } = explain(anError({ kind: 'not-json', status: 200, detail }));
      assert.doesNotMatch(why, /web page/);
    }
    assert.match(explain(anError({ kind: 'not-json', status: 200, detail: 'text/html' })).why, /web page/);
  });

  it('explain that a request is too large for a proxy', () => {
    for (const status of [413, 431])
      assert.equal(
        explain(anError({ kind: 'bad-request', status })).why,
        'The request is too large for the server.',
      );
  });

  it('omit the phrase "Unauthorized"', () => {
    const { why } = explain(anError({ kind: 'unauthorized', status: 401, serverMessage: 'Unauthorized' }));
    assert.equal(why, 'gitlab.example rejected the token. The token may have expired or been revoked.');
  });

  it('contain the URL for signing in after a redirect to another server', () => {
    for (const detail of ['redirect to another origin', 'the next page is on another origin']) {
      const location = 'https://other.example/gitlab/api/v4/user';
      const { why } = explain(anError({ kind: 'moved', location, detail }));
      assert.match(why, /^gitlab\.example .*https:\/\/other\.example\/gitlab[:,. ]/);
      assert.match(why, /sign in/);
    }
  });

  it("don't suggest signing in after a redirect from https to http", () => {
    const location = 'http://gitlab.example/api/v4/projects/1/jobs';
    const detail = 'the next page is on another origin';
    const { why, steps } = explain(anError({ kind: 'moved', location, detail }));
    assert.match(why, /http instead of https/);
    assert.doesNotMatch(why, /sign in/);
    assert.deepEqual(steps, ['show-output']);
  });

  it('contain the duration of a rate limit if known', () => {
    const rateLimited = { kind: 'too-many-requests', status: 429, retryAfterMs: 0 } as const;
    assert.equal(
      explain(anError(rateLimited)).why,
      'gitlab.example is rate limiting requests. Try again later.',
    );
    assert.equal(
      explain(anError({ ...rateLimited, retryAfterMs: 89_500 })).why,
      'gitlab.example is rate limiting requests. Try again in 1 minute 30 seconds.',
    );
  });

  it('contain the role that is required, and the one that the user has', () => {
    const why = (access: number | 'archived'): string =>
      explain(new RoleTooLowError('retryJob', { path: 'acme/shop', access }, () => undefined)).why;
    const required = 'Retrying jobs requires at least the Developer role.';
    assert.equal(why(20), `${required} Your role in acme/shop is Reporter.`);
    assert.equal(why(0), `${required} You don't have a role in acme/shop.`);
    assert.equal(why('archived'), 'acme/shop is archived and can only be read.');
  });

  it('offer another token if the token can only read', () => {
    const { why, steps, base } = explain(new ReadOnlyTokenError('https://gitlab.example'));
    assert.equal(
      why,
      'The token for gitlab.example is read-only. To change anything, sign in with a token that has the "api" scope.',
    );
    assert.deepEqual([steps[0], base], ['another-token', 'https://gitlab.example']);
  });

  it("name job and status for an action that isn't allowed", () => {
    const error = new ActionNotAllowedError('retry', { name: 'unit-tests', status: 'waiting_for_resource' });
    assert.equal(
      explain(error).why,
      'Only finished jobs can be retried. Status of unit-tests: waiting for resource group.',
    );
  });

  it('are omitted for actions that the user canceled', () => {
    assert.equal(isSilent(new AbortError()), true);
    assert.equal(isSilent(anError({ kind: 'aborted' })), true);
    assert.equal(isSilent(anError({})), false);
  });

  it('hide internal details of other errors', () => {
    assert.equal(
      explain(new TypeError('x is not a function')).why,
      'An unexpected error occurred. See the Switchyard output for details.',
    );
    assert.equal(
      explain('thrown text').why,
      'An unexpected error occurred. See the Switchyard output for details.',
    );
  });

  it('offer the next step on a click on an error row', () => {
    const missing = { what: "Couldn't load acme/storefront", subject: 'acme/storefront' };
    const row = errorRow(missing, anError({ kind: 'unauthorized', status: 401 }));
    assert.equal(row.onClick?.command, 'switchyard.signIn');
    assert.match(row.accessibleLabel, /^Couldn't load acme\/storefront, gitlab\.example rejected the token/);
  });

  it('start an error row with a brief reason, and explain it in the tooltip', () => {
    const rowOf = (error: unknown) => errorRow({ what: "Couldn't load these items" }, error);
    for (const [fields, label, description] of [
      [{ kind: 'server', status: 502 }, 'Server error (502)', 'click to refresh'],
      [{ kind: 'network', detail: 'ECONNREFUSED' }, 'No connection', 'click to refresh'],
      [{ kind: 'network', detail: 'CERT_HAS_EXPIRED' }, 'Certificate not trusted', 'click to refresh'],
      [{ kind: 'unauthorized', status: 401 }, 'Token rejected', 'click to sign in'],
      [{ kind: 'too-many-requests' }, 'Rate limited', 'click to refresh'],
      [{ kind: 'not-found', status: 404 }, 'Not found', 'click to show the output'],
    ] as const) {
      const row = rowOf(anError(fields));
      assert.deepEqual([row.label, row.description], [label, description]);
      assert.deepEqual(
        row.details?.map(({ name, value }) => [name, value]),
        [
          ['Problem', "Couldn't load these items"],
          ['Reason', explain(anError(fields)).why],
          ['On click', row.onClick?.title],
        ],
      );
    }
    const rejected = anError({ kind: 'unauthorized', status: 401, base: 'https://git.example/git' });
    assert.deepEqual(rowOf(rejected).onClick?.account, { base: 'https://git.example/git' });
    assert.equal(rowOf(anError({ kind: 'timeout' })).onClick?.account, undefined);
    assert.match(rowOf(new TypeError('x')).label, /^An unexpected error occurred/);
    const ofProject = errorRow({ what: 'x', subject: 'acme/storefront' }, anError({ kind: 'timeout' }));
    assert.deepEqual([ofProject.label, ofProject.description], ['No response in time', 'acme/storefront']);
  });
});
