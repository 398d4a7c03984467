import { createJobStore } from './job-store';
import { DEFAULT_MERGE_SETTINGS } from './merge-requests/merge-settings';
import type { Project, Role, Runner, User } from './model';

const user = (id: number, role: Role, username: string, name: string): User => ({ id, role, username, name });

/** The demo users, one for each role. */
export const USERS: Readonly<Record<Role, User>> = {
  owner: user(2, 'owner', 'olivia', 'Olivia Okafor'),
  maintainer: user(3, 'maintainer', 'marek', 'Marek Novák'),
  developer: user(4, 'developer', 'dana', 'Dana Lindqvist'),
  reporter: user(5, 'reporter', 'ravi', 'Ravi Menon'),
  guest: user(6, 'guest', 'gwen', 'Gwen Abara'),
};

const ALL_ROLES: readonly Role[] = ['owner', 'maintainer', 'developer', 'reporter', 'guest'];
const DAY = 24 * 60 * 60_000;

export type NewProject = Pick<Project, 'id' | 'path' | 'description'> &
  Partial<Pick<Project, 'formerPaths' | 'visibility' | 'members' | 'archived' | 'forkedFrom' | 'createdAt'>>;

/** Creates a project without pipelines. By default, it is public and all users are members. */
export function project(now: number, facts: NewProject): Project {
  const { path } = facts;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    formerPaths: [],
    name: name.charAt(0).toUpperCase() + name.slice(1),
    visibility: 'public',
    members: ALL_ROLES,
    archived: false,
    mergeSettings: DEFAULT_MERGE_SETTINGS,
    createdAt: now - 140 * DAY,
    ...facts,
    commits: new Map(),
    pipelines: [],
    jobs: createJobStore(),
  };
}

const runner = (
  id: number,
  description: string,
  tags: readonly string[],
  facts: Partial<Runner> = {},
): Runner => ({
  id,
  description,
  tags,
  online: true,
  systemId: `s_${(id * 7919).toString(16).padStart(12, 'c')}`,
  architecture: 'amd64',
  address: `192.0.2.${10 + id}`,
  ...facts,
});

const GENERAL = runner(11, 'docker-01.runners.acme.example', ['docker', 'linux']);

/** A job runs on the first runner that has all of its tags. */
const RUNNERS: readonly Runner[] = [
  GENERAL,
  runner(12, 'docker-arm.runners.acme.example', ['docker', 'arm64'], { architecture: 'arm64' }),
  runner(13, 'browsers.runners.acme.example', ['docker', 'chrome']),
  runner(14, 'large.runners.acme.example', ['docker', 'large']),
  // Offline for a long time. It ran jobs in the past; new jobs for it stay pending.
  runner(9, 'mac-mini.office.acme.example', ['macos'], { online: false, architecture: 'arm64' }),
];

export function runnerFor(tags: readonly string[] | undefined): Runner {
  return RUNNERS.find((each) => tags?.every((tag) => each.tags.includes(tag)) === true) ?? GENERAL;
}
