import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import * as vscode from 'vscode';
import { sandbox } from './harness';
import { open, shown, signedIn, signedOut } from './product';

const signIn = (): Thenable<unknown> => vscode.commands.executeCommand('switchyard.signIn');

describe('signing in', () => {
  it('with a good token shows the workspace’s project and whose token it is', async () => {
    const it = await signedOut();
    it.script.type(sandbox.info.url, sandbox.info.tokens['developer'] ?? '');
    await signIn();
    const [account] = it.parts.accounts.list();
    assert.equal(account?.base, sandbox.info.url);
    assert.ok(account.username !== undefined);
    assert.match(it.script.told[0]?.message ?? '', new RegExp(`as @${account.username}`));
    const [project] = await open(it);
    assert.ok(project);
    assert.equal(shown(it, project).label, 'acme/storefront');
    assert.match(shown(it, project).description, new RegExp(`@${account.username}`));
  });

  it('asks for the token as a password, and links to the page that makes one', async () => {
    const it = await signedOut();
    it.script.type(`${sandbox.info.url}/`, 'x');
    await signIn();
    const [, token] = it.script.asked;
    assert.equal(token?.password, true);
    assert.equal(
      token.link?.url,
      `${sandbox.info.url}/-/user_settings/personal_access_tokens?name=Switchyard&scopes=api`,
    );
    const page = await fetch(token.link.url);
    assert.equal(page.status, 200);
  });

  it('with a wrong token says so and stores nothing', async () => {
    const it = await signedOut();
    it.script.type(sandbox.info.url, 'glpat-wrong-wrong-wrong');
    await signIn();
    assert.match(it.script.problems[0] ?? '', /does not accept the token/);
    assert.deepEqual(it.parts.accounts.list(), []);
  });

  it('to a server that is not there says so', async () => {
    const it = await signedOut();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    it.script.type(`http://127.0.0.1:${port}`, 'glpat-any-any-any-any');
    await signIn();
    assert.match(it.script.problems[0] ?? '', /Nothing answers at 127\.0\.0\.1/);
    assert.deepEqual(it.parts.accounts.list(), []);
  });

  it('explains an address that is none and asks again', async () => {
    const it = await signedOut();
    it.script.type('ftp://gitlab.com', '', 'https://user:secret@gitlab.com', sandbox.info.url);
    await signIn();
    assert.equal(it.script.problems.length, 3);
    assert.match(it.script.problems[0] ?? '', /https:\/\/ or http:\/\//);
    assert.match(it.script.problems[2] ?? '', /Leave out the user name/);
  });

  it('out again removes the account', async () => {
    const it = await signedIn();
    await vscode.commands.executeCommand('switchyard.signOut');
    assert.deepEqual(it.parts.accounts.list(), []);
    assert.match(it.script.told.at(-1)?.message ?? '', /^Signed out of /);
    assert.deepEqual(await open(it), []);
    await vscode.commands.executeCommand('switchyard.retryJob');
    assert.match(it.script.told.at(-1)?.message ?? '', /not signed in/);
  });
});
