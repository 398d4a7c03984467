import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../src/api/create-client';
import { ApiError } from '../../src/api/errors';
import { createPolicyTransport } from '../../src/api/http-policy/policy-transport';
import { nodeTransport } from '../../src/api/transport';
import { systemClock } from '../../src/base/clock';
import { silentLog } from '../../src/base/log';
import { isRecord } from '../../src/base/record';
import { ClientKeyFailedError } from '../../src/domain/errors/client-keys';
import { RotationStoppedError } from '../../src/domain/errors/rotation';
import { ActionFailedError, JOB_ACTIONS } from '../../src/domain/jobs/rules';
import { MergeRequestActionFailedError } from '../../src/domain/merge-requests/action-errors';
import { MERGE_REQUEST_ACTIONS } from '../../src/domain/merge-requests/rules';
import { explainClientKeys } from '../../src/presentation/errors/client-key-errors';
import { explainJobActions } from '../../src/presentation/jobs/errors';
import { explainMergeRequests } from '../../src/presentation/merge-requests/errors';
import {
  explain,
  failureText,
  isSilent,
  registerErrorMessages,
} from '../../src/presentation/shared/error-messages';
import { address } from '../api/helpers/client';
import { ManualClock } from '../api/helpers/clocks';
import { closeServers, startServer } from '../api/helpers/loopback';
import { DECLARED } from './endpoints';
import { stage } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };
const thread = { ...request, discussion_id: 'f'.repeat(40) };
const draft = { ...request, draft_note_id: 1 };
const job = { id: 'acme/storefront', job_id: 1 };
const pipeline = { id: 'acme/storefront', pipeline_id: 1 };

/** The arguments of each write. They don't have to be valid, because the response is replaced. */
const WRITES: Readonly<Record<string, object>> = {
  cancelJob: job,
  retryJob: job,
  eraseJob: job,
  playJob: job,
  keepArtifacts: job,
  deleteArtifacts: job,
  createMergeRequestPipeline: request,
  createMergeRequest: { id: request.id, source_branch: 'a', target_branch: 'main', title: 'Add a' },
  updateMergeRequest: { ...request, title: 'Add b' },
  deleteMergeRequest: request,
  acceptMergeRequest: request,
  cancelAutoMerge: request,
  rebaseMergeRequest: request,
  subscribe: request,
  unsubscribe: request,
  createTodo: request,
  markTodoDone: { id: 1 },
  markAllTodosDone: {},
  setTimeEstimate: { ...request, duration: '1h' },
  resetTimeEstimate: request,
  addSpentTime: { ...request, duration: '1h' },
  resetSpentTime: request,
  createClientKey: { id: request.id },
  deleteClientKey: { id: request.id, key_id: 1 },
  changeErrorTrackingSettings: { id: request.id, active: true },
  retryPipeline: pipeline,
  cancelPipeline: pipeline,
  createPipeline: { id: request.id, ref: 'main', inputs: { environment: 'staging' } },
  createNote: { ...request, body: 'Well done.' },
  createDiscussion: { ...request, body: 'Why?' },
  resolveDiscussion: { ...thread, resolved: true },
  createReply: { ...thread, body: 'Because.' },
  editNote: { ...thread, note_id: 1, body: 'How?' },
  deleteNote: { ...thread, note_id: 1 },
  createDraftNote: { ...request, note: 'Maybe' },
  editDraftNote: { ...draft, note: 'Surely' },
  deleteDraftNote: draft,
  publishDraftNotes: request,
  addNoteAward: { ...request, note_id: 1, name: 'eyes' },
  removeNoteAward: { ...request, note_id: 1, award_id: 1 },
  applySuggestion: { id: 1 },
  applySuggestions: { ids: [1, 2] },
  createUpload: { id: request.id, file: { name: 'a.txt', bytes: Buffer.from('text') } },
  createBranch: { id: request.id, branch: 'a', ref: 'main' },
  deleteBranch: { id: request.id, branch: 'a' },
  revertCommit: { id: request.id, sha: 'a', branch: 'main' },
  cherryPickCommit: { id: request.id, sha: 'a', branch: 'main' },
  approveMergeRequest: request,
  unapproveMergeRequest: request,
};

interface Ending {
  /** The fault of the sandbox. */
  readonly rule?: object;
  /** For a response that the sandbox can't send. */
  readonly respond?: (response: ServerResponse) => void;
  /** True if the response fails in its body, which doesn't affect endpoints without a response body. */
  readonly inBody?: true;
  /** Happens after the server received the request. */
  readonly then?: 'abort' | 'silence';
}

