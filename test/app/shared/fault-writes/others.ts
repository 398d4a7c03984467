import assert from 'node:assert/strict';
import { createBranch } from '../../../../src/api/endpoints/branches';
import { createDiscussion } from '../../../../src/api/endpoints/discussions';
import { getErrorTrackingSettings } from '../../../../src/api/endpoints/error-tracking';
import { getUser } from '../../../../src/api/endpoints/server';
import {
  ServerSuggestions,
  type ServerSuggestionsDeps,
} from '../../../../src/app/discussions/apply-suggestions/server-suggestions';
import {
  type ServerEdit,
  SuggestionBatches,
} from '../../../../src/app/discussions/apply-suggestions/suggestion-batches';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { Reactions } from '../../../../src/app/discussions/reactions';
import { ClientKeys } from '../../../../src/app/errors/client-keys';
import { type Backend, changeBackend } from '../../../../src/app/errors/tracking-settings';
import type { PickAction } from '../../../../src/app/merge-requests/after-merge/commit-picks';
import type { ErrorPlace } from '../../../../src/app/shared/error-keys';
import { systemClock } from '../../../../src/base/clock';
import type { Sandbox } from '../../../../src/sandbox/index';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import type { FaultRun, FaultWrite } from '../helpers/fault-run';

const GIFT_CARDS = 12;
const CART_PAGE = 15;
const FILE = 'src/cart/page.ts';

/** The stores of error tracking. */
function errorsOf(sandbox: Sandbox, _setting: undefined, url: string) {
  const { client } = actingOn(sandbox, 'maintainer', { url, policy: true });
  const keys = new ClientKeys({ clientFor: () => client, mask: () => undefined });
  const place: ErrorPlace = { base: url, project: 1, path: 'acme/storefront' };
  let settings: unknown;
  const refresh = async () => {
    await keys.refresh(place);
    settings = await client.call(getErrorTrackingSettings, { id: 1 });
  };
  const shown = () => ({ keys: keys.peek(place)?.keys, settings });
  return { client, keys, place, refresh, shown, onDidChange: keys.onDidChange };
}
type ErrorWrite = FaultWrite<undefined, ReturnType<typeof errorsOf>>;

const backend = (value: Backend): ErrorWrite => ({
  of: 'changeErrorTrackingSettings',
  act: ({ client, place }) => changeBackend(client, place, value),
});

/** The reactions to the comments of a merge request. */
async function reactionsOf(sandbox: Sandbox, _setting: undefined, url: string) {
  const { client, store, key } = actingOn(sandbox, 'reporter', { url, policy: true });
  const reactions = new Reactions({ clientFor: () => client, mergeRequests: store, clock: systemClock });
  const at = key(GIFT_CARDS);
  const discussions = new Discussions({ clientFor: () => client, mergeRequests: store });
  const { threads } = await discussions.get(at);
  const note = threads.flatMap(({ notes }) => notes).find(({ body }) => body.startsWith('I tried'));
  assert.ok(note);
  const user = await client.call(getUser, {});
  return {
    toggle: (name: string) => reactions.toggle(at, note.id, name, user),
    refresh: () => reactions.refresh(at),
    shown: () => reactions.peek(at)?.get(note.id),
    onDidChange: reactions.onDidChange,
  };
}

/** Suggestions of another user on two lines. */
function suggestionsOf(sandbox: Sandbox, _setting: undefined, url: string) {
  const { client, store: mergeRequests, key } = actingOn(sandbox, 'maintainer', { url, policy: true });
  const at = key(CART_PAGE);
  const clientFor = () => client;
  const discussions = new Discussions({ clientFor, mergeRequests });
  const discussionActions = new DiscussionActions({
    ...{ clientFor, mergeRequests, discussions, outbox: new CommentOutbox(heldMemory()) },
    userOf: () => client.call(getUser, {}),
  });
  const batches = new SuggestionBatches({ discussions });
  const deps: ServerSuggestionsDeps = {
    ...{ clientFor, mergeRequests, discussions, discussionActions, batches, clock: systemClock },
  };
  const edits: ServerEdit[] = [];
  /** Creates the suggestions. */
  const suggest = async () => {
    const other = actingOn(sandbox, 'developer').client;
    const { base_sha = '', start_sha = '', head_sha = '' } = mergeRequests.peek(at)?.diff_refs ?? {};
    for (const line of [1, 3]) {
      const { id: discussion, notes } = await other.call(createDiscussion, {
        ...{ id: 1, merge_request_iid: CART_PAGE },
        body: `\`\`\`suggestion\nconst line${line} = 1;\n\`\`\``,
        position: {
          ...{ base_sha: base_sha ?? '', start_sha: start_sha ?? '', head_sha: head_sha ?? '' },
          ...{ position_type: 'text', old_path: FILE, new_path: FILE, new_line: line },
        },
      });
      const [note] = notes;
      const id = note?.suggestions?.[0]?.id;
      assert.ok(note && id);
      edits.push({
        ...{ id, discussion, note: note.id, path: FILE },
        ...{ head: head_sha ?? undefined, start: line, end: line },
      });
    }
  };
  return {
    ...{ suggest, edits },
    apply: (chosen: readonly ServerEdit[]) => new ServerSuggestions(deps).apply(at, chosen),
    refresh: () => Promise.all([mergeRequests.refresh(at), discussions.refresh(at)]),
    shown: () =>
      discussions
        .peek(at)
        ?.threads.flatMap(({ notes }) => notes)
        .map(({ suggestions }) => suggestions?.map(({ applied }) => applied)),
    onDidChange: discussions.onDidChange,
  };
}

