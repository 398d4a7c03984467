import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { bridgeRow, jobRow } from '../../src/presentation/jobs/rows';
import { pipelineRow } from '../../src/presentation/pipelines/rows';
import type { Row } from '../../src/presentation/shared/row';
import { VIEW } from '../../src/presentation/shared/view-ids';
import { JOB_STATUSES, type JobStatus } from '../../src/schemas/job';
import { aBridge, aJob } from '../builders/jobs';
import { isShown } from '../builders/menu-conditions';

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const item = z.looseObject({
  command: z._default(z.string(), ''),
  when: z.string(),
  group: z.optional(z.string()),
});
const { contributes } = z
  .looseObject({
    contributes: z.looseObject({ menus: z.looseObject({ 'view/item/context': z.array(item) }) }),
  })
  .parse(JSON.parse(text));
const INLINE = contributes.menus['view/item/context']
  .flatMap(({ command, when, group = '' }) =>
    group.startsWith('inline@') ? [{ command, when, order: Number(group.slice('inline@'.length)) }] : [],
  )
  .sort((one, other) => one.order - other.order);

/**
 * Returns the buttons of a row from the right. The editor aligns them on the right, so the first one always
 * has the same position.
 */
const buttons = (row: Row): readonly string[] =>
  [VIEW.pipelines, VIEW.mergeRequests]
    .flatMap((view) => {
      const shown = INLINE.filter(({ when }) => isShown(when, view, row.contextTokens.join('.')));
      return [shown.map(({ command }) => command.replace('switchyard.', ''))];
    })
    .reduce((one, other) => (assert.deepEqual(one, other), one))
    .toReversed();

const now = Date.parse('2026-11-05T12:00:00Z');
const context = { now, busy: false };
const ROWS: Readonly<Record<string, (status: JobStatus, web: string | null) => Row>> = {
  job: (status, web_url) => jobRow(aJob({ status, web_url }), context),
  'busy job': (status, web_url) => jobRow(aJob({ status, web_url }), { now, busy: true }),
  'trigger job': (status, web_url) => bridgeRow(aBridge({ status, web_url }), context),
  pipeline: (status, web_url) =>
    pipelineRow({ id: 1, sha: 'a'.repeat(40), ref: 'main', status, web_url }, context),
};
const STARTS = ['retryJob', 'playJob', 'runDelayedJob', 'retryPipeline'];
const ENDS = ['cancelJob', 'forceCancelJob', 'cancelPipeline'];

describe('inline buttons of a row', () => {
  // A second click can happen after the first one has changed the row. It must not trigger the opposite
  // action: a retry or run must not be followed by a cancel at the same position, or vice versa. Therefore,
  // both kinds have separate positions in every status.
  for (const [kind, rowOf] of Object.entries(ROWS))
    for (const web of ['https://host/x', null])
      it(`of a ${kind} ${web === null ? 'without' : 'with'} a page never start and end it at the same position`, () => {
        const places = new Map<number, Set<string>>();
        for (const status of JOB_STATUSES)
          for (const [place, command] of buttons(rowOf(status, web)).entries())
            places.set(place, (places.get(place) ?? new Set()).add(command));
        for (const [place, commands] of places) {
          const starts = STARTS.filter((command) => commands.has(command));
          const ends = ENDS.filter((command) => commands.has(command));
          const message = `place ${place} from the right: ${[...starts, ...ends].join(', ')}`;
          assert.ok(starts.length === 0 || ends.length === 0, message);
          assert.ok(ends.length <= 1, message);
        }
      });

  it('exist for each job that can be retried, run, or canceled', () => {
    const shown = (['failed', 'manual', 'running'] as const).map((status) =>
      buttons(ROWS['job']?.(status, 'https://host/x') ?? assert.fail()),
    );
    assert.deepEqual(shown, [['openInBrowser', 'retryJob'], ['openInBrowser', 'playJob'], ['cancelJob']]);
  });
});

describe('context menu of rows', () => {
  const entriesOf = (command: string) =>
    contributes.menus['view/item/context'].filter(
      ({ command: id, group = '' }) => id === `switchyard.${command}` && !group.startsWith('inline'),
    );

  it('has commands for a single row only while one row is selected', () => {
    for (const command of [
      'openLog',
      'showJobHistory',
      'compareLogPassing',
      'checkOutPipeline',
      'openError',
    ]) {
      const entries = entriesOf(command);
      assert.ok(entries.length > 0, command);
      for (const { when } of entries) assert.match(when, / && !listMultiSelection$/, command);
    }
    for (const { when } of entriesOf('retryJob')) assert.doesNotMatch(when, /listMultiSelection/);
  });
});
