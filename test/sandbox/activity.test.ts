import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { discussionSchema } from '../../src/schemas/discussion';
import { labelEventSchema, milestoneEventSchema, stateEventSchema } from '../../src/schemas/resource-event';
import { withGitFolder } from './helpers/git';
import { MergeRequests } from './helpers/merge-requests';
import { withSandbox } from './helpers/sandbox';

const PATH = '/projects/1/merge_requests';

describe('recorded changes of a merge request', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);
  const { git, inFolder } = withGitFolder('Dana');

  const get = async <T>(schema: z.ZodMiniType<T>, path: string): Promise<readonly T[]> => {
    const response = await world().ask(`${PATH}/${path}?per_page=100`);
    return z.parse(z.array(schema), await response.json());
  };
  /** Returns the system notes, after checking that each is in its own discussion and can't be resolved. */
  const noted = async (iid: number): Promise<readonly string[]> => {
    const discussions = await get(discussionSchema, `${iid}/discussions`);
    return discussions.flatMap(({ individual_note: individual, notes }) =>
      notes.flatMap(({ system, body, resolvable, type }) => {
        if (!system) return [];
        assert.deepEqual([individual, notes.length, resolvable, type], [true, 1, false, null]);
        return body;
      }),
    );
  };
  const changed = async (iid: number, change: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = await noted(iid);
    await change();
    return (await noted(iid)).slice(before.length);
  };

  it('include titles, drafts, descriptions, branches, and people', async () => {
    const edit = (json: unknown) => changed(12, () => requests.put('12', json));
    assert.deepEqual(await edit({ title: 'Pay with two gift cards' }), [
      'changed title from **Pay with {-a gift card-}** to **Pay with {+two gift cards+}**',
    ]);
    assert.deepEqual(await edit({ title: 'Draft: Pay with two gift cards' }), [
      'marked this merge request as **draft**',
    ]);
    assert.deepEqual(await edit({ title: 'Pay with two gift cards', description: 'New.' }), [
      'marked this merge request as **ready**',
      'changed the description',
    ]);
    assert.deepEqual(await edit({ target_branch: 'chore/node-22' }), [
      'changed target branch from `main` to `chore/node-22`',
    ]);
    assert.deepEqual(await edit({ discussion_locked: true }), [
      'locked the discussion in this merge request',
    ]);
    assert.deepEqual(await edit({ title: 'Pay with two gift cards' }), [], 'nothing changed');
    const user: unknown = await (await world().ask('/user')).json();
    const { id } = z.parse(z.looseObject({ id: z.number() }), user);
    assert.deepEqual(await edit({ assignee_ids: [id], reviewer_ids: [] }), [
      'assigned to @marek and unassigned @dana',
      'removed review request for @marek',
    ]);
  });

  it('include approvals, auto-merge, and resolved threads', async () => {
    assert.deepEqual(await changed(12, () => requests.post('/12/approve')), ['approved this merge request']);
    assert.deepEqual(await changed(12, () => requests.post('/12/unapprove')), [
      'unapproved this merge request',
    ]);
    const open = (await get(discussionSchema, '11/discussions')).filter(({ notes }) =>
      notes.some(({ resolvable, resolved }) => resolvable && !resolved),
    );
    assert.equal(open.length, 1);
    const resolve = () => requests.put(`11/discussions/${open[0]?.id ?? ''}`, { resolved: true });
    assert.deepEqual(await changed(11, resolve), ['resolved all threads']);
    assert.deepEqual(await changed(11, resolve), [], 'they already were');
  });

  it('include pushes, with their commits and the versions to compare', async () => {
    const url = new URL(`${world().sandbox.url}/acme/storefront.git`);
    [url.username, url.password] = ['dana', world().sandbox.tokens.developer];
    await git('clone', '--quiet', '--branch', 'feature/gift-cards', url.href, '.');
    const before = await git('rev-parse', 'HEAD');
    const shas: string[] = [];
    for (const name of ['one', 'two']) {
      await writeFile(inFolder(`${name}.md`), name);
      await git('add', '--all');
      await git('commit', '--quiet', '--message', `Write <${name}>`);
      shas.push((await git('rev-parse', 'HEAD')).slice(0, 8));
    }
    const [body, ...others] = await changed(12, () => git('push', '--quiet'));
    const [version] = await requests.get('12/versions');
    assert.deepEqual(others, []);
    assert.equal(
      body,
      `added 2 commits\n\n<ul><li>${shas[0] ?? ''} - Write &lt;one&gt;</li><li>${shas[1] ?? ''} - Write &lt;two&gt;</li></ul>\n\n[Compare with previous version](/acme/storefront/-/merge_requests/12/diffs?diff_id=${String(version?.['id'])}&start_sha=${before})`,
    );
  });

  it('of labels, milestone, and state are events, not notes', async () => {
    const notes = await changed(12, async () => {
      await requests.put('12', { add_labels: 'bug', remove_labels: 'feature', milestone_id: 0 });
      await requests.put('12', { state_event: 'close' });
      await requests.put('12', { state_event: 'reopen' });
    });
    assert.deepEqual(notes, []);
    const labels = await get(labelEventSchema, '12/resource_label_events');
    assert.deepEqual(
      labels.map(({ action, label, user }) => [action, label?.name, user?.username]),
      [
        ['add', 'feature', 'dana'],
        ['add', 'bug', 'marek'],
        ['remove', 'feature', 'marek'],
      ],
    );
    const milestones = await get(milestoneEventSchema, '12/resource_milestone_events');
    assert.deepEqual(
      milestones.map(({ action, milestone }) => [action, milestone?.title]),
      [
        ['add', 'v1.3'],
        ['remove', 'v1.3'],
      ],
    );
    const states = await get(stateEventSchema, '12/resource_state_events');
    assert.deepEqual(
      states.map(({ state }) => state),
      ['closed', 'reopened'],
    );
  });

  it("can't be edited or deleted, and don't count as comments", async () => {
    const { user_notes_count: count } = await requests.one(12);
    await requests.post('/12/approve');
    assert.equal((await requests.one(12)).user_notes_count, count);
    const discussion = (await get(discussionSchema, '12/discussions')).at(-1);
    const path = `12/discussions/${discussion?.id ?? ''}/notes/${discussion?.notes[0]?.id ?? ''}`;
    assert.equal((await requests.put(path, { body: 'Mine' })).status, 403);
    assert.equal((await world().ask(`${PATH}/${path}`, { method: 'DELETE' })).status, 403);
  });
});
