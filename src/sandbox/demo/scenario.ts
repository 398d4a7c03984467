import * as actions from '../world/job-actions';
import type { Job, Plan } from '../world/model';
import { USERS } from '../world/people';
import type { PlanOverrides, Start } from '../world/pipelines';
import type { World } from '../world/world';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const FAILS: Partial<Plan> = { outcome: 'failed' };

/** Deviations of push pipelines, by the title of the commit. */
export const PLAN_OVERRIDES: Readonly<Record<string, PlanOverrides>> = {
  'Add shopping cart': { compile: FAILS },
  'Add catalog search': { lint: FAILS },
  'Document how prices are rounded': { 'unit-tests': FAILS },
  'Add end-to-end test for checkout': { 'e2e: chrome 2/2': FAILS },
  'Add minimum rank to search queries': { compile: FAILS },
  'Add deployment script': { 'deploy-staging': { outcome: 'failed', reason: 'runner_system_failure' } },
  'Require Node 22': { compile: { stays: 'preparing' } },
  'Scan for known vulnerabilities': {
    'integration-tests': { outcome: 'failed', reason: 'job_execution_timeout' },
  },
  'Add gift card model': { lint: FAILS },
  // This unit test fails because of a bug in src/cart/price.ts until the bug is fixed.
  'Accept gift cards as coupons': { 'unit-tests': { outcome: 'failed', failsOnRetry: true } },
  // Pushed while the world is running, so that there are failed jobs to retry within the first minutes.
  'Show gift card balance': { 'unit-tests': FAILS },
  'Document search facets': { 'e2e: chrome 1/2': FAILS },
};

/** A user's action on a job, and its time after the start of the pipeline, in milliseconds. */
export interface PlannedAction {
  readonly job: string;
  readonly after: number;
  readonly act: (world: World, job: Job) => void;
}

const retry = (world: World, job: Job): void => void actions.retry(world, job, USERS.developer);
const play = (world: World, job: Job): void => void actions.play(world, job, USERS.maintainer);
const erase = (world: World, job: Job): void => void actions.erase(world, job);
const cancel = (world: World, job: Job): void => void actions.cancel(world, job);

/** Actions on the jobs of push pipelines, by the title of the commit. */
export const PLANNED_ACTIONS: Readonly<Record<string, readonly PlannedAction[]>> = {
  'Add shopping cart': [{ job: 'compile', after: 3 * MINUTE, act: retry }],
  'Add price tests': [{ job: 'unit-tests', after: 20 * MINUTE, act: erase }],
  'Document how prices are rounded': [{ job: 'unit-tests', after: 4 * MINUTE, act: retry }],
  'Add end-to-end test for checkout': [{ job: 'e2e: chrome 2/2', after: 6 * MINUTE, act: retry }],
  'Add deployment script': [{ job: 'deploy-staging', after: 9 * MINUTE, act: retry }],
  'Scan for known vulnerabilities': [{ job: 'integration-tests', after: 7 * MINUTE, act: retry }],
  'Validate addresses before payment': [{ job: 'deploy-production', after: 30 * MINUTE, act: play }],
  'Add contributing guide': [{ job: 'integration-tests', after: 65_000, act: cancel }],
  'Document refunds': [{ job: 'storefront: smoke', after: 5 * MINUTE, act: play }],
  'Pay with a gift card': [{ job: 'deploy-review', after: 12 * MINUTE, act: play }],
};

/**
 * A storefront pipeline that wasn't started by a push of a commit. `before` is the time before the start of
 * the world, in milliseconds.
 */
export interface ExtraPipeline
  extends Partial<Omit<Start, 'recipe' | 'source'>>, Pick<Start, 'recipe' | 'source'> {
  readonly before: number;
  readonly plannedActions?: readonly PlannedAction[];
}

/** Commits without a regular push pipeline; `EXTRA_PIPELINES` contains theirs. */
export const PUSHED_LATER: readonly string[] = ['Document how to run the tests'];

const NIGHTS = 24;
const { owner, maintainer, developer } = USERS;

export const EXTRA_PIPELINES: readonly ExtraPipeline[] = [
  ...['v1.0.0', 'v1.1.0', 'v1.2.0'].map((ref, index) => ({
    before: (32.9 - index * 12) * DAY,
    recipe: 'tag',
    source: 'push',
    ref,
    tag: true,
    user: maintainer,
  })),
  // Nightly pipelines, some of them with a failure.
  ...Array.from({ length: NIGHTS }, (_, index) => ({
    before: (NIGHTS - index) * DAY - 2 * HOUR,
    recipe: 'nightly',
    source: 'schedule',
    user: owner,
    planOverrides: index % 6 === 4 ? { 'integration-tests': FAILS } : {},
  })),
  // When the world starts, the first one has a delayed rollout, and the second is running its load test.
  { before: 25 * MINUTE, recipe: 'nightly', source: 'schedule', user: owner },
  { before: 3 * MINUTE, recipe: 'nightly', source: 'schedule', user: owner },
  { before: 11 * DAY, recipe: 'branch', source: 'web', ref: 'feature/search-facets', user: maintainer },
  { before: 5 * HOUR, recipe: 'branch', source: 'api', ref: 'feature/gift-cards', user: developer },
  { before: 26 * HOUR, recipe: 'soak', source: 'api', user: developer },
  // The runner of the first one is offline now. The second failed because it was stuck, and the third is
  // still pending.
  { before: 30 * DAY, recipe: 'mobile', source: 'web', user: maintainer },
  {
    before: 9 * HOUR,
    recipe: 'mobile',
    source: 'web',
    user: maintainer,
    planOverrides: { 'ios-build': { queue: HOUR, reason: 'stuck_or_timeout_failure' } },
  },
  {
    before: 45 * MINUTE,
    recipe: 'mobile',
    source: 'api',
    user: maintainer,
    planOverrides: { 'ios-build': { stays: 'pending' } },
  },
  // The first one stays in `canceling` until it is canceled by force. The second waits for its resource
  // group.
  {
    before: 3 * HOUR,
    recipe: 'capacity',
    source: 'web',
    user: owner,
    planOverrides: { 'reserve-cluster': { run: 900 * HOUR, stays: 'canceling' } },
    plannedActions: [{ job: 'reserve-cluster', after: 20 * MINUTE, act: cancel }],
  },
  { before: 2 * HOUR, recipe: 'capacity', source: 'web', user: developer },
  // Just started, so that there is a running pipeline.
  { before: 7_000, recipe: 'main', source: 'push', user: maintainer, planOverrides: { lint: FAILS } },
];

/** IDs of merge requests by branch. Each commit of these branches also has a merge request pipeline. */
export const MERGE_REQUESTS: Readonly<Record<string, number>> = {
  'fix/rounding': 8,
  'feature/search-facets': 11,
  'feature/gift-cards': 12,
  'chore/node-22': 14,
};
