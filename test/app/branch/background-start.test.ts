import assert from 'node:assert/strict';
import { nodeTransport } from '../../../src/api/transport';
import { startWhenRelevant } from '../../../src/app/branch/background-start';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import type { Repository } from '../../../src/app/shared/stores';
import { systemClock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/emitter';
import { CANARY } from '../../api/helpers/client';
import { closeServers, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsOver } from '../../builders/accounts';
import { heldMemory } from '../../builders/stores';

/** Waits until everything has run that doesn't depend on other processes. */
const turnsOfWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('startWhenRelevant', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  afterEach(closeServers);
  after(() => {
    transport.dispose();
  });

  async function aWindow(...remotes: string[]) {
    let requests = 0;
    const { url } = await startServer((_request, response) => {
      requests++;
      sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
    });
    const { accounts } = accountsOver(transport);
    const changed = new Emitter<void>();
    const held: Repository[] = [];
    const open = (remote: string): void => {
      const remotes = [{ name: 'origin', url: remote.replace('SERVER', url) }];
      held.push({ id: remote, name: 'a', remotes, head: undefined });
      changed.fire();
    };
    remotes.forEach(open);
    const repositories = { list: () => Promise.resolve(held), onDidChange: changed.event };
    const projects = new Projects(accounts, repositories, new ProjectRenames(heldMemory()));
    const window = { starts: 0 };
    const signIn = (): Promise<unknown> => accounts.signIn(url, CANARY);
    const begin = () =>
      startWhenRelevant(projects, () => {
        window.starts++;
      });
    return { window, open, signIn, begin, requests: () => requests };
  }

  it('starts immediately if a remote belongs to a server with an account, without a request', async () => {
    const { window, signIn, begin, requests } = await aWindow('SERVER/acme/a.git');
    await signIn();
    const before = requests();
    begin();
    await turnsOfWork();
    assert.deepEqual([window.starts, requests()], [1, before]);
  });

  it('waits for the repository and the sign-in, and starts once', async () => {
    const { window, open, signIn, begin } = await aWindow('https://elsewhere.example/acme/a.git');
    begin();
    await signIn();
    await turnsOfWork();
    assert.equal(window.starts, 0);
    open('SERVER/acme/b.git');
    await turnsOfWork();
    assert.equal(window.starts, 1);
    open('SERVER/acme/c.git');
    await turnsOfWork();
    assert.equal(window.starts, 1);
  });

  it("doesn't start after it is disposed", async () => {
    const { window, open, signIn, begin } = await aWindow();
    await signIn();
    begin().dispose();
    open('SERVER/acme/a.git');
    await turnsOfWork();
    assert.equal(window.starts, 0);
  });
});
