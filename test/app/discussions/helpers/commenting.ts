import assert from 'node:assert/strict';
import { getUser } from '../../../../src/api/endpoints/server';
import { Changes } from '../../../../src/app/changes/changes';
import { CommentableFiles, type CommentableSide } from '../../../../src/app/changes/commentable-files';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import type { MergeRequestKey } from '../../../../src/app/shared/keys';
import { type Clock, systemClock } from '../../../../src/base/clock';
import { Emitter } from '../../../../src/base/emitter';
import { sidesOf } from '../../../../src/presentation/changes/sides';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';

export const GIFT_CARDS = 12;

/** Sets up a sandbox for each test, with users who comment on a merge request. */
export function commenting() {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  /** Returns the stores for comments of a user. */
  const person = (
    role: keyof Sandbox['tokens'] = 'maintainer',
    memory = heldMemory(),
    clock: Pick<Clock, 'now'> = systemClock,
    through: Parameters<typeof actingOn>[2] = {},
  ) => {
    const { client, store: mergeRequests, key } = actingOn(sandbox, role, through);
    const clientFor = () => client;
    const outbox = new CommentOutbox(memory);
    const discussions = new Discussions({ clientFor, mergeRequests });
    const userOf = () => client.call(getUser, {});
    const discussionActions = new DiscussionActions({
      clientFor,
      mergeRequests,
      discussions,
      outbox,
      userOf,
      clock,
    });
    const reviewed = { last: () => undefined, onDidChange: new Emitter<MergeRequestKey>().event };
    const changes = new Changes({ clientFor, mergeRequests, reviewed });
    const frames = new CommentableFiles(changes);
    return {
      client,
      mergeRequests,
      outbox,
      discussions,
      discussionActions,
      changes,
      frames,
      memory,
      userOf,
      key: key(GIFT_CARDS),
    };
  };

  /** Returns a side of a file in the latest version. */
  const sideOf = async (
    { changes, frames, key }: ReturnType<typeof person>,
    path: string,
    side: 'old' | 'new' = 'new',
  ): Promise<CommentableSide> => {
    const { refs, files } = await changes.whole(key);
    const file = files.find((each) => each.path === path);
    assert.ok(refs && file, path);
    const frame = await frames.of(sidesOf({ mergeRequest: key, refs, fromRefs: undefined }, file)[side]);
    assert.ok(frame);
    return frame;
  };

  return {
    get sandbox() {
      return sandbox;
    },
    person,
    sideOf,
  };
}
