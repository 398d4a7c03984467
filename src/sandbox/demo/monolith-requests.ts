import { addMergeRequest } from '../world/merge-requests/opening';
import { addVersion } from '../world/merge-requests/versions';
import { type Project, ROLES } from '../world/model';
import { USERS } from '../world/people';
import { headOf } from '../world/pipelines';
import type { World } from '../world/world';

const MINUTE = 60_000;
const REQUESTS = 5_000;
const BRANCH = 'feature/instant';
const LABELS = ['feature', 'bug', 'chore'] as const;

/**
 * Adds 5,000 open merge requests at intervals of ten minutes. Only the branch of the newest one exists in the
 * repository. The others use the same commit and share its version, so that git has to compute it only once.
 */
export function addMonolithRequests(world: World, project: Project): void {
  const people = ROLES.map((role) => USERS[role]);
  const head = headOf(project, BRANCH, world.time);
  const begin = world.time - REQUESTS * 10 * MINUTE;
  const requests = Array.from({ length: REQUESTS }, (_, index) => {
    const author = people[index % people.length] ?? USERS.owner;
    const reviewer = people[(index + 1) % people.length] ?? USERS.maintainer;
    const at = begin + index * 10 * MINUTE;
    const number = String(index + 1).padStart(4, '0');
    return addMergeRequest(world, {
      project,
      source: project,
      author,
      sourceBranch: index === REQUESTS - 1 ? BRANCH : `topic/${number}`,
      targetBranch: 'main',
      title: `${index % 10 === 7 ? 'Draft: ' : ''}Change number ${number}`,
      head,
      createdAt: at,
      updatedAt: at + 5 * MINUTE,
      preparedAt: at,
      reviewers: index % 3 === 0 ? [{ user: reviewer, state: 'unreviewed', at }] : [],
      labels: [LABELS[index % LABELS.length] ?? 'chore'],
      check: 'checked',
      conflicts: index % 25 === 4,
    });
  });
  const newest = requests.at(-1);
  const version = newest === undefined ? undefined : addVersion(world, newest);
  if (version === undefined) return;
  for (const request of requests) if (request !== newest) request.versions.push(version);
}
