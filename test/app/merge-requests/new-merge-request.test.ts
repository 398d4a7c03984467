import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { AlreadyOpenError } from '../../../src/app/merge-requests/new-merge-request';
import { GitFailedError } from '../../../src/domain/git/failure';
import { making, TYPOS } from './helpers/making';

describe('CreateSession', () => {
  const world = making();
  const { inFolder, memory, inClone, push, commit, cloned, settled, posts } = world;

  it('starts with the values of its command once', async () => {
    const { reopened } = await cloned('feature/42-price-rounding');
    const { session } = await reopened();
    const first = await session({ title: 'Filled in' });
    assert.equal(first.typed.values.title, 'Filled in');
    first.dispose();
    const second = await session();
    assert.equal(second.typed.values.title, undefined);
    second.dispose();
  });

  it('shows the unpushed commits, pushes them, and creates the merge request', async () => {
    const { reopened } = await cloned('feature/42-price-rounding');
    await commit('rounding.md', 'Tell how prices are rounded');
    await commit('cents.md', 'Round half cents up');
    const { session, store } = await reopened();
    const form = await session();
    assert.deepEqual(form.details?.push, { kind: 'unpushed' });
    assert.deepEqual(
      form.details.commits?.map(({ subject }) => subject),
      ['Round half cents up', 'Tell how prices are rounded'],
    );
    assert.equal(form.details.files, 2);
    const { title, targetBranch, description, push: pushes, removeSourceBranch } = form.values;
    assert.deepEqual(
      { title, targetBranch, description, pushes, removeSourceBranch },
      {
        title: 'Price rounding',
        targetBranch: 'main',
        description: '- Tell how prices are rounded\n- Round half cents up',
        pushes: true,
        removeSourceBranch: true,
      },
    );
    assert.equal(form.issue, 42);
    const outcome = await form.create({ draft: true, closes: true, labels: ['bug'], reviewers: ['3'] }, push);
    assert.equal(outcome.kind, 'made');
    assert.ok('key' in outcome);
    const made = store.peek(outcome.key);
    assert.equal(made?.title, 'Draft: Price rounding');
    assert.match(made.description ?? '', /- Round half cents up\n\nCloses #42$/);
    assert.deepEqual(made.labels, ['bug']);
    assert.deepEqual(
      made.reviewers?.map(({ id }) => id),
      [3],
    );
    assert.equal(await inClone('rev-parse', '@{u}'), made.sha);
    assert.deepEqual(posts(), ['/api/v4/projects/1/merge_requests']);
  });

  it('counts unpushed commits, and creates the merge request without pushing them', async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    await inClone('push', '-q', '-u', 'origin', 'feature/x');
    await commit('b.md', 'Two');
    await commit('c.md', 'Three');
    const { session, store } = await reopened();
    const form = await session();
    assert.deepEqual(form.details?.push, { kind: 'ahead', by: 2 });
    const outcome = await form.create({ push: false }, push);
    assert.ok('key' in outcome);
    assert.equal(store.peek(outcome.key)?.sha, await inClone('rev-parse', 'HEAD~2'));
  });

  it('rejects invalid values before sending anything', async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    const form = await (await reopened()).session();
    assert.deepEqual(await form.create({ title: ' ', targetBranch: 'feature/x' }, push), {
      kind: 'problems',
    });
    assert.deepEqual(form.problems, { title: 'missing', targetBranch: 'same-branch' });
    assert.deepEqual(await form.create({ title: 'x', targetBranch: 'nowhere' }, push), { kind: 'problems' });
    assert.deepEqual(form.problems, { targetBranch: 'no-such-branch' });
    assert.deepEqual(await form.create({ targetBranch: 'main', push: false }, push), { kind: 'problems' });
    assert.deepEqual(form.problems, { push: 'unpushed' });
    assert.deepEqual(posts(), []);
  });

  it("reports an open merge request of the branch and doesn't create another one", async () => {
    const { reopened } = await cloned('origin/fix/typos');
    const form = await (await reopened()).session();
    assert.deepEqual(
      form.details?.open.map(({ iid }) => iid),
      [TYPOS],
    );
    const outcome = await form.create({}, push);
    assert.ok(outcome.kind === 'failed' && outcome.error instanceof AlreadyOpenError);
    assert.equal(outcome.error.key.iid, TYPOS);
    assert.deepEqual(posts(), []);
    form.change({ targetBranch: 'feature/cart-page' });
    await settled(form);
    assert.equal((await form.create({}, push)).kind, 'made', 'into another branch it is fine');
  });

  it("sends one request for a double click, and doesn't repeat it after a connection failure", async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    const form = await (await reopened()).session();
    world.sandbox.faults.add({
      kind: 'reset',
      method: 'POST',
      path: '/api/v4/projects/1/merge_requests',
      next: 1,
    });
    const [first, second] = await Promise.all([form.create({}, push), form.create({}, push)]);
    assert.deepEqual(second, { kind: 'busy' });
    assert.ok(first.kind === 'failed' && first.pushed, 'the branch is there all the same');
    assert.equal(posts().length, 1);
    await settled(form);
    assert.deepEqual(form.details?.push, { kind: 'same' });
    assert.equal((await form.create({}, push)).kind, 'made');
  });

  it("finds the merge request after a lost response and doesn't create another one", async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    const form = await (await reopened()).session();
    world.sandbox.faults.add({
      kind: 'cut',
      method: 'POST',
      path: '/api/v4/projects/1/merge_requests',
      next: 1,
    });
    assert.equal((await form.create({}, push)).kind, 'failed');
    const again = await form.create({}, push);
    assert.ok(again.kind === 'failed' && again.error instanceof AlreadyOpenError);
    assert.equal(posts().length, 1);
  });

  it('keeps the form if the push fails, and reports the output of Git', async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    await inClone('remote', 'set-url', '--push', 'origin', `${world.sandbox.url}/acme/nowhere.git`);
    const form = await (await reopened()).session();
    const outcome = await form.create({ title: 'Mine' }, push);
    assert.ok(outcome.kind === 'failed' && outcome.error instanceof GitFailedError);
    assert.notEqual(outcome.error.output, '');
    assert.equal(outcome.pushed, false);
    assert.equal(form.values.title, 'Mine');
    assert.deepEqual(posts(), []);
  });

  it('restores typed values until the merge request is created or the form is reset', async () => {
    const { reopened } = await cloned('feature/x');
    await commit('a.md', 'One');
    const { session } = await reopened();
    const form = await session();
    form.change({ ...form.values, title: 'Mine' });
    form.dispose();
    const again = await session();
    assert.equal(again.values.title, 'Mine');
    assert.equal(again.values.description, '', 'what was not typed still follows the commits');
    assert.notEqual(again.typed.keptAt, undefined);
    await again.create({}, push);
    const third = await session();
    assert.equal(third.typed.keptAt, undefined);
    third.change({ title: 'Other' });
    third.startOver();
    await settled(third);
    assert.equal(third.values.title, 'One');
    assert.deepEqual(memory.held.get('new-merge-requests'), []);
  });

  it("uses the default template and doesn't overwrite a typed description", async () => {
    const { reopened } = await cloned('feature/x');
    await mkdir(inFolder('shop/.gitlab/merge_request_templates'), { recursive: true });
    await commit('.gitlab/merge_request_templates/Default.md', 'Why?\r\n\r\n%{source_branch}');
    await commit('.gitlab/merge_request_templates/Bug.md', 'Which bug?');
    const form = await (await reopened()).session();
    assert.deepEqual(form.templates, ['Default', 'Bug']);
    assert.equal(form.values.description, 'Why?\n\nfeature/x\n');
    form.change({ template: 'template:Bug' });
    await settled(form);
    assert.equal(form.values.description, 'Which bug?\n');
    form.change({ description: 'My own words' });
    form.change({ template: 'template:Default' });
    await settled(form);
    assert.equal(form.values.description, 'My own words');
    assert.ok(form.typed.offersTemplate);
    form.useTemplate('below');
    assert.equal(form.values.description, 'My own words\n\nWhy?\n\nfeature/x\n');
    form.putBack();
    assert.equal(form.values.description, 'My own words');
  });

  it('creates a merge request from a fork in the upstream project', async () => {
    const { reopened } = await cloned('docs/cups', 'dana/storefront', 'developer');
    await commit('cups.md', 'Explain cups');
    const { session, store } = await reopened();
    const form = await session();
    assert.deepEqual(
      form.targets.map(({ project }) => project.path_with_namespace),
      ['acme/storefront', 'dana/storefront'],
    );
    assert.equal(form.values.allowCollaboration, true);
    assert.deepEqual(
      form.details?.commits?.map(({ subject }) => subject),
      ['Explain cups'],
    );
    const outcome = await form.create({}, push);
    assert.ok('key' in outcome, JSON.stringify(outcome));
    assert.equal(outcome.key.project, 1);
    assert.equal(store.peek(outcome.key)?.source_project_id, 5);
    assert.equal(store.peek(outcome.key)?.allow_collaboration, true);
  });

  it('reports that there are no commits to merge', async () => {
    const { reopened } = await cloned('feature/x');
    const form = await (await reopened()).session();
    assert.deepEqual(form.details?.commits, []);
  });

  it('reports why there is no form', async () => {
    const { reopened } = await cloned('main-copy');
    await inClone('checkout', '-q', 'main');
    assert.equal((await (await reopened()).start()).kind, 'is-target');
    await inClone('checkout', '-q', '--detach');
    assert.deepEqual(await (await reopened()).start(), { kind: 'detached', name: 'shop' });
    const elsewhere = { project: { base: world.sandbox.url, project: 2 } };
    assert.deepEqual(await (await reopened()).start(elsewhere), { kind: 'no-clone' });
  });

  it("suggests branches, starting with the default branch, and no labels if they can't be read", async () => {
    const { reopened } = await cloned('feature/x');
    const form = await (await reopened()).session();
    const { signal } = new AbortController();
    const [first] = (await form.suggest('branches', 'target', '', signal)) ?? [];
    assert.equal(first?.value, 'main');
    const [person] = (await form.suggest('people', 'target', 'dana', signal)) ?? [];
    assert.equal(person?.detail, '@dana');
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/projects/1/labels' });
    assert.equal(await form.suggest('labels', 'target', 'b', signal), undefined);
  });
});
