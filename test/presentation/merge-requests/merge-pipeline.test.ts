import assert from 'node:assert/strict';
import { getMergeRequest, listProjectMergeRequests } from '../../../src/api/endpoints/merge-requests';
import { mergeRequestPageBody } from '../../../src/presentation/merge-request-page/page';
import { stepLabel } from '../../../src/presentation/merge-requests/labels';
import { html } from '../../../src/presentation/shared/html';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { type MergeRequest, mergeRequestSchema } from '../../../src/schemas/merge-request';
import { clientOf, closeAll } from '../../api/helpers/client';

const TYPOS = 17;
const ME = 'dana';

const request = (facts: object): MergeRequest =>
  mergeRequestSchema.parse({
    id: 1,
    iid: 17,
    project_id: 1,
    title: 'Fix two typos',
    state: 'opened',
    author: { id: 1, username: ME, name: 'Dana' },
    detailed_merge_status: 'ci_must_pass',
    ...facts,
  });
const pageOf = (mergeRequest: MergeRequest): string =>
  mergeRequestPageBody(
    {
      base: 'https://git.example.com',
      mergeRequest,
      parts: {},
      discussions: {
        known: undefined,
        errorMessage: undefined,
        unsent: [],
        settling: [],
        write: (text) => html`${text}`,
      },
      actions: [],
      doing: undefined,
      errorMessage: undefined,
      now: 0,
    },
    undefined,
  ).toString();
const PIPELINE = { id: 5, sha: 'a'.repeat(40), ref: 'fix/typos' };

describe('merge request pipeline in the row and on the page', () => {
  for (const [what, facts, row, grouped, page] of [
    [
      'has to be run where there is none',
      { head_pipeline: null },
      /^pipeline to run$/,
      /^no pipeline$/,
      />No pipeline</,
    ],
    [
      'has to be fixed where it failed',
      { head_pipeline: { ...PIPELINE, status: 'failed' } },
      /^pipeline to fix$/,
      /^$/,
      /Pipeline #5: failed/,
    ],
    [
      'has to succeed where it was canceled',
      { head_pipeline: { ...PIPELINE, status: 'canceled' } },
      /^pipeline must succeed$/,
      /^pipeline canceled$/,
      /Pipeline #5: canceled/,
    ],
    [
      'is found by its older name too',
      { head_pipeline: null, pipeline: { ...PIPELINE, status: 'failed' } },
      /^pipeline to fix$/,
      /^$/,
      /Pipeline #5: failed/,
    ],
    // Lists don't contain the pipeline, and the page isn't shown for it.
    ['has to succeed where nothing is known of it', {}, /^pipeline must succeed$/, /^$/, /./],
  ] as const) {
    it(what, () => {
      const of = request(facts);
      assert.match(stepLabel(of, ME), row);
      assert.match(stepLabel(of, ME, { showsStep: false }), grouped);
      assert.match(pageOf(of), page);
    });
  }

  describe('in the demo data', () => {
    let sandbox: Sandbox;
    before(async () => {
      sandbox = await startSandbox({ still: true });
    });
    after(async () => {
      await closeAll();
      await sandbox.close();
    });

    it("isn't shown as the next step if no pipeline ran", async () => {
      const token = (): Promise<string> => Promise.resolve(sandbox.tokens.developer);
      const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
      const { items } = await client.page(listProjectMergeRequests, { id: 1, state: 'opened' });
      const listed = items.find(({ iid }) => iid === TYPOS);
      assert.ok(listed);
      assert.doesNotMatch(stepLabel(listed, ME), /to fix/);
      const read = await client.call(getMergeRequest, { id: 1, merge_request_iid: TYPOS });
      assert.match(stepLabel(read, ME), /pipeline to run/);
      assert.match(pageOf(read), />No pipeline</);
    });
  });
});
