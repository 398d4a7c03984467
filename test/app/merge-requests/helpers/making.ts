import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { nodeTransport } from '../../../../src/api/transport';
import { Clones } from '../../../../src/app/git/clones';
import { CreateDrafts } from '../../../../src/app/merge-requests/create/drafts';
import { CreatePlaces } from '../../../../src/app/merge-requests/create/places';
import type { CreateSession } from '../../../../src/app/merge-requests/create/session';
import { CreateSessions } from '../../../../src/app/merge-requests/create/sessions';
import { findStart } from '../../../../src/app/merge-requests/create/start';
import { MergeRequests } from '../../../../src/app/merge-requests/merge-requests';
import { MergeRequestCreator } from '../../../../src/app/merge-requests/new-merge-request';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { systemClock } from '../../../../src/base/clock';
import type { TypedValues } from '../../../../src/schemas/new-merge-request';
import { GitWork, type GitWorkDeps } from '../../../../src/ui/git/editor/work';
import { accountsOver } from '../../../builders/accounts';
import { gitWorkDeps } from '../../../builders/git-extension';
import { heldMemory } from '../../../builders/stores';
import { withClones } from '../../../builders/with-clones';
import { withSandbox } from '../../../builders/with-sandbox';
import { withGitFolder } from '../../../sandbox/helpers/git';

export const TYPOS = 17;

/** Sets up a clone from which merge requests are created. */
export function making() {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const { git: run, inFolder } = withGitFolder('Mara');
  const memory = heldMemory();
  const world = withSandbox();
  const clone = withClones(world, { git: run, inFolder });
  beforeEach(() => {
    memory.held.clear();
  });
  after(() => {
    transport.dispose();
  });

  const inClone = (...args: string[]): Promise<string> => run('-C', 'shop', ...args);
  const push = (work: (signal: AbortSignal) => Promise<void>) => work(new AbortController().signal);

  async function commit(file: string, message: string): Promise<void> {
    await writeFile(inFolder(`shop/${file}`), `${message}\n`);
    await inClone('add', '--all');
    await inClone('commit', '-q', '-m', message);
  }

  /** Clones the project and checks out a branch. `reopened` returns what creates a merge request from it. */
  async function cloned(
    branch: string,
    from = 'acme/storefront',
    role: 'maintainer' | 'developer' = 'maintainer',
  ) {
    const { tokens, url: base } = world.sandbox;
    const url = new URL(`${base}/${from}.git`);
    [url.username, url.password] = ['mara', tokens[role]];
    await clone(url.href, 'shop');
    await inClone('checkout', '-q', ...(branch.startsWith('origin/') ? [branch.slice(7)] : ['-b', branch]));
    return { reopened: () => opened(role) };
  }

  /** `connect` replaces the connection to the editor's Git extension. */
  async function opened(
    role: 'maintainer' | 'developer' = 'maintainer',
    connect?: (found: GitWorkDeps) => GitWorkDeps['connect'],
  ) {
    const { accounts } = accountsOver(transport);
    const { tokens, url } = world.sandbox;
    await accounts.signIn(url, tokens[role]);
    const clientFor = (server: string) => accounts.client(server);
    const found = await gitWorkDeps(inFolder('shop'));
    const git = new GitWork(connect === undefined ? found : { ...found, connect: connect(found) });
    const clones = new Clones(git, clientFor, new ProjectRenames(heldMemory()));
    const places = new CreatePlaces(git, clones, () => Promise.resolve(undefined));
    const store = new MergeRequests(clientFor);
    const drafts = new CreateDrafts(memory);
    const start = (wish = {}) =>
      findStart(
        { git, places },
        accounts.list().map(({ base }) => base),
        wish,
      );
    const sessions = new CreateSessions({
      git,
      places,
      maker: new MergeRequestCreator(clientFor, git, store),
      drafts,
      clientFor,
      user: (base) => accounts.user(base),
      clock: systemClock,
    });
    const session = async (given?: TypedValues): Promise<CreateSession> => {
      const found = await start();
      assert.ok('key' in found, found.kind);
      if (given !== undefined) sessions.fillIn(found.key, given);
      const made = sessions.start(found.key);
      await made.start();
      await settled(made);
      return made;
    };
    return { start, session, sessions, store, drafts };
  }

  /** Resolves when the session has no pending requests. */
  const settled = (session: CreateSession): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (session.isLoading) return;
        subscription.dispose();
        resolve();
      };
      const subscription = session.onDidChange(check);
      check();
    });

  const posts = (): readonly string[] =>
    world.sandbox
      .requests()
      .filter(({ method, path }) => method === 'POST' && !path.includes('.git/'))
      .map(({ path }) => path);

  return {
    get sandbox() {
      return world.sandbox;
    },
    run,
    inFolder,
    memory,
    inClone,
    push,
    commit,
    cloned,
    opened,
    settled,
    posts,
  };
}
