import { startPipeline } from '../world/flow';
import type { Job, Pipeline, Project, Role, User } from '../world/model';
import { USERS } from '../world/people';
import { headOf, type Start } from '../world/pipelines';
import type { ImportedCommit } from '../world/repositories/import';
import type { World } from '../world/world';
import {
  EXTRA_PIPELINES,
  MERGE_REQUESTS,
  PLAN_OVERRIDES,
  PLANNED_ACTIONS,
  type PlannedAction,
  PUSHED_LATER,
} from './scenario';

/** A project with its past commits. */
export interface Populated {
  readonly project: Project;
  readonly commits: readonly ImportedCommit[];
}

/** Schedules the past events of the demo and runs them up to `start`. */
export function playScenario(
  world: World,
  start: number,
  { storefront, payments, vault }: Readonly<Record<'storefront' | 'payments' | 'vault', Populated>>,
): void {
  for (const each of storefront.commits) {
    const { title } = each.commit;
    if (PUSHED_LATER.includes(title)) continue;
    plan(world, each.commit.at, () => pushOf(storefront.project, each), PLANNED_ACTIONS[title]);
    if (MERGE_REQUESTS[each.change.branch] !== undefined) {
      plan(world, each.commit.at + 40_000, () => mergeRequestPush(storefront.project, each));
    }
  }
  for (const { before, plannedActions, ...extra } of EXTRA_PIPELINES) {
    plan(world, start - before, () => extraOf(world, storefront.project, extra), plannedActions);
  }
  for (const [{ project, commits }, recipe] of [
    [payments, 'payments'],
    [vault, 'vault'],
  ] as const) {
    for (const each of commits)
      plan(
        world,
        each.commit.at,
        () => ({ ...pushOf(project, each), recipe }),
        PLANNED_ACTIONS[each.commit.title],
      );
  }
  world.moveTo(start);
  world.isPresent = true;
  closeCircle(storefront.project.pipelines);
}

/** Schedules the start of a pipeline and later actions on its jobs. */
function plan(
  world: World,
  at: number,
  facts: () => Start,
  plannedActions: readonly PlannedAction[] = [],
): void {
  world.agenda.add(at, () => {
    const pipeline = startPipeline(world, facts());
    for (const { job: name, after, act } of plannedActions) {
      world.in(after, () => {
        const job = pipeline.jobs.findLast(({ spec }) => spec.name === name);
        if (job !== undefined) act(world, job);
      });
    }
  });
}

/** The push pipeline for a commit. */
export function pushOf(project: Project, { change: { branch, author }, commit }: ImportedCommit): Start {
  return {
    project,
    recipe: branch === 'main' ? 'main' : 'branch',
    ref: branch,
    sha: commit.sha,
    source: 'push',
    user: userOf(author),
    planOverrides: PLAN_OVERRIDES[commit.title] ?? {},
  };
}

/** The merge request pipeline for a commit of its branch. */
export function mergeRequestPush(project: Project, each: ImportedCommit): Start {
  return {
    ...pushOf(project, each),
    recipe: 'merge-request',
    ref: `refs/merge-requests/${MERGE_REQUESTS[each.change.branch] ?? 0}/head`,
    source: 'merge_request_event',
  };
}

const userOf = (role: Role): User => USERS[role];

function extraOf(
  world: World,
  project: Project,
  extra: Partial<Start> & Pick<Start, 'recipe' | 'source'>,
): Start {
  const ref = extra.ref ?? 'main';
  const branch = extra.tag === true ? 'main' : ref;
  return { project, user: USERS.owner, ref, sha: headOf(project, branch, world.time), ...extra };
}

/**
 * Creates a cycle of triggers: a storefront pipeline triggers a payments pipeline, whose trigger job has that
 * storefront pipeline as its downstream pipeline. Clients must detect such cycles.
 */
function closeCircle(pipelines: readonly Pipeline[]): void {
  const start = pipelines.find((pipeline) => pipeline.jobs.some(leadsToPayments));
  const payments = start?.jobs.find(leadsToPayments)?.downstream;
  const back = payments?.jobs.find(({ spec }) => spec.triggers?.project === 'acme/storefront');
  if (back === undefined) return;
  // Set directly, because a simulation can't produce this: the downstream pipeline is older than its trigger
  // job.
  back.status = 'success';
  back.turn++;
  back.queuedAt = back.createdAt;
  back.startedAt = back.createdAt + 60_000;
  back.finishedAt = back.startedAt + 1_000;
  back.downstream = start;
}

const leadsToPayments = (job: Job): boolean =>
  job.spec.triggers?.project === 'acme/payments' && job.downstream !== undefined;
