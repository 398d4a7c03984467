import assert from 'node:assert/strict';
import { nodeTransport } from '../../../../src/api/transport';
import { findServer } from '../../../../src/app/accounts/server-check';
import { systemClock } from '../../../../src/base/clock';
import { silentLog } from '../../../../src/base/log';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { accountCommands } from '../../../../src/ui/accounts/commands/commands';
import { closeAll } from '../../../api/helpers/client';
import { sendHtml, startServer } from '../../../api/helpers/loopback';
import { accountsOver } from '../../../builders/accounts';
import { runCommand } from '../../../builders/run-command';
import { tokenIn, workspaceWith } from '../../../builders/stores';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('sign-in commands', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  let sandbox: Sandbox;
  let prompts: ScriptedPrompts;
  let remotes: string[];
  let held: ReturnType<typeof accountsOver>;

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    remotes = [];
    held = accountsOver(transport);
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });
  after(() => {
    transport.dispose();
  });

  const rows = () =>
    accountCommands({
      isDemo: false,
      accounts: held.accounts,
      prompts,
      repositories: workspaceWith(...remotes.map((origin) => ({ origin }))),
      findServer: (address, signal) =>
        findServer(address, { transport, clock: systemClock, log: silentLog }, signal),
    });
  const signIn = (argument?: unknown): Promise<void> => runCommand(rows(), COMMAND.signIn, argument);

  it('proposes the server of the remotes, also if the user is signed in to another one', async () => {
    prompts.type(sandbox.url, sandbox.tokens.developer);
    await signIn();
    remotes = ['https://git.example.test/acme/storefront.git'];
    await signIn();
    assert.equal(prompts.asked.at(-1)?.value, 'https://git.example.test');
    remotes = [];
    await signIn();
    assert.equal(prompts.asked.at(-1)?.value, sandbox.url);
  });

  it('reads the server from the URL of a page with a query and a fragment', async () => {
    const page = `${sandbox.url}/acme/storefront/-/merge_requests/7?view=parallel#note_1`;
    prompts.type(page, sandbox.url, sandbox.tokens.developer);
    await signIn();
    assert.match(prompts.problems[0] ?? '', /^The server URL is /);
    assert.deepEqual(
      held.accounts.list().map(({ base }) => base),
      [sandbox.url],
    );
  });

  it('keeps the server URL and the token when the user goes back', async () => {
    prompts.type(sandbox.url, { backAfter: 'glpat-half' }, sandbox.url, sandbox.tokens.developer);
    await signIn();
    assert.deepEqual(
      prompts.asked.map(({ value }) => value),
      ['https://gitlab.com', '', sandbox.url, 'glpat-half'],
    );
    assert.equal(held.accounts.list().length, 1);
  });

  it('sends a token that was typed before going back only to the server that accepts it', async () => {
    const receivedTokens: (string | string[] | undefined)[] = [];
    const other = await startServer((request, response) => {
      receivedTokens.push(request.headers['private-token'], request.headers.authorization);
      sendHtml(response, 200);
    });
    prompts.type(sandbox.url, { backAfter: sandbox.tokens.developer }, other.url);
    await signIn();
    assert.ok(receivedTokens.length > 0);
    assert.deepEqual(
      receivedTokens.filter((value) => value !== undefined),
      [],
    );
  });

  it('links to the pages that create tokens, and names the resources for which a fine-grained token needs permissions', async () => {
    prompts.type(sandbox.url);
    await signIn();
    // The link follows the prompt in the same line.
    assert.match(prompts.asked.at(-1)?.prompt ?? '', /\.$/);
    assert.match(prompts.asked.at(-1)?.prompt ?? '', /Pipeline, Job, Job Artifact, Merge Request, and Code/);
    const page = `${sandbox.url}/-/user_settings/personal_access_tokens`;
    assert.deepEqual(
      prompts.asked.at(-1)?.links?.map(({ label, url }) => [label, url]),
      [
        ['Create Fine-Grained Token in Browser', `${page}/granular/new`],
        ['Create Token in Browser', `${page}?name=Switchyard&scopes=api`],
      ],
    );
  });

  it('shows the scopes and the expiration date of the token', async () => {
    prompts.type(sandbox.url, sandbox.tokens.developer);
    await signIn();
    const [notification] = prompts.messages;
    assert.match(notification?.message ?? '', /^Signed in as @dana\. Scopes: api\. Token expires .*\d{4}\.$/);
    assert.deepEqual(notification?.actions, []);
  });

  it('reports a read-only token, and offers to sign in with another token', async () => {
    prompts.type(sandbox.url, sandbox.readOnlyToken);
    await signIn();
    const [notification] = prompts.messages;
    assert.match(notification?.message ?? '', /The token is read-only \(scopes: read_api\)\./);
    assert.deepEqual(
      notification?.actions.map(({ title }) => title),
      ['Sign In with Another Token'],
    );
    prompts.type(sandbox.tokens.developer);
    await notification.actions[0]?.run();
    assert.match(prompts.messages[1]?.message ?? '', /Scopes: api\./);
    assert.equal(tokenIn(held.secrets.held, sandbox.url), sandbox.tokens.developer);
  });

  it("signs in if the server doesn't return the scopes of the token", async () => {
    for (const status of [403, 404, 500]) {
      sandbox.faults.add({ kind: 'status', path: '/api/v4/personal_access_tokens/self', status });
      prompts.type(sandbox.url, sandbox.tokens.developer);
      await signIn();
      assert.match(prompts.messages.at(-1)?.message ?? '', /^Signed in to \S+ as @dana\.$/);
      sandbox.faults.clear();
    }
  });

  it('signs in again to exactly the account that failed, not to another one of the same host', async () => {
    prompts.type(sandbox.url, sandbox.tokens.developer);
    await signIn();
    const asked = prompts.asked.length;
    for (const base of [`${sandbox.url}/gitlab`, sandbox.url.replace('http:', 'https:')]) {
      prompts.type();
      await signIn({ base });
    }
    assert.deepEqual(
      prompts.asked.slice(asked).map(({ title }) => title),
      ['Sign In', 'Sign In'],
      'asks for the server',
    );
  });

  it('asks only for the token if the user is signed in to the server', async () => {
    prompts.type(sandbox.url, sandbox.tokens.developer);
    await signIn();
    prompts.type(sandbox.tokens.maintainer);
    await signIn({ base: sandbox.url });
    assert.equal(prompts.asked.length, 3);
    assert.equal(tokenIn(held.secrets.held, sandbox.url), sandbox.tokens.maintainer);
    prompts.type({ backAfter: 'x' });
    await signIn({ base: sandbox.url });
    assert.equal(prompts.asked.at(-1)?.value, sandbox.url, 'Back leads to the address');
  });
});
