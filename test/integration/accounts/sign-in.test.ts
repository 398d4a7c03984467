import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { serverDigest } from '../../../src/app/shared/stored-state';
import { sandbox, until } from '../helpers/harness';
import { aJobThatIs, jobNode, open, shown, signedIn, signedOut } from '../helpers/product';

const signIn = (): Thenable<unknown> => vscode.commands.executeCommand('switchyard.signIn');

describe('signing in and out', () => {
  it('shows the workspace’s project and the user for a valid token', async () => {
    const it = await signedOut();
    it.script.type(sandbox.info.url, sandbox.info.tokens['developer'] ?? '');
    await signIn();
    const [account] = it.parts.accounts.list();
    assert.equal(account?.base, sandbox.info.url);
    assert.ok(account.username !== undefined);
    assert.match(it.script.messages[0]?.message ?? '', new RegExp(`as @${account.username}`));
    const [project] = await open(it);
    assert.ok(project);
    assert.equal(shown(it, project).label, 'acme/storefront');
    assert.match(shown(it, project).description, new RegExp(`@${account.username}`));
  });

  it('asks for the token as a password, and links to the pages that create one', async () => {
    const it = await signedOut();
    it.script.type(`${sandbox.info.url}/`, 'x');
    await signIn();
    const [, token] = it.script.asked;
    assert.equal(token?.password, true);
    const urls = token.links?.map(({ url }) => url) ?? [];
    const page = `${sandbox.info.url}/-/user_settings/personal_access_tokens`;
    assert.deepEqual(urls, [`${page}/granular/new`, `${page}?name=Switchyard&scopes=api`]);
    for (const url of urls) assert.equal((await fetch(url)).status, 200);
  });

  it('explains an invalid token and stores nothing', async () => {
    const it = await signedOut();
    it.script.type(sandbox.info.url, 'glpat-wrong-wrong-wrong');
    await signIn();
    assert.match(it.script.problems[0] ?? '', /rejected the token/);
    assert.deepEqual(it.parts.accounts.list(), []);
  });

  it("explains that a server can't be reached", async () => {
    const it = await signedOut();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    it.script.type(`http://127.0.0.1:${port}`, 'glpat-any-any-any-any');
    await signIn();
    assert.match(it.script.problems[0] ?? '', /Couldn't connect to 127\.0\.0\.1/);
    assert.deepEqual(it.parts.accounts.list(), []);
  });

  it('sends no token to a web server without the API, and rejects the URL of a web page', async () => {
    const it = await signedOut();
    const heard: unknown[] = [];
    const server = createHttpServer(({ url, headers }, response) => {
      heard.push([url, headers['private-token'], headers.authorization]);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    it.script.type(`http://127.0.0.1:${port}`);
    await signIn();
    assert.equal(it.script.asked.length, 1, 'the token is not asked for');
    assert.match(it.script.problems[0] ?? '', /web page instead of data/);
    assert.deepEqual(heard, [['/api/v4/version', undefined, undefined]]);
    server.close();

    const { url } = sandbox.info;
    it.script.type(`${url}/acme/storefront`, url, sandbox.info.tokens['developer'] ?? '');
    await signIn();
    assert.match(it.script.problems[1] ?? '', /^The server URL is http/);
    assert.deepEqual(
      it.parts.accounts.list().map(({ base }) => base),
      [url],
    );
  });

  it('suggests the server of the workspace’s remote', async () => {
    const it = await signedOut();
    it.script.type();
    await signIn();
    assert.equal(it.script.asked[0]?.value, sandbox.info.url);
  });

  it('explains an invalid URL and asks again', async () => {
    const it = await signedOut();
    it.script.type('ftp://gitlab.com', '', 'https://user:secret@gitlab.com', sandbox.info.url);
    await signIn();
    assert.equal(it.script.problems.length, 3);
    assert.match(it.script.problems[0] ?? '', /https:\/\/ or http:\/\//);
    assert.match(it.script.problems[2] ?? '', /Remove the username/);
  });

  it('removes the account on sign-out', async () => {
    const it = await signedIn();
    await vscode.commands.executeCommand('switchyard.signOut');
    assert.deepEqual(it.parts.accounts.list(), []);
    assert.match(it.script.messages.at(-1)?.message ?? '', /^Signed out of /);
    assert.deepEqual(await open(it), []);
    await vscode.commands.executeCommand('switchyard.retryJob');
    assert.match(it.script.messages.at(-1)?.message ?? '', /not signed in/);
  });

  it('offers in the status bar to sign in again to the server of the remotes', async () => {
    const it = await signedIn();
    const { signInItem } = it.parts.branchItems;
    assert.equal(signInItem.shown, undefined);
    await vscode.commands.executeCommand('switchyard.signOut');
    const { host } = new URL(sandbox.info.url);
    await until(() => signInItem.shown === `Sign in to ${host}`, { description: 'the item is shown' });
    it.script.type(sandbox.info.url, sandbox.info.tokens['developer'] ?? '');
    await signIn();
    assert.equal(it.script.asked[0]?.value, sandbox.info.url);
    await until(() => signInItem.shown === undefined, { description: 'the item is hidden' });
  });

  it('removes all stored data of the account on sign-out', async () => {
    const it = await signedIn();
    const job = await aJobThatIs('success');
    await vscode.commands.executeCommand('switchyard.openLog', await jobNode(it, job.pipeline.id, job.name));
    const base = sandbox.info.url;
    const view = await it.parts.mergeRequestView.load();
    const key = { base, project: 1, iid: 7 };
    await it.parts.added.add({ key: { base, project: 2 }, path: 'acme/other' });
    await view.pins.pin(key);
    await view.seen.saw(key, '2026-01-01T00:00:00Z');
    await view.review.outbox.put({
      id: 'x',
      mergeRequest: key,
      at: 1,
      state: 'failed',
      kind: 'comment',
      body: 'Mine',
    });
    await view.review.viewed.set(key, [{ path: 'a', patchKey: 'b' }], true);
    const named = (): string[] =>
      Object.entries(it.state()).flatMap(([name, held]) =>
        [new URL(base).host, '@', serverDigest(base)].some((text) =>
          JSON.stringify(held ?? '').includes(text),
        )
          ? [name]
          : [],
      );
    assert.ok(named().length > 5, named().join());
    await vscode.commands.executeCommand('switchyard.signOut');
    assert.deepEqual(named(), []);
    assert.deepEqual(view.review.outbox.list(), []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }).timeout(180_000);
});
