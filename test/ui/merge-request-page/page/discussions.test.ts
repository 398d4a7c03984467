import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { getUser } from '../../../../src/api/endpoints/server';
import { CommentableFiles } from '../../../../src/app/changes/commentable-files';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { Reactions } from '../../../../src/app/discussions/reactions';
import { ThreadCode } from '../../../../src/app/discussions/thread-code';
import { VersionLines } from '../../../../src/app/discussions/version-lines';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import { readPageCommand } from '../../../../src/presentation/merge-request-page/page-command';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { PageDiscussions } from '../../../../src/ui/merge-request-page/page/discussions';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { reviewing } from '../../../builders/review';
import { heldMemory } from '../../../builders/stores';

const SEARCH = 11;

describe('discussions for the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Creates the discussions of a visible or hidden page, and a user who acts on it. */
  const page = async (visible = true) => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
    const key = keyOf(SEARCH);
    const outbox = new CommentOutbox(heldMemory());
    const discussions = new Discussions({ clientFor: () => client, mergeRequests });
    const userOf = () => client.call(getUser, {});
    const deps = { clientFor: () => client, mergeRequests, discussions, outbox, userOf };
    const person = new DiscussionActions(deps);
    const clock = { now: () => 0 };
    const reactions = new Reactions({ clientFor: () => client, mergeRequests, clock });
    const { changes, content } = await reviewing(client, mergeRequests);
    const frames = new CommentableFiles(changes);
    const threadCode = new ThreadCode(new VersionLines({ frames, content }));
    const seen = new Emitter<boolean>();
    const sight = { visible, onDidChangeVisible: seen.event };
    const part = new PageDiscussions(sight, key, {
      ...{ discussions, reactions, threadCode, outbox, log: silentLog },
    });
    return {
      ...{ part, person, discussions, mergeRequests, key },
      show: (now: boolean) => {
        sight.visible = now;
        seen.fire(now);
      },
      /** Resolves once the condition is met. */
      when: (holds: (facts: PageDiscussions['details']) => boolean): Promise<void> =>
        new Promise((resolve) => {
          const check = (): void => {
            if (!holds(part.details)) return;
            listening.dispose();
            resolve();
          };
          const listening = part.onDidChange(check);
          check();
        }),
      commentTexts: () =>
        part.details.known?.threads.flatMap(({ notes }) => notes.map(({ body }) => body)) ?? [],
    };
  };
  const readings = (): number =>
    sandbox.requests().filter(({ method, path }) => method === 'GET' && path.includes('/discussions')).length;

  it('are loaded once, when the page is first visible', async () => {
    const one = await page(false);
    assert.equal(one.part.details.known, undefined);
    assert.deepEqual(sandbox.requests(), []);
    one.show(true);
    await one.when(({ known }) => known !== undefined);
    one.show(false);
    one.show(true);
    assert.ok(one.commentTexts().includes('Can we mention this in the docs?'));
    await one.discussions.get(one.key);
    assert.equal(readings(), 1);
  });

  it('contain the code of unresolved threads, which is loaded once while the page is visible', async () => {
    const one = await page(false);
    await one.discussions.get(one.key);
    const position = one.part.details.known?.threads
      .flatMap(({ notes }) => notes)
      .find((note) => note.position && !note.resolved)?.position;
    assert.ok(position);
    const { codeAt } = one.part.details;
    assert.equal(codeAt?.(position), undefined);
    one.show(true);
    await one.when(() => codeAt?.(position) !== undefined);
    assert.deepEqual(codeAt?.(position), [
      { number: 2, text: '', kind: 'same' },
      { number: 3, text: 'export interface Query {', kind: 'same' },
      { number: 4, text: '  readonly words: string;', kind: 'same' },
      { number: 5, text: '  readonly limit?: number;', kind: 'same' },
    ]);
    const before = sandbox.requests().length;
    one.show(false);
    one.show(true);
    await setImmediate();
    assert.equal(sandbox.requests().length, before);
  });

  it('are visited in the order of the page, only unresolved threads, and again from the first one', async () => {
    const one = await page();
    await one.when(({ known }) => known !== undefined);
    for (const body of ['Why a rank?', 'And why here?', 'Done?'])
      await one.person.post(one.key, { kind: 'thread', body });
    const open = (one.part.details.known?.threads ?? []).flatMap(({ notes }) =>
      notes.some(({ resolvable, resolved }) => resolvable && !resolved) ? [notes[0]?.id] : [],
    );
    assert.ok(open.length >= 3);
    const visited = open.map(() => one.part.nextUnresolved('oldest'));
    assert.deepEqual(visited, open);
    assert.equal(one.part.nextUnresolved('oldest'), open[0]);
    // After the current thread was resolved, the walk continues behind it.
    const current = one.part.details.known?.threads.find(({ notes }) => notes[0]?.id === open[0]);
    await one.person.resolve(one.key, current?.id ?? '', true);
    assert.equal(one.part.nextUnresolved('oldest'), open[1]);
    assert.equal(one.part.nextUnresolved('newest'), open.at(-1));
  });

  it('have no next thread while they are not loaded', async () => {
    const one = await page(false);
    assert.equal(one.part.nextUnresolved('oldest'), undefined);
  });

  it('are refreshed while the page is visible, and when it becomes visible again', async () => {
    const one = await page();
    await one.mergeRequests.refresh(one.key);
    await one.when(({ known }) => known !== undefined);
    const other = await page(false);
    sandbox.advance(2_000);
    await other.person.post(one.key, { kind: 'comment', body: 'While you look.' });
    await one.mergeRequests.refresh(one.key);
    await one.when(() => one.commentTexts().includes('While you look.'));
    one.show(false);
    const before = readings();
    sandbox.advance(2_000);
    await other.person.post(one.key, { kind: 'comment', body: 'While you are away.' });
    await one.mergeRequests.refresh(one.key);
    assert.equal(readings(), before);
    one.show(true);
    await one.when(() => one.commentTexts().includes('While you are away.'));
    one.part.dispose();
    sandbox.advance(2_000);
    await other.person.post(one.key, { kind: 'comment', body: 'After it was closed.' });
    const last = readings();
    await one.mergeRequests.refresh(one.key);
    assert.equal(readings(), last);
  });

  it('are loaded for another account when the account changes, also during loading', async () => {
    const one = await page();
    one.discussions.clear();
    await one.when(({ known }) => known !== undefined);
    one.discussions.clear();
    assert.equal(one.part.details.known, undefined);
    await one.when(({ known }) => known !== undefined);
  });

  it('show that a thread is being resolved, and the result', async () => {
    const one = await page();
    await one.when(({ known }) => known !== undefined);
    const open = one.part.details.known?.threads.find(({ notes }) =>
      notes.some(({ resolvable, resolved }) => resolvable && !resolved),
    );
    assert.ok(open);
    const message = {
      command: COMMAND.resolveThread,
      value: JSON.stringify({ kind: 'thread', discussion: open.id }),
    };
    const command = readPageCommand(message, one.key, undefined);
    assert.ok(command);
    const resolve = async (): Promise<void> => {
      await one.person.resolve(one.key, open.id, true);
    };
    const acting = one.part.during(command, resolve);
    assert.deepEqual(one.part.details.settling, [open.id]);
    await one.part.during(command, resolve);
    await acting;
    assert.deepEqual(one.part.details.settling, []);
    const now = one.part.details.known?.threads.find(({ id }) => id === open.id);
    assert.ok(now?.notes.every(({ resolved }) => resolved));
    assert.equal(sandbox.requests().filter(({ method }) => method === 'PUT').length, 1);
  });

  it('show unsent comments until they are sent', async () => {
    const one = await page();
    sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/notes' });
    const kept = await one.person.post(one.key, { kind: 'comment', body: 'And refunds?' });
    assert.ok(kept.kind === 'kept');
    assert.deepEqual(
      one.part.details.unsent.map(({ body, state }) => [body, state]),
      [['And refunds?', 'failed']],
    );
    sandbox.faults.clear();
    await one.person.sendAgain(kept.id);
    await one.when(({ unsent }) => unsent.length === 0);
    assert.ok(one.commentTexts().includes('And refunds?'));
  });

  it('show why loading failed, until it succeeds', async () => {
    sandbox.faults.add({ kind: 'status', status: 400, method: 'GET', path: '**/discussions' });
    const one = await page();
    await one.when(({ errorMessage: trouble }) => trouble !== undefined);
    assert.match(one.part.details.errorMessage ?? '', /^Couldn't load the comments\. ./);
    await one.part.refresh();
    assert.notEqual(one.part.details.errorMessage, undefined);
    sandbox.faults.clear();
    await one.part.refresh();
    assert.equal(one.part.details.errorMessage, undefined);
    assert.ok(one.commentTexts().length > 0);
  });

  it('clear the error when another part has loaded them', async () => {
    sandbox.faults.add({ kind: 'status', status: 400, method: 'GET', path: '**/discussions' });
    const one = await page();
    await one.when(({ errorMessage: trouble }) => trouble !== undefined);
    sandbox.faults.clear();
    await one.discussions.get(one.key);
    assert.equal(one.part.details.errorMessage, undefined);
  });

  it('show that a server has no comments', async () => {
    sandbox.faults.add({ kind: 'status', status: 404, method: 'GET', path: '**/discussions' });
    const one = await page();
    await one.when(({ known }) => known?.missing === 'not-found');
    assert.equal(one.part.details.errorMessage, undefined);
  });
});
