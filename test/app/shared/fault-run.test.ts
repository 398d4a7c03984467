import assert from 'node:assert/strict';
import { listProjectJobs } from '../../../src/api/endpoints/jobs';
import { createPipeline } from '../../../src/api/endpoints/pipeline-actions';
import { getUser } from '../../../src/api/endpoints/server';
import { CommentOutbox, type CommentToPost } from '../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../src/app/discussions/discussions';
import { JobActions } from '../../../src/app/jobs/actions';
import type { PlainAction } from '../../../src/app/merge-requests/calls';
import { Todos } from '../../../src/app/merge-requests/todos';
import { type JobAction, obstacleTo } from '../../../src/domain/jobs/rules';
import type { Sandbox } from '../../../src/sandbox/index';
import type { JobStatus } from '../../../src/schemas/job';
import { actingOn } from '../../builders/acting';
import { heldMemory } from '../../builders/stores';
import { type FaultWrite, testFaults } from './helpers/fault-run';

const GIFT_CARDS = 12;
const CART_PAGE = 15;
/** IID and project of a merge request that is ready to be merged. */
const CURRENCY = [4, 2] as const;

/** The merge request that a write is for, and who writes. */
interface Setting {
  /** IID and project. */
  readonly on?: readonly [iid: number, project: number];
  readonly role?: 'maintainer' | 'owner';
}

/** The stores and actions of a user. */
function personOn(
  sandbox: Sandbox,
  { on = [GIFT_CARDS, 1], role = 'maintainer' }: Setting = {},
  url = sandbox.url,
) {
  const { client, store, actions, key, tested } = actingOn(sandbox, role, { url, policy: true });
  const clientFor = () => client;
  const discussions = new Discussions({ clientFor, mergeRequests: store });
  const outbox = new CommentOutbox(heldMemory());
  const userOf = () => client.call(getUser, {});
  const comments = new DiscussionActions({ clientFor, mergeRequests: store, discussions, outbox, userOf });
  const jobs = new JobActions(clientFor);
  const todos = new Todos(clientFor);
  const at = key(...on);
  /** Content of views about the merge request and its comments. */
  const shown = (): unknown => {
    const { state, title, description, labels, draft, discussion_locked: locked } = store.peek(at) ?? {};
    const { threads = [], drafts } = discussions.peek(at) ?? {};
    return {
      ...{ state, title, description, labels, draft, locked },
      time: store.peek(at)?.time_stats,
      threads: threads.map(({ notes }) => notes.map(({ body, resolved }) => [body, resolved])),
      drafts: drafts?.map(({ note }) => note),
    };
  };
  const refresh = () => Promise.all([store.refresh(at), discussions.refresh(at)]);
  const onDidChange = (listener: () => void): void => {
    store.onDidChange(listener);
    discussions.onDidChange(listener);
  };
  return {
    ...{ client, store, actions, discussions, outbox, comments, jobs, todos },
    ...{ at, shown, refresh, onDidChange, tested },
  };
}
type Person = ReturnType<typeof personOn>;

type Write = FaultWrite<Setting, Person>;

/** Throws the error of a comment that is kept. */
async function sent(posting: ReturnType<DiscussionActions['post']>): Promise<void> {
  const result = await posting;
  if (result.kind === 'kept') throw result.error;
}

const post = (comment: Partial<CommentToPost>): Write => ({
  act: ({ comments, at }) => sent(comments.post(at, { body: 'A comment', draft: false, ...comment })),
});
const plain = (action: PlainAction, more: Omit<Write, 'act'> = {}): Write => ({
  ...more,
  act: ({ actions, at }) => actions.run(action, at),
});
const time = (change: Parameters<Person['actions']['trackTime']>[1]): Write => ({
  act: ({ actions, at }) => actions.trackTime(at, change),
  readsFirst: true,
});

const merge = ({ actions, store, at }: Person) =>
  actions.merge(at, { sha: store.peek(at)?.sha ?? '', removeSourceBranch: false });

const openThread = ({ discussions, at }: Person) => {
  const thread = discussions.peek(at)?.threads.find(({ notes }) => notes[0]?.resolvable === true);
  return thread ?? assert.fail('no thread');
};
/** Posts a comment of the user, and returns its thread. */
const withOwnComment: Write['given'] = ({ comments, at }) =>
  comments.post(at, { body: 'Of my own', draft: false, thread: true });
