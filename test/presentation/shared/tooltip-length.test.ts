import assert from 'node:assert/strict';
import { commentRow } from '../../../src/presentation/discussions/thread-rows';
import { trackedErrorRow } from '../../../src/presentation/errors/rows';
import { jobRow } from '../../../src/presentation/jobs/rows';
import { commitRow } from '../../../src/presentation/merge-requests/part-rows';
import { mergeRequestRow } from '../../../src/presentation/merge-requests/rows';
import { pipelineRow } from '../../../src/presentation/pipelines/rows';
import type { Row } from '../../../src/presentation/shared/row';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';
import { aJob, aPipeline } from '../../builders/jobs';

const now = Date.parse('2026-11-05T12:00:00Z');
const AT = '2026-11-05T11:00:00Z';
const person = (name: string) => ({ id: name.length, username: name.toLowerCase(), name });
const REPORTER = 20;
const MAX_LINES = 10;
const MAX_VALUE = 500;

/** Rows of objects with all fields, for a role that doesn't allow changes. */
const FULL: Readonly<Record<string, () => Row>> = {
  pipeline: () =>
    pipelineRow(
      {
        ...aPipeline({ id: 5, ref: 'main', status: 'failed', created_at: AT }),
        ...{ name: 'Nightly', source: 'push', user: person('Dana'), coverage: '87.5' },
        ...{ finished_at: AT, duration: 192, queued_duration: 5 },
      },
      { now, access: REPORTER, titled: { title: 'Round half cents up', author: 'Olivia' } },
    ),
  job: () =>
    jobRow(
      aJob({
        ...{ id: 7, name: 'unit-tests', status: 'failed', failure_reason: 'script_failure', stage: 'test' },
        ...{
          created_at: AT,
          started_at: AT,
          finished_at: AT,
          duration: 192,
          queued_duration: 5,
          ref: 'main',
        },
        ...{ coverage: 87.5, allow_failure: true, archived: true, user: person('Dana'), tag_list: ['linux'] },
        ...{ runner: { id: 3, description: 'big-one' }, runner_manager: { id: 1, version: '18.4.0' } },
        artifacts_expire_at: '2026-11-06T11:00:00Z',
        artifacts: ['archive', 'junit', 'sast', 'cobertura'].map((type) => ({
          file_type: type,
          size: 1_400_000,
          filename: `${type}.zip`,
        })),
      }),
      { now, busy: false, access: REPORTER, flaky: true },
    ),
  'merge request': () =>
    mergeRequestRow(
      mergeRequestSchema.parse({
        ...{ id: 1, iid: 12, project_id: 1, source_project_id: 1, title: 'Pay with a gift card' },
        ...{ state: 'opened', detailed_merge_status: 'mergeable', merge_when_pipeline_succeeds: true },
        ...{ author: person('Dana'), assignees: [person('Marek')], reviewers: [person('Olivia')] },
        ...{ source_branch: 'gift', target_branch: 'main', diverged_commits_count: 3, labels: ['shop'] },
        ...{ milestone: { id: 1, iid: 1, title: '1.0' }, user_notes_count: 4 },
        ...{ head_pipeline: { id: 5, status: 'failed' }, references: { full: 'acme/storefront!12' } },
        ...{ task_completion_status: { count: 5, completed_count: 2 }, created_at: AT, updated_at: AT },
      }),
      {
        ...{ now, who: 'ravi', busy: false, pinned: true, snoozed: 'snoozed until it changes', unread: true },
        ...{ amongProjects: true, ofBranch: true, access: REPORTER },
      },
    ),
  error: () =>
    trackedErrorRow(
      {
        ...{ sentryId: '7', title: 'TypeError: no rate', culprit: 'POST /cart', count: 46, userCount: 17 },
        ...{ firstSeen: AT, lastSeen: AT, status: 'RESOLVED', shortId: 'STORE-7', tags: { level: 'error' } },
        ...{ firstReleaseVersion: '1.2', lastReleaseVersion: '1.4', frequency: [{ time: AT, count: 14 }] },
      },
      now,
    ),
  comment: () => commentRow({ body: 'word '.repeat(1_000), author: person('Dana'), created_at: AT }, now),
  commit: () =>
    commitRow(
      {
        ...{ id: 'a'.repeat(40), title: 'Round half cents up', author_name: 'Dana', created_at: AT },
        message: `Round half cents up\n\n${'word '.repeat(1_000)}`,
      },
      now,
    ),
};

describe('tooltips of rows', () => {
  for (const [what, row] of Object.entries(FULL)) {
    it(`have at most ${MAX_LINES} lines for a ${what} with all fields`, () => {
      const { details = [] } = row();
      assert.ok(details.length <= MAX_LINES, details.map(({ name }) => name).join(', '));
      assert.ok(details.every(({ value }) => value.length <= MAX_VALUE));
      assert.equal(new Set(details.map(({ name }) => name)).size, details.length, 'each name once');
      assert.match(details.map(({ value }) => value).join('\n'), /2026.* \(1 hour ago\)/);
    });
  }
});
