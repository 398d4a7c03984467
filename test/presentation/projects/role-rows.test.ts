import assert from 'node:assert/strict';
import type { AccessLevel } from '../../../src/domain/projects/access-level';
import { jobRow } from '../../../src/presentation/jobs/rows';
import { logOffers } from '../../../src/presentation/logs/links-of-log';
import { mergeRequestRow } from '../../../src/presentation/merge-requests/rows';
import { pipelineRow, projectRow } from '../../../src/presentation/pipelines/rows';
import type { Row } from '../../../src/presentation/shared/row';
import { jobSchema } from '../../../src/schemas/job';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const [REPORTER, DEVELOPER] = [20, 30];
const job = (status: string) =>
  jobSchema.parse({ id: 1, name: 'unit-tests', stage: 'test', status, ref: 'main', pipeline: null });
const pipeline = { id: 5, sha: 'a'.repeat(40), ref: 'main', status: 'failed' };
const request = mergeRequestSchema.parse({
  ...{ id: 1, iid: 12, project_id: 1, source_project_id: 1, title: 'Pay with a gift card', state: 'opened' },
  ...{
    author: { id: 2, username: 'dana', name: 'Dana' },
    detailed_merge_status: 'mergeable',
    sha: 'a'.repeat(40),
  },
});
const context = { now: 0, busy: false };
const CALM = {
  ...context,
  pinned: false,
  snoozed: undefined,
  unread: false,
  amongProjects: false,
  ofBranch: false,
};

/** Returns the row of each object for a user with the given access level in its project. */
const ROWS: Readonly<Record<string, (access: AccessLevel) => Row>> = {
  'a failed job': (access) => jobRow(job('failed'), { ...context, access }),
  'a running job': (access) => jobRow(job('running'), { ...context, access }),
  'a manual job': (access) => jobRow(job('manual'), { ...context, access }),
  'a failed pipeline': (access) => pipelineRow(pipeline, { now: 0, access }),
  'a project': (access) =>
    projectRow({ path: 'acme/storefront', base: 'https://git.example', username: 'ravi', access }),
  "somebody else's merge request": (access) => mergeRequestRow(request, { ...CALM, who: 'ravi', access }),
  'their own merge request': (access) => mergeRequestRow(request, { ...CALM, who: 'dana', access }),
};

const factsOf = ({ details: facts = [] }: Row): readonly string[] =>
  facts.filter(({ name }) => /role$/.test(name)).map(({ name, value }) => `${name}: ${value}`);

describe("actions that a role doesn't have in a row", () => {
  for (const [what, left, facts] of [
    [
      'a failed job',
      ['retry', 'erase'],
      ['Required role: Developer (to retry or cancel jobs); your role is Reporter'],
    ],
    [
      'a running job',
      ['cancel'],
      ['Required role: Developer (to retry or cancel jobs); your role is Reporter'],
    ],
    // Reporters may be allowed to deploy to an environment.
    ['a manual job', [], []],
    [
      'a failed pipeline',
      ['retryFailed', 'canRun'],
      ['Required role: Developer (to retry or cancel pipelines); your role is Reporter'],
    ],
    ['a project', ['canRun'], []],
    [
      "somebody else's merge request",
      [
        'can-merge',
        'can-rebase',
        'can-close',
        'can-markDraft',
        'can-approve',
        'can-createPipeline',
        'can-edit',
        'can-changeTarget',
        'can-lockDiscussion',
        'can-trackTime',
      ],
      ['Required role: Developer (to change this merge request); your role is Reporter'],
    ],
    [
      'their own merge request',
      ['can-merge', 'can-rebase', 'can-approve', 'can-createPipeline'],
      ['Required role: Developer (to change this merge request); your role is Reporter'],
    ],
  ] as const) {
    it(`are, for ${what} and a reporter: ${left.join(', ') || 'nothing'}`, () => {
      const row = ROWS[what];
      assert.ok(row);
      const all = row(undefined).contextTokens;
      assert.deepEqual(row(DEVELOPER).contextTokens, all, 'a developer is offered what an unknown role is');
      assert.deepEqual(
        all.filter((word) => !row(REPORTER).contextTokens.includes(word)),
        left,
      );
      assert.deepEqual(factsOf(row(REPORTER)), facts);
      assert.deepEqual([...factsOf(row(undefined)), ...factsOf(row(DEVELOPER))], []);
    });
  }

  it('are all changes in an archived project, and no role is named', () => {
    for (const what of ['a failed job', 'a running job', 'a manual job', 'a failed pipeline', 'a project']) {
      const row = ROWS[what]?.('archived');
      const changes = row?.contextTokens.filter((token) =>
        /^(retry|play|runNow|unschedule|cancel|erase|canRun|forceCancel)/.test(token),
      );
      assert.deepEqual(changes, [], what);
      assert.deepEqual(row && factsOf(row), [], what);
    }
    const facts = ({ details = [] }: Row) => details.map(({ name, value }) => `${name}: ${value}`);
    const job_ = ROWS['a failed job']?.('archived');
    assert.ok(job_ && facts(job_).includes('Project: archived (read-only)'));
    const project = ROWS['a project']?.('archived');
    assert.match(project?.description ?? '', /^archived \(read-only\) · /);
    assert.match(project?.accessibleLabel ?? '', /, archived \(read-only\)/);
  });

  it('include approval unless the server returns that `user_can_approve` is true', () => {
    const tokens = (access: number | undefined, approvals?: { readonly user_can_approve: boolean }) =>
      mergeRequestRow(request, { ...CALM, who: 'ravi', access, approvals }).contextTokens;
    assert.ok(tokens(undefined).includes('can-approve'), 'offered while the role is unknown');
    assert.ok(!tokens(REPORTER).includes('can-approve'));
    assert.ok(tokens(REPORTER, { user_can_approve: true }).includes('can-approve'));
    assert.ok(!tokens(DEVELOPER, { user_can_approve: false }).includes('can-approve'));
  });

  it('are also missing in the buttons of a log', () => {
    const shown = { kind: 'lines', job: job('failed'), lines: true, left: false, retried: false } as const;
    assert.equal(logOffers(shown, []).actions, 'retry erase');
    assert.equal(logOffers({ ...shown, access: REPORTER }, []).actions, '');
  });
});