/** A merged merge request. */
function mergedOn(sandbox: Sandbox, _setting: undefined, url: string) {
  const { actions, client, store, key, tested } = actingOn(sandbox, 'maintainer', { url, policy: true });
  const at = key(4, 2);
  return {
    merge: async () => {
      const { sha } = await tested(at);
      // For cherry-picks: the target branch without the changes.
      await client.call(createBranch, { id: 2, branch: 'stable', ref: 'main' });
      await actions.merge(at, { sha: sha ?? '', removeSourceBranch: false });
    },
    pick: (action: PickAction, way: 'commit' | 'merge-request') =>
      actions.pick(action, at, { branch: action === 'revert' ? 'main' : 'stable', way }, () => undefined),
    refresh: () => store.refresh(at),
    shown: () => store.peek(at)?.state,
    onDidChange: store.onDidChange,
  };
}
type MergedWrite = FaultWrite<undefined, ReturnType<typeof mergedOn>>;

const pick = (of: MergedWrite['of'], way: 'commit' | 'merge-request', action: PickAction): MergedWrite => ({
  of,
  given: ({ merge }) => merge(),
  act: (target) => target.pick(action, way),
});

/** Writes of error tracking. */
export const ERROR_FAULTS: FaultRun<undefined, ReturnType<typeof errorsOf>> = {
  create: errorsOf,
  held: [/^GET .*\/client_keys$/],
  writes: {
    'create a client key': { of: 'createClientKey', act: ({ keys, place }) => keys.create(place) },
    'delete a client key': {
      of: 'deleteClientKey',
      act: ({ keys, place }) => keys.remove({ ...place, key: keys.peek(place)?.keys[0]?.id ?? 0 }),
    },
    'disable error tracking': backend('off'),
    'use another error tracking server': backend('external'),
  },
};

/** Reactions to comments, which are read with GraphQL. */
export const REACTION_FAULTS: FaultRun<undefined, Awaited<ReturnType<typeof reactionsOf>>> = {
  create: reactionsOf,
  held: [/^POST .*\/graphql$/],
  writes: {
    'add a reaction': { of: 'addNoteAward', act: ({ toggle }) => toggle('eyes') },
    'remove a reaction': {
      of: 'removeNoteAward',
      given: ({ toggle }) => toggle('eyes'),
      act: ({ toggle }) => toggle('eyes'),
    },
  },
};

/** Suggestions that the server applies. */
export const SUGGESTION_FAULTS: FaultRun<undefined, ReturnType<typeof suggestionsOf>> = {
  create: suggestionsOf,
  held: [/^GET .*\/\d+\/discussions$/],
  writes: {
    'apply a suggestion': {
      of: 'applySuggestion',
      given: ({ suggest }) => suggest(),
      act: ({ apply, edits }) => apply(edits.slice(0, 1)),
    },
    'apply suggestions as one commit': {
      of: 'applySuggestions',
      given: ({ suggest }) => suggest(),
      act: ({ apply, edits }) => apply(edits),
    },
  },
};

/** Reverts and cherry-picks of a merged merge request. */
export const PICK_FAULTS: FaultRun<undefined, ReturnType<typeof mergedOn>> = {
  create: mergedOn,
  held: [/^GET .*\/merge_requests\/\d+$/],
  writes: {
    'revert in the target branch': pick('revertCommit', 'commit', 'revert'),
    'create the branch of a revert': pick('createBranch', 'merge-request', 'revert'),
    'revert on a new branch': pick('revertCommit', 'merge-request', 'revert'),
    'create the merge request of a revert': pick('createMergeRequest', 'merge-request', 'revert'),
    'cherry-pick': pick('cherryPickCommit', 'merge-request', 'cherryPick'),
  },
};
