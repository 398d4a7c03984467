import assert from 'node:assert/strict';
import { nodeTransport } from '../../../../src/api/transport';
import { ItemFinder } from '../../../../src/app/navigation/find';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { Projects } from '../../../../src/app/projects/projects';
import { RecentItems } from '../../../../src/app/shared/recent-items';
import { systemClock } from '../../../../src/base/clock';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import {
  type FindChoice,
  type FindCommandDeps,
  findCommands,
} from '../../../../src/ui/navigation/commands/find-commands';
import type { SearchPickResults } from '../../../../src/ui/shared/editor/search-pick';
import { accountsOver } from '../../../builders/accounts';
import { only, runCommand } from '../../../builders/run-command';
import { heldMemory, workspaceWith } from '../../../builders/stores';

const PROJECT = '/acme/storefront';

describe('a URL that cannot be opened', () => {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => sandbox.close());
  after(() => {
    transport.dispose();
  });

  /** Runs "Open from URL...". `select`: the labels of the actions to select in the picker, one after the other. */
  async function opened(
    address: string,
    {
      select = [],
      signedIn = true,
    }: { readonly select?: readonly string[]; readonly signedIn?: boolean } = {},
  ) {
    const { accounts } = accountsOver(transport);
    if (signedIn) await accounts.signIn(sandbox.url, sandbox.tokens.reporter);
    const workspace = workspaceWith({ origin: `${sandbox.url}${PROJECT}.git` });
    const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
    const shown: SearchPickResults<FindChoice>[] = [];
    const done: unknown[] = [];
    const left = [...select];
    const rows = findCommands(
      only<FindCommandDeps>({
        find: new ItemFinder(accounts, projects, () => Promise.resolve([])),
        recent: new RecentItems(heldMemory()),
        ask: async ({ value = '', search }) => {
          const results = await search(value, new AbortController().signal);
          shown.push(results);
          const label = left.shift();
          const chosen = results.actions?.find((action) => action.label === label)?.value;
          return label === undefined ? undefined : (chosen ?? assert.fail(label));
        },
        browse: (link) => Promise.resolve(void done.push(['browse', link])),
        execute: (id, argument) => Promise.resolve(void done.push([id, argument])),
        openMergeRequest: (_project, iid) => Promise.resolve(void done.push(['open', iid])),
        prompts: only<FindCommandDeps['prompts']>({
          progress: only<FindCommandDeps['prompts']['progress']>({
            inView: (_title, work) => work(new AbortController().signal),
          }),
        }),
        now: () => 0,
      }),
    );
    const failure = await runCommand(rows, COMMAND.find, address).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.equal(failure, undefined);
    const [first] = shown;
    return { done, shown, note: first?.note, actions: first?.actions?.map(({ label }) => label) };
  }

  const host = (): string => new URL(sandbox.url).host;
  const fails = (status: number, next?: number): void => {
    sandbox.faults.add({
      kind: 'status',
      status,
      path: '**/merge_requests/11',
      ...(next === undefined ? {} : { next }),
    });
  };

  it('explains that a page does not exist, and offers the browser and another account', async () => {
    const address = `${sandbox.url}${PROJECT}/-/merge_requests/999999`;
    const { note, actions, done, shown } = await opened(address, { select: ['Open in Browser'] });
    assert.equal(note, `This item doesn't exist on ${host()}, or you don't have access to it.`);
    assert.equal(shown[0]?.failed, true);
    assert.deepEqual(actions, ['Open in Browser', 'Sign In with Another Token']);
    assert.deepEqual(done, [['browse', address]]);
    const again = await opened(address, { select: ['Sign In with Another Token'] });
    assert.deepEqual(again.done, [[COMMAND.signIn, { base: sandbox.url }]]);
    const project = await opened(`${sandbox.url}/acme/vault/-/pipelines/1`);
    assert.equal(project.note, `This project doesn't exist on ${host()}, or you don't have access to it.`);
  });

  it('shows the reason of a refusal', async () => {
    fails(403);
    const { note, actions } = await opened(`${sandbox.url}${PROJECT}/-/merge_requests/11`);
    assert.match(note ?? '', /permission|refused|role/i);
    assert.deepEqual(actions, ['Open in Browser', 'Sign In with Another Token']);
  });

  it('offers to sign in again if the token is rejected', async () => {
    fails(401);
    const address = `${sandbox.url}${PROJECT}/-/merge_requests/11`;
    const { note, actions, done } = await opened(address, { select: ['Sign In Again'] });
    assert.match(note ?? '', /rejected the token/);
    assert.deepEqual(actions, ['Sign In Again', 'Open in Browser']);
    assert.deepEqual(done, [[COMMAND.signIn, { base: sandbox.url }]]);
  });

  it('offers to retry after an error of the server or the network', async () => {
    fails(500);
    const address = `${sandbox.url}${PROJECT}/-/merge_requests/11`;
    const { note, actions, shown } = await opened(address, { select: ['Retry'] });
    assert.match(note ?? '', /returned an error \(500\)/);
    assert.deepEqual(actions, ['Retry', 'Open in Browser']);
    assert.equal(shown.length, 2);
  });

  it('offers to sign in for other servers, and the browser for other pages', async () => {
    const address = 'https://elsewhere.example/acme/shop/-/merge_requests/1';
    const other = await opened(address, { select: ['Sign In...'] });
    assert.equal(other.note, "You're not signed in to elsewhere.example");
    assert.deepEqual(other.actions, ['Sign In...', 'Open in Browser']);
    assert.deepEqual(other.done, [[COMMAND.signIn, undefined]]);
    const issue = await opened(`${sandbox.url}${PROJECT}/-/issues/6`);
    assert.deepEqual(issue.actions, ['Open in Browser']);
    const signedOut = await opened('lint', { signedIn: false });
    assert.deepEqual(signedOut.actions, ['Sign In...']);
  });

  it('offers no action for text without results, and never a link with user info', async () => {
    const text = await opened('no such job');
    assert.equal(text.note, 'No results for "no such job"');
    assert.equal(text.actions, undefined);
    const deceptive = await opened('https://git.example@evil.example/a/b/-/jobs/1');
    assert.deepEqual(deceptive.actions, ['Sign In...']);
  });
});
