import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { MergeRequestActed } from '../../src/app/merge-request-actions';
import { HeadMoved } from '../../src/app/head-moved';
import { isApiError } from '../../src/api/errors';
import {
  MergeRequestActionFailed,
  MergeRequestBusy,
  MergeRequestRefused,
} from '../../src/domain/merge-request-rules';
import { EditConflict } from '../../src/domain/merge-edit';
import { startSandbox, type Sandbox } from '../../src/sandbox/index';
import { closeAll } from '../api/helpers/client';
import { actingOn, writesTo } from '../builders/acting';
import { withGitFolder } from '../sandbox/helpers/git';

const GIFT_CARDS = 12;
const CART_PAGE = 15;
const CONFLICTING = 16;
const TYPOS = 17;
const CLOSED = 5;
const PAYMENTS = 2;
const CURRENCY = 4;

describe('acting on merge requests', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });
  const { git, inFolder } = withGitFolder('Dana');

  /** Another commit on a branch, pushed by somebody else. */
  async function pushTo(project: string, branch: string, title: string): Promise<string> {
    const url = new URL(`${sandbox.url}/${project}.git`);
    [url.username, url.password] = ['dana', sandbox.tokens.developer];
    await git('clone', '--quiet', '--branch', branch, url.href, '.');
    await writeFile(inFolder('later.md'), `# ${title}\n`);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', title);
    await git('push', '--quiet');
    return git('rev-parse', 'HEAD');
  }

  const expected = async <E>(action: Promise<unknown>, kind: new (...facts: never[]) => E): Promise<E> => {
    const error: unknown = await action.then(
      () => assert.fail('it was done'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof kind, String(error));
    return error;
  };

  it('merges the commit that was looked at, with the options that were chosen', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const options = {
      sha,
      squash: true,
      squashMessage: 'One',
      mergeMessage: 'Two',
      removeSourceBranch: true,
    };
    const merged = await actions.merge(at, options);
    assert.equal(merged.state, 'merged');
    assert.equal(store.peek(at)?.state, 'merged');
    assert.equal(merged.merge_user?.username, 'marek');
    assert.ok(merged.squash_commit_sha);
  });

  it('merges nothing where other commits were pushed since, and tells which', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const head = await pushTo('acme/payments', 'fix/currency', 'Know the krona');
    const moved = await expected(actions.merge(at, { sha }), HeadMoved);
    assert.deepEqual([moved.iid, moved.expected, moved.head, moved.rewritten], [CURRENCY, sha, head, false]);
    assert.deepEqual(
      moved.commits.map(({ title }) => title),
      ['Know the krona'],
    );
    assert.ok(isApiError(moved.cause, 'conflict'));
    assert.equal((await store.refresh(at)).state, 'opened');
    assert.equal((await actions.merge(at, { sha: head })).state, 'merged', 'after looking again');
  });

  it('tells of other commits also where the server refuses for the pipeline that they started', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    const { sha, detailed_merge_status: status } = await tested(at);
    assert.ok(sha);
    assert.equal(status, 'mergeable');
    const head = await pushTo('acme/storefront', 'feature/gift-cards', 'Say more');
    const moved = await expected(actions.merge(at, { sha }), HeadMoved);
    assert.equal(moved.head, head);
    assert.ok(isApiError(moved.cause, 'method-not-allowed'));
  });

  it('knows a branch that was rewritten from one that went on', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    await pushTo('acme/payments', 'fix/currency', 'Know the krona');
    await git('reset', '--quiet', '--soft', 'HEAD~2');
    await git('commit', '--quiet', '--message', 'Know two more');
    await git('push', '--quiet', '--force');
    const moved = await expected(actions.merge(at, { sha }), HeadMoved);
    assert.equal(moved.rewritten, true);
    assert.deepEqual(
      moved.commits.map(({ title }) => title),
      ['Know two more'],
    );
  });

  it('gives the refusal as it is where nothing was pushed', async () => {
    const { key, tested, actions } = actingOn(sandbox);
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**/merge', status: 401, next: 1 });
    const failed = await expected(actions.merge(at, { sha }), MergeRequestActionFailed);
    assert.deepEqual([failed.action, failed.iid], ['merge', CURRENCY]);
    assert.ok(isApiError(failed.cause, 'unauthorized'));
  });

  it('sends nothing for those whom the server does not let merge it', async () => {
    const { key, tested, actions } = actingOn(sandbox, 'reporter');
    const at = key(CURRENCY, PAYMENTS);
    const { sha } = await tested(at);
    assert.ok(sha);
    const refused = await expected(actions.merge(at, { sha }), MergeRequestRefused);
    assert.equal(refused.obstacle, 'may-not-merge');
  });

  it('sets a running pipeline to merge, and takes that back', async () => {
    const { actions, key, tested, store } = actingOn(sandbox);
    const at = key(TYPOS);
    await actions.createPipeline(at);
    const { sha, detailed_merge_status: status } = await tested(at);
    assert.ok(sha);
    assert.equal(status, 'ci_still_running');
    await expected(actions.merge(at, { sha }), MergeRequestRefused);
    const set = await actions.merge(at, { sha, auto: true });
    assert.deepEqual([set.state, set.merge_when_pipeline_succeeds], ['opened', true]);
    const again = await expected(actions.merge(at, { sha, auto: true }), MergeRequestRefused);
    assert.equal(again.obstacle, 'auto-merge-set');
    assert.equal(await actions.run('cancelAutoMerge', at), 'done');
    assert.equal((await store.refresh(at)).merge_when_pipeline_succeeds, false);
  });

  it('tells what it was before and what the server says afterwards', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(GIFT_CARDS);
    const before = await store.get(at);
    const acted = new Promise<MergeRequestActed>((resolve) => actions.onDidAct(resolve));
    await actions.run('close', at);
    const told = await acted;
    assert.deepEqual([told.key, told.action], [at, 'close']);
    assert.deepEqual([told.before?.state, told.before?.updated_at], ['opened', before.updated_at]);
    assert.equal(told.after.state, 'closed');
    assert.ok(Date.parse(told.after.updated_at ?? '') >= Date.parse(before.updated_at ?? ''));
  });

  it('closes and reopens', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(TYPOS);
    await actions.run('close', at);
    assert.equal(store.peek(at)?.state, 'closed');
    const refused = await expected(actions.run('close', at), MergeRequestRefused);
    assert.equal(refused.obstacle, 'not-open');
    await actions.run('reopen', at);
    assert.equal(store.peek(at)?.state, 'opened');
  });

  it('marks as ready and as draft by the title as it is now, not as it was read', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const somebodyElse = actingOn(sandbox, 'owner');
    const at = key(CART_PAGE);
    assert.ok((await store.refresh(at)).draft);
    await somebodyElse.actions.edit(at, { title: 'Draft: Rework the page' });
    await actions.run('markReady', at);
    assert.deepEqual([store.peek(at)?.title, store.peek(at)?.draft], ['Rework the page', false]);
    await actions.run('markDraft', at);
    assert.equal(store.peek(at)?.title, 'Draft: Rework the page');
  });

  it('refuses nobody for what was: it looks again first', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const somebodyElse = actingOn(sandbox, 'owner');
    const at = key(CLOSED);
    assert.equal((await store.refresh(at)).state, 'closed');
    await somebodyElse.actions.run('reopen', at);
    assert.equal(store.peek(at)?.state, 'closed', 'as it was read');
    await actions.run('close', at);
    assert.equal(store.peek(at)?.state, 'closed');
  });

  it('sends nothing for what the rules do not allow', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    const at = key(CONFLICTING);
    const { sha } = await tested(at);
    assert.ok(sha);
    const refused = await expected(actions.merge(at, { sha }), MergeRequestRefused);
    assert.deepEqual([refused.action, refused.obstacle], ['merge', 'conflicts']);
    await expected(actions.run('reopen', at), MergeRequestRefused);
    assert.deepEqual(writesTo(sandbox), []);
  });

  it('says "already" for what was so before', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(TYPOS);
    assert.equal(await actions.run('addTodo', at), 'done');
    assert.equal(await actions.run('addTodo', at), 'already');
    await store.refresh(at);
    const first = await actions.run('subscribe', at).catch((error: unknown) => error);
    const other = actingOn(sandbox);
    // Another window has not learned of it.
    other.store.took(at, { ...(await other.store.get(at)), subscribed: false });
    assert.ok(first === 'done' || first instanceof MergeRequestRefused);
    const second = await other.actions.run('subscribe', at);
    assert.equal(second, 'already');
    assert.equal(await actions.run('unsubscribe', at), 'done');
  });

  it('approves what was looked at, and revokes it', async () => {
    const { actions, key, store } = actingOn(sandbox, 'owner');
    const at = key(TYPOS);
    await store.part(at, 'approvals');
    await actions.run('approve', at);
    assert.equal((await store.refreshPart(at, 'approvals'))?.user_has_approved, true);
    await actions.run('unapprove', at);
    assert.equal((await store.refreshPart(at, 'approvals'))?.user_has_approved, false);
    const failed = await expected(actions.run('approve', at, 'f'.repeat(40)), MergeRequestActionFailed);
    assert.ok(isApiError(failed.cause, 'conflict'));
  });

  it('deletes: it is gone from the store and its lists', async () => {
    const { actions, key, store } = actingOn(sandbox, 'owner');
    const at = key(TYPOS);
    const query = {
      place: { kind: 'project', base: sandbox.url, project: 1 },
      filters: { state: 'all' },
    } as const;
    const list = await store.list(query);
    assert.ok(list.items.some(({ iid }) => iid === TYPOS));
    await actions.run('delete', at);
    assert.equal(store.peek(at), undefined);
    assert.ok(!list.items.some(({ iid }) => iid === TYPOS));
    const failed = await expected(actions.run('close', at), MergeRequestActionFailed);
    assert.ok(isApiError(failed.cause, 'not-found'));
  });

  it('does one thing at a time', async () => {
    const { actions, key } = actingOn(sandbox);
    const at = key(TYPOS);
    const told: string[] = [];
    actions.onDidChangeBusy(({ iid }) => told.push(`${iid} ${actions.doing(at) ?? 'free'}`));
    const first = actions.run('close', at);
    const busy = await expected(actions.run('markDraft', at), MergeRequestBusy);
    assert.equal(busy.doing, 'close');
    await first;
    assert.deepEqual(told, ['17 close', '17 free']);
    assert.equal(writesTo(sandbox).length, 1);
  });

  it('edits what nobody else has changed', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const somebodyElse = actingOn(sandbox, 'owner');
    const at = key(TYPOS);
    const before = await store.refresh(at);
    sandbox.advance(1_000);
    await somebodyElse.actions.edit(at, { description: 'Of somebody else' });
    const conflict = await expected(actions.edit(at, { description: 'Mine' }, before), EditConflict);
    assert.equal(conflict.current.description, 'Of somebody else');
    const renamed = await actions.edit(at, { title: 'Mend two words' }, before);
    assert.equal(renamed.title, 'Mend two words', 'the title was not touched');
    assert.equal((await actions.edit(at, { description: 'Mine' }, conflict.current)).description, 'Mine');
  });

  it('adds and takes away labels without sending the others', async () => {
    const { actions, key } = actingOn(sandbox);
    const now = await actions.edit(key(11), { add_labels: ['bug'], remove_labels: ['feature'] });
    assert.deepEqual(now.labels, ['needs design', 'bug']);
  });

  it('changes the target of an open one only', async () => {
    const { actions, key } = actingOn(sandbox);
    const refused = await expected(
      actions.edit(key(CLOSED), { target_branch: 'fix/typos' }),
      MergeRequestRefused,
    );
    assert.deepEqual([refused.action, refused.obstacle], ['changeTarget', 'not-open']);
    const changed = await actions.edit(key(TYPOS), { target_branch: 'feature/gift-cards' });
    assert.equal(changed.target_branch, 'feature/gift-cards');
  });

  it('tracks time: the store tells how it stands', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(TYPOS);
    const stats = () => store.peek(at)?.time_stats;
    await actions.trackTime(at, { kind: 'estimate', duration: '3h30m' });
    assert.equal(stats()?.time_estimate, 12_600);
    await actions.trackTime(at, { kind: 'spend', duration: '1h', summary: 'Read it' });
    await actions.trackTime(at, { kind: 'spend', duration: '-15m' });
    assert.deepEqual([stats()?.total_time_spent, stats()?.human_total_time_spent], [2_700, '45m']);
    await actions.trackTime(at, { kind: 'reset-estimate' });
    await actions.trackTime(at, { kind: 'reset-spent' });
    assert.deepEqual([stats()?.time_estimate, stats()?.total_time_spent], [0, 0]);
  });

  it('gives the commit that a merge would make', async () => {
    const { actions, key, tested } = actingOn(sandbox);
    await tested(key(GIFT_CARDS));
    assert.match(await actions.previewMerge(key(GIFT_CARDS)), /^[0-9a-f]{40}$/);
    await tested(key(CONFLICTING));
    const failed = await expected(actions.previewMerge(key(CONFLICTING)), MergeRequestActionFailed);
    assert.ok(isApiError(failed.cause, 'bad-request'));
  });

  it('reads again what the server refused', async () => {
    const { actions, key, store } = actingOn(sandbox);
    const at = key(TYPOS);
    await store.refresh(at);
    sandbox.faults.add({ kind: 'status', method: 'PUT', path: '**', status: 405, next: 1 });
    const before = sandbox.requests().length;
    await expected(actions.run('close', at), MergeRequestActionFailed);
    await store.refresh(at);
    assert.equal(sandbox.requests().length - before, 3);
  });
});
