import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { nodeTransport } from '../../../src/api/transport';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { CANARY } from '../../api/helpers/client';
import { closeServers, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

const PROJECT = 7;

describe('searches for projects at the same time', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  afterEach(closeServers);
  after(() => {
    transport.dispose();
  });

  /** The workspace's project on a server that calls `onRequest` for each request of the project. */
  async function projectOn(onRequest: (response: ServerResponse) => void) {
    const server = await startServer((request, response) => {
      if (request.url === '/api/v4/user') sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
      else onRequest(response);
    });
    const { url } = server;
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const workspace = workspaceWith({ origin: `${url}/acme/a.git` });
    return { url, accounts, projects: new Projects(accounts, workspace, new ProjectRenames(heldMemory())) };
  }

  function sendProject(response: ServerResponse, level: number): void {
    const permissions = { project_access: null, group_access: { access_level: level } };
    const path = 'acme/a';
    sendJson(response, {
      ...{ id: PROJECT, name: 'a', path_with_namespace: path, web_url: `http://x.example/${path}` },
      permissions,
    });
  }

  it('read a project once, also if one of them is canceled', async () => {
    const abort = new AbortController();
    let count = 0;
    const { projects } = await projectOn((response) => {
      count++;
      abort.abort();
      sendProject(response, 20);
    });
    const [canceled, ...others] = [abort.signal, undefined, undefined].map((signal) =>
      projects.search(signal),
    );
    for (const { state } of await Promise.all(others)) assert.equal(state, 'found');
    await canceled;
    await projects.search();
    assert.equal(count, 1);
  });

  it("don't store the access level of the former account that is received after another sign-in", async () => {
    const held: ServerResponse[] = [];
    let onHeld = (): void => undefined;
    const { url, accounts, projects } = await projectOn((response) => {
      held.push(response);
      onHeld();
    });
    /** Starts a search. Returns it when its request has been received. */
    const startSearch = async () => {
      const received = new Promise<void>((resolve) => {
        onHeld = resolve;
      });
      const search = projects.search();
      await received;
      return { search };
    };
    const former = await startSearch();
    await accounts.signIn(url, `${CANARY}2`);
    const current = await startSearch();
    const [first, second] = held;
    assert.ok(first && second);
    sendProject(second, 40);
    await current.search;
    sendProject(first, 20);
    await former.search;
    assert.equal(projects.accessOf({ base: url, project: PROJECT }), 40);
  });
});
