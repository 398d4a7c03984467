import assert from 'node:assert/strict';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { findNote, noteOnPage } from '../../../../src/ui/discussions/commands/find-note';
import type { MessageAction } from '../../../../src/ui/shared/editor/prompts';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';

const IID = 11;

describe('the comment of a link', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Finds comments of !11, with the messages that were shown and the commands of their buttons. */
  const finding = () => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
    const key = keyOf(IID);
    const discussions = new Discussions({ clientFor: () => client, mergeRequests });
    const shown: (readonly [string, readonly MessageAction[]])[] = [];
    const commands: unknown[] = [];
    const prompts = {
      showMessage: (_severity: string, message: string, actions: readonly MessageAction[]) => {
        shown.push([message, actions]);
      },
      runCommand: (id: string, argument: unknown) => Promise.resolve(void commands.push([id, argument])),
    };
    return {
      key,
      discussions,
      shown,
      commands,
      find: (note: number) => findNote({ discussions, prompts }, key, note),
    };
  };
  const reads = (): number => sandbox.requests().filter(({ path }) => path.includes('/discussions?')).length;

  it('is found without another request if it is loaded', async () => {
    const { discussions, key, find, shown } = finding();
    const { threads } = await discussions.get(key);
    const known = threads.at(-1);
    assert.equal((await find(known?.notes.at(-1)?.id ?? 0))?.id, known?.id);
    assert.deepEqual([reads(), shown], [1, []]);
  });

  it('is found if it is newer than the loaded ones', async () => {
    const { discussions, key, find, shown } = finding();
    await discussions.get(key);
    const response = await fetch(`${sandbox.url}/api/v4/projects/1/merge_requests/${IID}/notes`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.developer, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'Just written.' }),
    });
    const { id } = (await response.json()) as { id: number };
    assert.equal((await find(id))?.notes[0]?.body, 'Just written.');
    assert.deepEqual(shown, []);
  });

  it("is reported if it doesn't exist", async () => {
    const { find, shown } = finding();
    assert.equal(await find(999_999), undefined);
    assert.deepEqual(shown, [
      ["Couldn't find the comment in !11. It may have been deleted, or you don't have access to it.", []],
    ]);
  });

  it('can be opened in the browser if the comments are not available', async () => {
    sandbox.faults.add({ kind: 'status', status: 403, path: '**/discussions*' });
    const { find, shown, commands, key } = finding();
    assert.equal(await find(7), undefined);
    const [message, actions] = shown[0] ?? [];
    assert.match(message ?? '', /doesn't allow you to view the comments on this merge request\.$/);
    assert.deepEqual(
      actions?.map(({ title }) => title),
      ['Open in Browser'],
    );
    await actions[0]?.run();
    const target = { kind: 'thread', mergeRequest: key, discussion: '', note: 7 };
    assert.deepEqual(commands, [[COMMAND.openInBrowser, { target }]]);
  });

  it('is replaced with the first one of its thread if it is a system note between comments of users', async () => {
    const { discussions, key } = finding();
    const { threads } = await discussions.get(key);
    const [user] = threads.flatMap(({ notes }) => notes).filter(({ system }) => !system);
    assert.ok(user);
    const system = { ...user, id: user.id + 1_000, system: true };
    const mixed = { id: 'mixed', notes: [user, system, { ...user, id: user.id + 2_000 }] };
    assert.deepEqual(
      [user.id, system.id, user.id + 2_000, undefined].map((note) => noteOnPage(mixed, note)),
      [user.id, user.id, user.id + 2_000, user.id],
    );
    assert.equal(noteOnPage({ id: 'history', notes: [system] }, system.id), system.id);
  });
});
