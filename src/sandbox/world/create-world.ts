import path from 'node:path';
import type { WorldClock } from './clock';
import { addErrors } from './errors/demo';
import { addMergeRequests } from './merge-requests/demo';
import type { Project } from './model';
import { addMonolith } from './monolith';
import { addMonolithRequests } from './monolith-requests';
import { project, USERS } from './people';
import { playStory, type Populated } from './play-story';
import type { Change } from './repositories/history';
import { type ImportedCommit, importHistory, isUpcoming } from './repositories/import';
import { ATTIC, HANDBOOK, PAYMENTS, PRISM, ROADMAP, VAULT } from './repositories/payments';
import { STOREFRONT } from './repositories/storefront';
import { DAY } from './story';
import { keepComing } from './upcoming';
import { World } from './world';

export type Seed = 'demo' | 'large';

/** Makes the demo world; its git repositories lie in `folder` under the paths of their projects. */
export async function createWorld(clock: WorldClock, seed: Seed, folder: string): Promise<World> {
  const now = clock.now();
  const world = new World(clock, now - 200 * DAY, folder);
  const repositoryOf = ({ path: name }: Project): string => path.join(folder, `${name}.git`);

  const populate = async (
    to: Project,
    history: readonly Change[],
  ): Promise<Populated & { later: ImportedCommit[] }> => {
    const all = await importHistory(repositoryOf(to), history, USERS, now);
    const commits = all.filter(({ change }) => !isUpcoming(change));
    for (const { commit } of commits) to.commits.set(commit.sha, commit);
    return { project: to, commits, later: all.filter(({ change }) => isUpcoming(change)) };
  };

  const [storefront, payments, vault, handbook, roadmap, prism, attic] = await Promise.all([
    populate(
      {
        ...project(now, 1, 'acme/storefront', 'The shop: catalog, cart and checkout'),
        formerPaths: ['acme/shop'],
      },
      STOREFRONT,
    ),
    populate(project(now, 2, 'acme/payments', 'Moves money, exactly once'), PAYMENTS),
    populate(
      project(now, 3, 'acme/vault', 'Who may hold which key', 'private', ['owner', 'maintainer']),
      VAULT,
    ),
    populate(project(now, 8, 'acme/handbook', 'How we work', 'internal', ['owner', 'maintainer']), HANDBOOK),
    populate(project(now, 9, 'acme/roadmap', 'What comes next', 'private'), ROADMAP),
    populate(
      project(now, 10, 'acme/labs/prism', 'Takes light apart', 'internal', ['owner', 'maintainer']),
      PRISM,
    ),
    populate(
      {
        ...project(now, 11, 'acme/attic', 'The old shop', 'private', ['owner', 'maintainer']),
        archived: true,
      },
      ATTIC,
    ),
  ]);
  for (const each of [storefront, payments, vault, handbook, roadmap, prism, attic]) {
    world.projects.push(each.project);
  }
  playStory(world, now, { storefront, payments, vault });
  addErrors(world, storefront.project, payments.project);
  await addMergeRequests(world, now, {
    storefront: storefront.project,
    payments: payments.project,
    prism: prism.project,
    attic: attic.project,
  });
  keepComing(world, { project: storefront.project, commits: storefront.later });
  if (seed === 'large') {
    const monolith = await populate(project(now, 4, 'acme/monolith', 'Everything else'), PAYMENTS);
    addMonolith(world, monolith);
    addMonolithRequests(world, monolith.project);
    world.projects.push(monolith.project);
  }
  return world;
}
