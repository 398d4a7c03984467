import assert from 'node:assert/strict';
import { getUser } from '../../../../src/api/endpoints/server';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import type { PlainAction } from '../../../../src/app/merge-requests/calls';
import { Todos } from '../../../../src/app/merge-requests/todos';
import { uploadFile } from '../../../../src/app/shared/uploads';
import type { Sandbox } from '../../../../src/sandbox/index';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import type { FaultRun, FaultWrite } from '../helpers/fault-run';

const GIFT_CARDS = 12;
const CART_PAGE = 15;
const TYPOS = 17;
/** IID and project of a merge request that is ready to be merged. */
const CURRENCY = [4, 2] as const;

/** The merge request that a write is for, and who writes. */
interface Setting {
  /** The merge request: IID and project ID. */
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
  const todos = new Todos(clientFor);
  const at = key(...on);
  /** Content of views about the merge request and its comments. */
  const shown = (): unknown => {
    const { state, title, description, labels, draft, discussion_locked: locked } = store.peek(at) ?? {};
    const { merge_when_pipeline_succeeds: autoMerge } = store.peek(at) ?? {};
    const { threads = [], drafts } = discussions.peek(at) ?? {};
    return {
      ...{ state, title, description, labels, draft, locked, autoMerge },
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
    ...{ client, store, actions, discussions, outbox, comments, todos },
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

const post = (of: Write['of'], kind: 'comment' | 'thread' | 'pending'): Write => ({
  of,
  act: ({ comments, at }) => sent(comments.post(at, { kind, body: 'A comment' })),
});
const plain = (action: PlainAction, of: Write['of'], more: Omit<Write, 'act' | 'of'> = {}): Write => ({
  ...more,
  of,
  act: ({ actions, at }) => actions.run(action, at),
});
const time = (of: Write['of'], change: Parameters<Person['actions']['trackTime']>[1]): Write => ({
  of,
  act: ({ actions, at }) => actions.trackTime(at, change),
  readsFirst: true,
});

const merge = ({ actions, store, at }: Person) =>
  actions.merge(at, { sha: store.peek(at)?.sha ?? '', removeSourceBranch: false });

/** Sets a merge request whose pipeline is running to auto-merge. */
const setAutoMerge = async ({ actions, store, at }: Person) =>
  actions.merge(at, { sha: store.peek(at)?.sha ?? '', auto: true });
const withRunningPipeline: Write['given'] = async ({ actions, tested, at }) => {
  await actions.createPipeline(at);
  await tested(at);
};
const approve: Write['given'] = async ({ actions, at }) => {
  await actions.edit(at, { labels: [] });
  await actions.run('approve', at);
};

const openThread = ({ discussions, at }: Person) => {
  const thread = discussions.peek(at)?.threads.find(({ notes }) => notes[0]?.resolvable === true);
  return thread ?? assert.fail('no thread');
};
/** Posts a comment of the user, and returns its thread. */
const withOwnComment: Write['given'] = ({ comments, at }) =>
  comments.post(at, { kind: 'thread', body: 'Of my own' });
const ownThread = ({ discussions, at }: Person) => {
  const thread = discussions.peek(at)?.threads.find(({ notes }) => notes[0]?.body === 'Of my own');
  const note = thread?.notes[0]?.id;
  return thread === undefined || note === undefined ? assert.fail('no comment') : { id: thread.id, note };
};
const withDraft: Write['given'] = ({ comments, at }) =>
  comments.post(at, { kind: 'pending', body: 'Pending' });
const ownDraft = ({ discussions, at }: Person): number =>
  discussions.peek(at)?.drafts?.[0]?.id ?? assert.fail('no draft');

const WRITES: Readonly<Record<string, Write>> = {
  close: plain('close', 'updateMergeRequest'),
  markDraft: plain('markDraft', 'updateMergeRequest', { readsFirst: true }),
  approve: plain('approve', 'approveMergeRequest', {
    given: ({ actions, at }) => actions.edit(at, { labels: [] }),
  }),
  unapprove: plain('unapprove', 'unapproveMergeRequest', { given: approve }),
  unsubscribe: plain('unsubscribe', 'unsubscribe'),
  subscribe: plain('subscribe', 'subscribe', { given: ({ actions, at }) => actions.run('unsubscribe', at) }),
  lockDiscussion: plain('lockDiscussion', 'updateMergeRequest'),
  addTodo: plain('addTodo', 'createTodo'),
  'edit title': {
    of: 'updateMergeRequest',
    act: ({ actions, store, at }) => actions.edit(at, { title: 'Other' }, store.peek(at)),
    readsFirst: true,
  },
  'edit labels': {
    of: 'updateMergeRequest',
    act: ({ actions, at }) => actions.edit(at, { add_labels: ['urgent'] }),
  },
  'edit description': {
    of: 'updateMergeRequest',
    act: ({ actions, at }) => actions.edit(at, { description: 'Other' }),
  },
  'create a pipeline': {
    of: 'createMergeRequestPipeline',
    act: ({ actions, at }) => actions.createPipeline(at),
  },
  spend: time('addSpentTime', { kind: 'spend', duration: '1h' }),
  estimate: time('setTimeEstimate', { kind: 'estimate', duration: '5h' }),
  'reset spent': time('resetSpentTime', { kind: 'reset-spent' }),
  'reset estimate': time('resetTimeEstimate', { kind: 'reset-estimate' }),
  comment: post('createNote', 'comment'),
  thread: post('createDiscussion', 'thread'),
  'pending comment': post('createDraftNote', 'pending'),
  'upload a file': {
    of: 'createUpload',
    act: ({ client }) => {
      const file = { name: 'a.txt', bytes: Buffer.from('text') };
      return uploadFile(client, 1, file, new AbortController().signal);
    },
  },
  reply: {
    of: 'createReply',
    act: (person) =>
      sent(
        person.comments.post(person.at, { kind: 'reply', body: 'Yes', discussion: openThread(person).id }),
      ),
  },
  resolve: {
    of: 'resolveDiscussion',
    act: (person) => person.comments.resolve(person.at, openThread(person).id, true),
  },
  'edit comment': {
    of: 'editNote',
    given: withOwnComment,
    act: (person) => {
      const { id: discussion, note } = ownThread(person);
      const edit = { kind: 'edit', body: 'Changed', discussion, note, was: 'Of my own' } as const;
      return sent(person.comments.post(person.at, edit));
    },
    readsFirst: true,
  },
  'delete comment': {
    of: 'deleteNote',
    given: withOwnComment,
    act: (person) => person.comments.remove(person.at, ownThread(person).id, ownThread(person).note),
  },
  'edit pending comment': {
    of: 'editDraftNote',
    given: withDraft,
    act: (person) =>
      sent(
        person.comments.post(person.at, { kind: 'pending-edit', body: 'Changed', note: ownDraft(person) }),
      ),
  },
  'delete pending comment': {
    of: 'deleteDraftNote',
    given: withDraft,
    act: (person) => person.comments.removeDraft(person.at, ownDraft(person)),
  },
  publish: {
    of: 'publishDraftNotes',
    given: withDraft,
    act: ({ comments, at }) => comments.publish(at),
    readsFirst: true,
  },
  merge: {
    of: 'acceptMergeRequest',
    setting: { on: CURRENCY },
    given: ({ tested, at }) => tested(at),
    act: merge,
  },
  'set to auto-merge': {
    of: 'acceptMergeRequest',
    setting: { on: [TYPOS, 1] },
    given: withRunningPipeline,
    act: setAutoMerge,
  },
  'cancel auto-merge': plain('cancelAutoMerge', 'cancelAutoMerge', {
    setting: { on: [TYPOS, 1] },
    given: async (person) => {
      await withRunningPipeline(person);
      await setAutoMerge(person);
    },
  }),
  rebase: {
    of: 'rebaseMergeRequest',
    setting: { on: [CART_PAGE, 1] },
    act: ({ actions, at }) => actions.rebase(at, { skipCi: false }),
    readsFirst: true,
  },
  'delete merge request': plain('delete', 'deleteMergeRequest', { setting: { role: 'owner' } }),
  'delete source branch': {
    of: 'deleteBranch',
    setting: { on: CURRENCY },
    given: async (person) => {
      await person.tested(person.at);
      await merge(person);
    },
    act: ({ actions, store, at }) =>
      actions.deleteSourceBranch(at, { project: 2, name: store.peek(at)?.source_branch ?? '' }),
  },
  'mark a to-do item as done': {
    of: 'markTodoDone',
    act: async ({ todos, at }) => {
      const { items } = await todos.list(at.base);
      await todos.markDone(at.base, items[0]?.id ?? assert.fail('no to-do item'));
    },
  },
  'mark to-do items as done': { of: 'markAllTodosDone', act: ({ todos, at }) => todos.markAllDone(at.base) },
};

/** Writes for merge requests and their comments. */
export const MERGE_REQUEST_FAULTS: FaultRun<Setting, Person> = {
  create: personOn,
  held: [/^GET .*\/merge_requests\/\d+$/, /^GET .*\/\d+\/discussions$/],
  writes: WRITES,
};
