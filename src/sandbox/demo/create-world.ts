import type { WorldClock } from '../world/clock';
import type { Project, Role } from '../world/model';
import { type NewProject, project, USERS } from '../world/people';
import type { Change } from '../world/repositories/history';
import { type ImportedCommit, importHistory, isUpcoming } from '../world/repositories/import';
import { World } from '../world/world';
import { addErrors } from './errors';
import { addMergeRequests } from './merge-requests/merge-requests';
import { addMonolith } from './monolith';
import { addMonolithRequests } from './monolith-requests';
import { playScenario, type Populated } from './play-scenario';
import { RECIPES } from './recipes';
import { HISTORIES } from './repositories/histories';
import { DAY } from './scenario';
import { scheduleUpcoming } from './upcoming';

export type Seed = 'demo' | 'large';

const OWNERS: readonly Role[] = ['owner', 'maintainer'];
const PROJECTS = {
  storefront: {
    id: 1,
    path: 'acme/storefront',
    description: 'Online shop: catalog, cart, and checkout',
    formerPaths: ['acme/shop'],
  },
  payments: { id: 2, path: 'acme/payments', description: 'Payment service' },
  vault: {
    id: 3,
    path: 'acme/vault',
    description: 'Key access policies',
    visibility: 'private',
    members: OWNERS,
  },
  monolith: { id: 4, path: 'acme/monolith', description: 'Legacy back end' },
  handbook: {
    id: 8,
    path: 'acme/handbook',
    description: 'How we work',
    visibility: 'internal',
    members: OWNERS,
  },
  roadmap: { id: 9, path: 'acme/roadmap', description: 'Product roadmap', visibility: 'private' },
  prism: {
    id: 10,
    path: 'acme/labs/prism',
    description: 'Color tools',
    visibility: 'internal',
    members: OWNERS,
  },
  attic: {
    id: 11,
    path: 'acme/attic',
    description: 'Previous shop',
    visibility: 'private',
    members: OWNERS,
    archived: true,
  },
} satisfies Readonly<Record<string, NewProject>>;

/** Creates the demo world. Its git repositories are in `folder`, under the paths of their projects. */
export async function createWorld(clock: WorldClock, seed: Seed, folder: string): Promise<World> {
  const now = clock.now();
  const world = new World(clock, { begin: now - 200 * DAY, folder, recipes: RECIPES });

  const populate = async (
    to: Project,
    history: readonly Change[],
  ): Promise<Populated & { later: ImportedCommit[] }> => {
    const all = await importHistory(world.repositories.of(to).files, history, USERS, now);
    const commits = all.filter(({ change }) => !isUpcoming(change));
    for (const { commit } of commits) to.commits.set(commit.sha, commit);
    return { project: to, commits, later: all.filter(({ change }) => isUpcoming(change)) };
  };

  const [storefront, payments, vault, handbook, roadmap, prism, attic] = await Promise.all([
    populate(project(now, PROJECTS.storefront), HISTORIES.storefront),
    populate(project(now, PROJECTS.payments), HISTORIES.payments),
    populate(project(now, PROJECTS.vault), HISTORIES.vault),
    populate(project(now, PROJECTS.handbook), HISTORIES.handbook),
    populate(project(now, PROJECTS.roadmap), HISTORIES.roadmap),
    populate(project(now, PROJECTS.prism), HISTORIES.prism),
    populate(project(now, PROJECTS.attic), HISTORIES.attic),
  ]);
  for (const each of [storefront, payments, vault, handbook, roadmap, prism, attic]) {
    world.projects.push(each.project);
  }
  playScenario(world, now, { storefront, payments, vault });
  addErrors(world, storefront.project, payments.project);
  await addMergeRequests(world, now, {
    storefront: storefront.project,
    payments: payments.project,
    prism: prism.project,
    attic: attic.project,
  });
  scheduleUpcoming(world, { project: storefront.project, commits: storefront.later });
  if (seed === 'large') {
    const monolith = await populate(project(now, PROJECTS.monolith), HISTORIES.payments);
    addMonolith(world, monolith);
    addMonolithRequests(world, monolith.project);
    world.projects.push(monolith.project);
  }
  return world;
}