const ownThread = ({ discussions, at }: Person) => {
  const thread = discussions.peek(at)?.threads.find(({ notes }) => notes[0]?.body === 'Of my own');
  const note = thread?.notes[0]?.id;
  return thread === undefined || note === undefined ? assert.fail('no comment') : { id: thread.id, note };
};
const withDraft: Write['given'] = ({ comments, at }) => comments.post(at, { body: 'Pending', draft: true });
const ownDraft = ({ discussions, at }: Person): number =>
  discussions.peek(at)?.drafts?.[0]?.id ?? assert.fail('no draft');

const onJob = (action: JobAction, status: JobStatus): Write => ({
  act: async ({ client, jobs, at }) => {
    const { items } = await client.page(listProjectJobs, { id: 1, scope: [status], per_page: 20 });
    const job = items.find((each) => obstacleTo(action, each, 'job') === undefined);
    const key = { base: at.base, project: 1, job: job?.id ?? 0 };
    return job === undefined ? assert.fail('no job') : jobs.run(action, { key, kind: 'job', job });
  },
});

const WRITES: Readonly<Record<string, Write>> = {
  close: plain('close'),
  markDraft: plain('markDraft', { readsFirst: true }),
  approve: plain('approve', { given: ({ actions, at }) => actions.edit(at, { labels: [] }) }),
  unsubscribe: plain('unsubscribe'),
  lockDiscussion: plain('lockDiscussion'),
  addTodo: plain('addTodo'),
  'edit title': {
    act: ({ actions, store, at }) => actions.edit(at, { title: 'Other' }, store.peek(at)),
    readsFirst: true,
  },
  'edit labels': { act: ({ actions, at }) => actions.edit(at, { add_labels: ['urgent'] }) },
  'edit description': { act: ({ actions, at }) => actions.edit(at, { description: 'Other' }) },
  createPipeline: { act: ({ actions, at }) => actions.createPipeline(at) },
  spend: time({ kind: 'spend', duration: '1h' }),
  estimate: time({ kind: 'estimate', duration: '5h' }),
  'reset spent': time({ kind: 'reset-spent' }),
  comment: post({}),
  thread: post({ thread: true }),
  'pending comment': post({ draft: true }),
  reply: {
    act: (person) =>
      sent(person.comments.post(person.at, { body: 'Yes', draft: false, discussion: openThread(person).id })),
  },
  resolve: { act: (person) => person.comments.resolve(person.at, openThread(person).id, true) },
  'edit comment': {
    given: withOwnComment,
    act: (person) => {
      const { id: discussion, note } = ownThread(person);
      const edit = { body: 'Changed', draft: false, discussion, note, was: 'Of my own' };
      return sent(person.comments.post(person.at, edit));
    },
    readsFirst: true,
  },
  'delete comment': {
    given: withOwnComment,
    act: (person) => person.comments.remove(person.at, ownThread(person).id, ownThread(person).note),
  },
  'edit pending comment': {
    given: withDraft,
    act: (person) =>
      sent(person.comments.post(person.at, { body: 'Changed', draft: true, note: ownDraft(person) })),
  },
  'delete pending comment': {
    given: withDraft,
    act: (person) => person.comments.removeDraft(person.at, ownDraft(person)),
  },
  publish: { given: withDraft, act: ({ comments, at }) => comments.publish(at), readsFirst: true },
  merge: { setting: { on: CURRENCY }, given: ({ tested, at }) => tested(at), act: merge },
  rebase: {
    setting: { on: [CART_PAGE, 1] },
    act: ({ actions, at }) => actions.rebase(at, { skipCi: false }),
    readsFirst: true,
  },
  'delete merge request': plain('delete', { setting: { role: 'owner' } }),
  'delete source branch': {
    setting: { on: CURRENCY },
    given: async (person) => {
      await person.tested(person.at);
      await merge(person);
    },
    act: ({ actions, store, at }) =>
      actions.deleteSourceBranch(at, { project: 2, name: store.peek(at)?.source_branch ?? '' }),
  },
  'mark a to-do item as done': {
    act: async ({ todos, at }) => {
      const { items } = await todos.list(at.base);
      await todos.markDone(at.base, items[0]?.id ?? assert.fail('no to-do item'));
    },
  },
  'mark to-do items as done': { act: ({ todos, at }) => todos.markAllDone(at.base) },
  'run pipeline': { act: ({ client }) => client.call(createPipeline, { id: 1, ref: 'main' }) },
  'retry job': onJob('retry', 'failed'),
  'run job': onJob('play', 'manual'),
  'cancel job': onJob('cancel', 'running'),
  'erase job': onJob('erase', 'success'),
};

describe('writes with faults while the same data is being read', () => {
  testFaults({
    create: personOn,
    held: [/^GET .*\/merge_requests\/\d+$/, /^GET .*\/\d+\/discussions$/],
    writes: WRITES,
  });
});
