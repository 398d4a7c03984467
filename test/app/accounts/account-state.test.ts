import assert from 'node:assert/strict';
import { AccountMemory } from '../../../src/app/accounts/account-state';
import { NotifiedPipelines } from '../../../src/app/branch/notified-pipelines';
import { PipelineNotifications } from '../../../src/app/branch/pipeline-notifications';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { ViewedFiles } from '../../../src/app/changes/viewed-files';
import { CommentOutbox } from '../../../src/app/discussions/comment-outbox';
import { UnfinishedBoxes } from '../../../src/app/discussions/unfinished-boxes';
import { UnfinishedComments, unfinishedPlace } from '../../../src/app/discussions/unfinished-comments';
import { ClientKeys } from '../../../src/app/errors/client-keys';
import { ErrorFilter } from '../../../src/app/errors/filter';
import { KeyRotations } from '../../../src/app/errors/key-rotation';
import { ResolutionStore } from '../../../src/app/git/resolution-store';
import { VariableMemory } from '../../../src/app/jobs/variable-memory';
import { CreateDrafts } from '../../../src/app/merge-requests/create/drafts';
import { DescriptionDrafts } from '../../../src/app/merge-requests/description-drafts';
import { KeptSearches } from '../../../src/app/merge-requests/kept-searches';
import { SeenMergeRequests } from '../../../src/app/merge-requests/last-seen';
import { MergeMessages } from '../../../src/app/merge-requests/messages/merge-messages';
import { Pins } from '../../../src/app/merge-requests/pins';
import { TimeTimer } from '../../../src/app/merge-requests/timer';
import { PipelineFilterStore } from '../../../src/app/pipelines/filter-store';
import { AddedGroups } from '../../../src/app/projects/added-groups';
import { AddedProjects } from '../../../src/app/projects/added-projects';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { mergeRequestId } from '../../../src/app/shared/keys';
import { notifyOnce } from '../../../src/app/shared/notify-once';
import { OpenEditorList } from '../../../src/app/shared/open-editors';
import { RecentItems } from '../../../src/app/shared/recent-items';
import { KEPT_STATE, serverDigest, STATE_KEYS } from '../../../src/app/shared/stored-state';
import type { KeyValueStore } from '../../../src/app/shared/stores';
import { TreeRowStates } from '../../../src/app/shared/tree-row-states';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { clientOf, closeAll } from '../../api/helpers/client';
import { PassingClock } from '../../api/helpers/clocks';
import { heldMemory } from '../../builders/stores';

const ROW_STATES = ['pipeline-rows', 'merge-request-rows', 'error-rows'] as const;
const ONE = 'https://one.example/gitlab';
/** Another server whose URL starts with the URL of the first one. */
const OTHER = 'https://one.example/gitlab2';

