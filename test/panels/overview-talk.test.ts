import assert from 'node:assert/strict';
import { getUser } from '../../src/api/endpoints/server';
import { CommentOutbox } from '../../src/app/review/comment-outbox';
import { DiscussionActions } from '../../src/app/review/discussion-actions';
import { Discussions } from '../../src/app/review/discussions';
import { Reactions } from '../../src/app/review/reactions';
import { Emitter } from '../../src/base/emitter';
import { silentLog } from '../../src/base/log';
import { COMMAND_OF_TALK_ACT, talkTarget } from '../../src/panels/overview-commands';
import { OverviewTalk } from '../../src/panels/overview-talk';
import { isTalkAct, TALK_WORDS } from '../../src/presentation/merge-request-page/discussion-acts';
import { COMMAND } from '../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../src/sandbox/index';
import { targetSchema } from '../../src/schemas/target';
import { closeAll } from '../api/helpers/client';
import { actingOn } from '../builders/acting';
import { heldMemory } from '../builders/stores';

const SEARCH = 11;

describe('what is said, for the page of a merge request', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** The talk of a page that is in sight or not, and a person who acts on it. */
  const page = (visible = true) => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
    const key = keyOf(SEARCH);
    const outbox = new CommentOutbox(heldMemory());
    const discussions = new Discussions({ clientFor: () => client, mergeRequests });
    const userOf = () => client.call(getUser, {});
    const deps = { clientFor: () => client, mergeRequests, discussions, outbox, userOf };
    const person = new DiscussionActions(deps);
    const clock = { now: () => 0 };
    const reactions = new Reactions({ clientFor: () => client, mergeRequests, clock });
    const seen = new Emitter<boolean>();
    const sight = { visible, onDidChangeVisible: seen.event };
    const part = new OverviewTalk(sight, key, {
      ...{ discussions, reactions, outbox, log: silentLog },
      act: (act, _key, value = '') => person.resolve(key, value, act === 'resolveThread'),
    });
    return {
      ...{ part, person, discussions, mergeRequests, key },
      show: (now: boolean) => {
        sight.visible = now;
        seen.fire(now);
      },
      /** When it changed so that this holds. */
      when: (holds: (facts: OverviewTalk['details']) => boolean): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (!holds(part.details)) return;
            listening.dispose();
            resolve();
          };
          const listening = part.onDidChange(look);
          look();
        }),
      words: () => part.details.known?.threads.flatMap(({ notes }) => notes.map(({ body }) => body)) ?? [],
    };
  };
  const readings = (): number =>
    sandbox.requests().filter(({ method, path }) => method === 'GET' && path.includes('/discussions')).length;

  it('is asked for when the page is first seen, once', async () => {
    const one = page(false);
    assert.equal(one.part.details.known, undefined);
    assert.deepEqual(sandbox.requests(), []);
    one.show(true);
    await one.when(({ known }) => known !== undefined);
    one.show(false);
    one.show(true);
    assert.ok(one.words().includes('Can we mention this in the docs?'));
    await one.discussions.get(one.key);
    assert.equal(readings(), 1);
  });

  it('is followed while the page is seen, and when it is seen again', async () => {
    const one = page();
    await one.mergeRequests.refresh(one.key);
    await one.when(({ known }) => known !== undefined);
    const other = page(false);
    sandbox.advance(2_000);
    await other.person.say(one.key, { body: 'While you look.', draft: false });
    await one.mergeRequests.refresh(one.key);
    await one.when(() => one.words().includes('While you look.'));
    one.show(false);
    const before = readings();
    sandbox.advance(2_000);
    await other.person.say(one.key, { body: 'While you are away.', draft: false });
    await one.mergeRequests.refresh(one.key);
    assert.equal(readings(), before);
    one.show(true);
    await one.when(() => one.words().includes('While you are away.'));
    one.part.dispose();
    sandbox.advance(2_000);
    await other.person.say(one.key, { body: 'After it was closed.', draft: false });
    const last = readings();
    await one.mergeRequests.refresh(one.key);
    assert.equal(readings(), last);
  });

  it('is read for another account when the account changes, also while it is being read', async () => {
    const one = page();
    one.discussions.clear();
    await one.when(({ known }) => known !== undefined);
    one.discussions.clear();
    assert.equal(one.part.details.known, undefined);
    await one.when(({ known }) => known !== undefined);
  });

  it('says that a thread is being resolved, and what came of it', async () => {
    const one = page();
    await one.when(({ known }) => known !== undefined);
    const open = one.part.details.known?.threads.find(({ notes }) => notes.some(({ resolved }) => !resolved));
    assert.ok(open);
    const acting = one.part.take('resolveThread', open.id);
    assert.deepEqual(one.part.details.settling, [open.id]);
    await one.part.take('resolveThread', open.id);
    await acting;
    assert.deepEqual(one.part.details.settling, []);
    const now = one.part.details.known?.threads.find(({ id }) => id === open.id);
    assert.ok(now?.notes.every(({ resolved }) => resolved));
    assert.equal(sandbox.requests().filter(({ method }) => method === 'PUT').length, 1);
  });

  it('shows what was not sent until it was', async () => {
    const one = page();
    sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/notes' });
    const kept = await one.person.say(one.key, { body: 'And refunds?', draft: false });
    assert.ok(kept.kind === 'kept');
    assert.deepEqual(
      one.part.details.unsent.map(({ body, state }) => [body, state]),
      [['And refunds?', 'failed']],
    );
    sandbox.faults.clear();
    await one.person.sendAgain(kept.id);
    await one.when(({ unsent }) => unsent.length === 0);
    assert.ok(one.words().includes('And refunds?'));
  });

  it('tells why it cannot be read, until it can', async () => {
    sandbox.faults.add({ kind: 'status', status: 400, method: 'GET', path: '**/discussions' });
    const one = page();
    await one.when(({ trouble }) => trouble !== undefined);
    assert.match(one.part.details.trouble ?? '', /^Couldn't load the comments\. ./);
    await one.part.refresh();
    assert.notEqual(one.part.details.trouble, undefined);
    sandbox.faults.clear();
    await one.part.refresh();
    assert.equal(one.part.details.trouble, undefined);
    assert.ok(one.words().length > 0);
  });

  it('forgets its trouble when somebody else has read it', async () => {
    sandbox.faults.add({ kind: 'status', status: 400, method: 'GET', path: '**/discussions' });
    const one = page();
    await one.when(({ trouble }) => trouble !== undefined);
    sandbox.faults.clear();
    await one.discussions.get(one.key);
    assert.equal(one.part.details.trouble, undefined);
  });

  it('tells where a server has no comments', async () => {
    sandbox.faults.add({ kind: 'status', status: 404, method: 'GET', path: '**/discussions' });
    const one = page();
    await one.when(({ known }) => known?.missing === 'not-found');
    assert.equal(one.part.details.trouble, undefined);
  });

  it('does with each button what the command of the same name does, on what the button stands at', () => {
    const key = { base: 'https://git.example.com', project: 1, iid: SEARCH };
    for (const act of Object.keys(TALK_WORDS)) {
      assert.ok(isTalkAct(act));
      assert.equal(COMMAND_OF_TALK_ACT[act], COMMAND[act]);
      const target = talkTarget(act, key, 'x');
      assert.deepEqual(targetSchema.parse(target), target);
    }
    assert.deepEqual(talkTarget('replyToThread', key, 'a'), {
      ...{ kind: 'thread', mergeRequest: key, discussion: 'a' },
    });
    assert.deepEqual(talkTarget('sendCommentAgain', key, 'u'), {
      kind: 'unsent',
      mergeRequest: key,
      id: 'u',
    });
    assert.ok(!isTalkAct('constructor'));
  });
});