/** Every way in which a sent write can end with an unknown outcome. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'a connection that ends without an answer': { rule: { kind: 'reset' } },
  'an answer that is cut off': { rule: { kind: 'cut', status: 200 }, inBody: true },
  'a compressed answer that is cut off': {
    respond: (response) => {
      const zipped = gzipSync('{"id":1}');
      response.writeHead(201, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(zipped.subarray(0, zipped.length / 2));
    },
    inBody: true,
  },
  'no answer in time': { rule: { kind: 'slow', ms: 600_000 }, then: 'silence' },
  'half of a JSON answer': { rule: { kind: 'wrong-json', status: 201 }, inBody: true },
  'an answer of another form': {
    rule: { kind: 'status', status: 200, form: 'text', message: '[1]' },
    inBody: true,
  },
  'a web page': { rule: { kind: 'html' } },
  'an abort after it was sent': { rule: { kind: 'slow', ms: 600_000 }, then: 'abort' },
  'status 408': { rule: { kind: 'status', status: 408 } },
  'status 500': { rule: { kind: 'status', status: 500 } },
  'status 502 with a web page': { rule: { kind: 'status', status: 502, form: 'html' } },
  'status 503 with a text': { rule: { kind: 'status', status: 503, form: 'text' } },
  'status 504': { rule: { kind: 'status', status: 504 } },
};

const isWrite = (value: unknown): boolean =>
  isRecord(value) && 'method' in value && value['method'] !== 'GET';

registerErrorMessages(explainJobActions);
registerErrorMessages(explainMergeRequests);
registerErrorMessages(explainClientKeys);

/** Wraps the error like the application code, with the attempted action. */
const wrapped = (error: ApiError): readonly Error[] => [
  ...JOB_ACTIONS.map((action) => new ActionFailedError(action, 'unit-tests', 'job', error)),
  ...MERGE_REQUEST_ACTIONS.map((action) => new MergeRequestActionFailedError(action, 12, error)),
  new ClientKeyFailedError('create', error),
  new RotationStoppedError({ old: 5, fresh: 7, step: 'delete', before: undefined }, undefined, {
    cause: error,
  }),
];

describe('write with a lost response', () => {
  const world = stage();
  afterEach(closeServers);

  const writing = Object.entries(DECLARED).filter(([, { method }]) => method !== 'GET');

  it('has a row for each endpoint that writes', async () => {
    const folder = new URL('../../src/api/endpoints/', import.meta.url);
    const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));
    const names = modules.flatMap((each: object) =>
      Object.entries(each).flatMap(([name, value]) => (isWrite(value) ? [name] : [])),
    );
    assert.deepEqual(Object.keys(WRITES).sort(), names.sort());
    assert.deepEqual(Object.keys(WRITES).sort(), writing.map(([name]) => name).sort());
  });

  for (const [name, endpoint] of writing) {
    it(`${endpoint.method} ${endpoint.path} is sent once and reported as unconfirmed`, async () => {
      for (const [what, ending] of Object.entries(ENDINGS)) {
        if (ending.inBody === true && endpoint.response.kind === 'none') continue;
        const { error, sent, url } = await lost(endpoint, WRITES[name] ?? {}, ending);
        assert.deepEqual([what, sent], [what, 1]);
        assert.ok(error instanceof ApiError, `${what}: ${String(error)}`);
        assert.equal(error.outcomeUnknown, true, what);
        assert.equal(isSilent(error), false, what);
        for (const failure of [error, ...wrapped(error)]) {
          assert.equal(failureText('It was not done.', failure), sentence(url), what);
          const { steps } = explain(failure);
          assert.equal(steps[0], 'refresh', what);
          assert.ok(!steps.includes('retry'), what);
        }
      }
    });
  }

  const sentence = (url: string): string =>
    `${new URL(url).host} didn't confirm the request. It may have succeeded. Refresh to check.`;

  /** Calls a write that fails. Returns the error and the number of writes that the server received. */
  async function lost(endpoint: object, args: object, { rule, respond, then }: Ending) {
    const { sandbox } = world;
    const server = respond && (await startServer((_request, response) => respond(response)));
    const url = server?.url ?? sandbox.url;
    const received = (): number => (server?.requests ?? sandbox.requests()).length;
    const isUpload = 'file' in args;
    const clock = new ManualClock();
    const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock });
    const transport = createPolicyTransport(wire, { clock: systemClock });
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.owner);
    const base = address(url);
    const credential = { kind: 'personal', token } as const;
    const client = createClient({ base, credential, transport, clock: systemClock, log: silentLog });
    const before = received();
    if (rule !== undefined) sandbox.faults.add({ ...rule, path: '/api/v4/**', next: 1 });
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const ended = client.call(endpoint as never, args as never, options).then(
      () => 'it was taken for done',
      (reason: unknown) => reason,
    );
    if (then !== undefined) {
      while (sandbox.faults.rules.length > 0) await new Promise(setImmediate);
      if (then === 'abort') abort.abort();
      else clock.advance(isUpload ? 900_000 : 30_000);
    }
    const error: unknown = await ended;
    while (received() === before) await new Promise(setImmediate);
    transport.dispose();
    wire.dispose();
    assert.deepEqual(sandbox.faults.rules, []);
    return { error, sent: received() - before, url };
  }
});