describe('stored state of an account', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  /** Returns all stores of a window with the given storage. */
  function stores(memory: KeyValueStore) {
    const clock = new PassingClock();
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(sandbox.url, { credential: { kind: 'personal', token } });
    const clientKeys = new ClientKeys({ clientFor: () => client, mask: () => undefined });
    const notifiedPipelines = new NotifiedPipelines(memory, clock, 'a window');
    const unfinished = new UnfinishedComments(memory);
    return {
      memory,
      clientKeys,
      notifiedPipelines,
      moves: new ProjectRenames(memory),
      groups: new AddedGroups(memory),
      searches: new KeptSearches(memory),
      projects: new AddedProjects(memory),
      outbox: new CommentOutbox(memory),
      unfinished,
      boxes: new UnfinishedBoxes(unfinished),
      drafts: new CreateDrafts(memory),
      descriptions: new DescriptionDrafts(memory),
      errorFilter: new ErrorFilter(memory),
      rotations: new KeyRotations({ clientKeys, memory }),
      messages: new MergeMessages(memory),
      pins: new Pins(memory, clock),
      filter: new PipelineFilterStore(memory),
      editors: new OpenEditorList(memory),
      rows: ROW_STATES.map((name) => new TreeRowStates(memory, name)),
      recent: new RecentItems(memory),
      reviewed: new ReviewedVersions(memory),
      seen: new SeenMergeRequests(memory),
      timer: new TimeTimer(memory, clock),
      resolutions: new ResolutionStore(memory),
      variables: new VariableMemory(memory),
      viewed: new ViewedFiles(memory, memory, clock),
      notices: new PipelineNotifications({
        clientFor: () => client,
        clock,
        memory,
        notified: notifiedPipelines,
        level: () => 'all',
        usernameOn: () => undefined,
        fresh: () => undefined,
        isVisible: () => false,
      }),
    };
  }
  type Stores = ReturnType<typeof stores>;

  /** Stores something for a server in every store. */
  async function use(it: Stores, base: string): Promise<void> {
    const project = { base, project: 1 };
    const [place, key] = [
      { ...project, path: 'acme/storefront' },
      { ...project, iid: 7 },
    ];
    const file = { path: 'src/a.ts', patchKey: () => 'a patch' };
    await notifyOnce(it.memory, 'insecure-told', base, () => undefined);
    await notifyOnce(it.memory, 'offered-clean-ups', mergeRequestId(key), () => undefined);
    await it.moves.remember(base, { from: 'acme/old', to: 1 });
    await it.groups.add({ base, group: 'acme' });
    await it.searches.keep({ place: { kind: 'host', base }, text: 'gift' });
    await it.projects.add({ key: project, path: 'acme/storefront' });
    const failed = { id: base, at: 1, state: 'failed', kind: 'comment', body: 'My words.' } as const;
    await it.outbox.put({ ...failed, mergeRequest: key });
    await it.unfinished.put(unfinishedPlace(key, {}), 'Half a comment');
    it.boxes.open(base, { mergeRequest: key, path: 'src/a.ts', side: 'new', start: 1, end: 1 }, '');
    it.boxes.type(base, 'Half a comment on a line');
    await it.drafts.keep({ ...project, repository: '/r', branch: 'b' }, {
      typed: { title: 'Mine' },
    } as never);
    await it.descriptions.keep(key, {
      text: 'Mine',
      base: { title: 'T', description: null, updated_at: null },
    });
    await it.errorFilter.change({ search: 'my search' });
    const { id } = await it.clientKeys.create(place);
    await it.rotations.begin({ ...place, key: id });
    await it.messages.keep(key, 'squash', 'My message');
    await it.pins.pin(key);
    await it.pins.snooze({ ...key, iid: 8 }, { changes: '2026-01-01T00:00:00Z' });
    await it.filter.change({ ref: 'my-branch', author: 'marek' });
    const editor = { base, uri: `log:${base}`, column: 1, preview: false, active: true };
    await it.editors.set([...it.editors.list(), editor]);
    for (const rows of it.rows) await rows.setExpansion(`/${encodeURIComponent(base)}`, 'expanded');
    await it.recent.add({ what: 'job', ...project, id: 5, label: 'unit' });
    await it.reviewed.saw(key, { version: 1, head: 'abc' });
    await it.seen.saw(key, '2026-01-01T00:00:00Z');
    await it.timer.start(key, 'b');
    const sha = 'a'.repeat(40);
    const resolved = { repository: 'file:///r', clone: 'r', way: 'merge', branch: 'b' } as const;
    await it.resolutions.set({
      ...resolved,
      key,
      place: { kind: 'checkout', before: sha },
      source: { remote: 'origin', branch: 'b', sha, into: 'refs/remotes/origin/b' },
      target: { branch: 'main', sha },
    });
    await it.notifiedPipelines.claim({ ...project, pipeline: 3 }, 0);
    await it.variables.remember(project, { job: 'deploy' }, [{ key: 'A', value: 'mine', secret: false }]);
    await it.viewed.set(key, [{ ...file, patchKey: 'a patch' }], true);
    it.notices.watch({ ...project, pipeline: 3 }, 'asked');
  }

  /** Returns what each store contains for a server. */
  const seenOf = (it: Stores, base: string) => {
    const key = { base, project: 1, iid: 7 };
    return {
      moved: it.moves.idOf(base, 'acme/old'),
      groups: it.groups.list().filter((each) => each.base === base).length,
      searches: it.searches.list().filter((each) => each.place.base === base).length,
      projects: it.projects.list().filter((each) => each.key.base === base).length,
      outbox: it.outbox.list(key).length,
      unfinished: it.unfinished.list(key).length,
      draft: it.drafts.find({ base, project: 1, repository: '/r', branch: 'b' }),
      description: it.descriptions.get(key),
      rotation: it.rotations.of({ base, project: 1, path: 'acme/storefront' }),
      message: it.messages.get(key, 'squash'),
      pinned: it.pins.isPinned(key),
      snoozed: it.pins.snoozeOf({ ...key, iid: 8 }),
      recent: it.recent.list().filter((each) => each.base === base).length,
      reviewed: it.reviewed.last(key),
      unread: it.seen.isUnread(key, '2027-01-01T00:00:00Z'),
      timer: it.timer.running?.key.base === base,
      resolving: it.resolutions.current?.key.base === base,
      variables: it.variables.recall({ base, project: 1 }, { job: 'deploy' }).length,
      viewed: it.viewed.isViewed(key, { path: 'src/a.ts', patchKey: 'a patch' }),
      watched: it.notices.isWatched({ base, project: 1, pipeline: 3 }),
    };
  };
  const NOTHING = {
    moved: undefined,
    groups: 0,
    searches: 0,
    projects: 0,
    outbox: 0,
    unfinished: 0,
    draft: undefined,
    description: undefined,
    rotation: undefined,
    message: '',
    pinned: false,
    snoozed: undefined,
    recent: 0,
    reviewed: undefined,
    unread: false,
    timer: false,
    resolving: false,
    variables: 0,
    viewed: false,
    watched: false,
  };
  const traces = (held: Map<string, unknown>, base: string): string[] =>
    [...held].flatMap(([key, value]) => {
      const text = JSON.stringify([value]);
      return [`${base}"`, `${base} `, serverDigest(base)].some((name) => text.includes(name)) ? [key] : [];
    });

  it('is removed with the account from every store, but not for other servers', async () => {
    const raw = heldMemory();
    const memory = new AccountMemory(raw);
    const it = stores(memory);
    await memory.settle(
      [
        { base: ONE, owner: 'ada' },
        { base: OTHER, owner: 'bob' },
      ],
      () => false,
    );
    await use(it, OTHER);
    const others = seenOf(it, OTHER);
    await use(it, ONE);
    const belongsToNone = KEPT_STATE['log-times'];
    const unused = STATE_KEYS.filter((key) => KEPT_STATE[key] !== belongsToNone && !raw.held.has(key));
    assert.deepEqual(unused, [], 'names that this test does not use');
    assert.ok(traces(raw.held, ONE).length > 15);

    await memory.forget(ONE);
    assert.deepEqual(traces(raw.held, ONE), []);
    assert.deepEqual(seenOf(it, ONE), NOTHING, 'in the stores that are open');
    assert.deepEqual(seenOf(stores(memory), ONE), NOTHING, 'in those of the next window');
    assert.deepEqual([it.filter.current.author, it.filter.current.ref], [undefined, undefined]);
    assert.equal(it.errorFilter.current.search, '');
    for (const rows of it.rows) assert.equal(rows.expansionOf(`/${encodeURIComponent(OTHER)}`), undefined);
    assert.deepEqual(seenOf(it, OTHER), { ...others, timer: false, resolving: false });
    assert.ok(others.outbox === 1 && others.pinned);
  });

  it("isn't written again by a store after the account was removed", async () => {
    const raw = heldMemory();
    const memory = new AccountMemory(raw);
    const it = stores(memory);
    await memory.settle([{ base: ONE, owner: 'ada' }], () => false);
    await memory.forget(ONE);
    await use(it, ONE);
    assert.deepEqual(traces(raw.held, ONE), []);
    await memory.settle([{ base: ONE, owner: 'ada again' }], () => false);
    await use(it, ONE);
    assert.ok(traces(raw.held, ONE).length > 15);
  });

  it("doesn't remove a filter that was set after signing out of a server", async () => {
    const memory = new AccountMemory(heldMemory());
    const it = stores(memory);
    await memory.settle([{ base: OTHER, owner: 'bob' }], () => false);
    await memory.forget(ONE);
    await it.filter.change({ ref: 'main', author: 'bob' });
    await it.errorFilter.change({ search: 'timeout' });
    const next = stores(memory);
    assert.deepEqual([next.filter.current.ref, next.filter.current.author], ['main', 'bob']);
    assert.equal(next.errorFilter.current.search, 'timeout');
  });

  describe('in a workspace that was closed when the account changed', () => {
    const kept = async (owner: string | undefined) => {
      const raw = heldMemory();
      const memory = new AccountMemory(raw);
      await memory.settle([{ base: ONE, owner }], () => false);
      await use(stores(memory), ONE);
      return { raw, next: new AccountMemory(raw) };
    };

    it("isn't shown to another user of the same server", async () => {
      const { next } = await kept('ada');
      await next.settle([{ base: ONE, owner: 'bob' }], () => false);
      assert.deepEqual(seenOf(stores(next), ONE), NOTHING);
    });

    it('is removed if the user signed out of the account', async () => {
      const { raw, next } = await kept('ada');
      await next.settle([], (base) => base === ONE);
      assert.deepEqual(traces(raw.held, ONE), []);
    });

    it('is kept for the same user, and if no account is known', async () => {
      const { next } = await kept('ada');
      await next.settle([{ base: ONE, owner: 'ada' }], () => false);
      await next.settle([], () => false);
      assert.equal(seenOf(stores(next), ONE).outbox, 1);
    });

    it('is removed for an account of the environment when the server returns another user', async () => {
      const { next } = await kept('user 1');
      await next.settle([{ base: ONE, owner: undefined }], () => false);
      assert.equal(seenOf(stores(next), ONE).outbox, 1);
      assert.deepEqual(await next.settle([{ base: ONE, owner: 'user 2' }], () => false), [ONE]);
      assert.deepEqual(seenOf(stores(next), ONE), NOTHING);
    });
  });
});
