import type { MergeRequest } from '../merge-requests/model';
import { headPipelineOf } from '../merge-requests/pipelines-of';
import type { Pipeline, User } from '../model';
import { USERS } from '../people';
import type { World } from '../world';
import type { TodoAction } from './store';

/** Adds a to-do item for a merge request, except for users' actions on themselves. */
function add(
  world: World,
  request: MergeRequest,
  {
    user,
    author,
    action,
    body = request.title,
  }: {
    readonly user: User;
    readonly author: User;
    readonly action: TodoAction;
    readonly body?: string;
  },
): void {
  if (user === author) return;
  world.todos.add({ user, author, action, body, target: { kind: 'merge-request', request }, at: world.time });
}

/** Creates to-do items for the users whom a text mentions. */
export function addTodosForMentions(world: World, request: MergeRequest, author: User, body: string): void {
  for (const user of Object.values(USERS)) {
    if (new RegExp(String.raw`(?<![\w@])@${user.username}\b`, 'i').test(body))
      add(world, request, { user, author, action: 'mentioned', body });
  }
}

/** The people of a merge request before an edit. */
export type PeopleBefore = Pick<MergeRequest, 'assignees' | 'reviewers' | 'description'>;

/** Creates to-do items for new assignees and reviewers, and for users whom a new description mentions. */
export function addTodosForEdit(
  world: World,
  request: MergeRequest,
  author: User,
  before: PeopleBefore,
): void {
  for (const user of request.assignees)
    if (!before.assignees.includes(user)) add(world, request, { user, author, action: 'assigned' });
  for (const { user } of request.reviewers)
    if (!before.reviewers.some((each) => each.user === user))
      add(world, request, { user, author, action: 'review_requested' });
  if (request.description !== before.description)
    addTodosForMentions(world, request, author, request.description);
}

/** Creates a to-do item for the author of the merge request whose latest pipeline failed. */
export function addTodoForFailedPipeline(world: World, pipeline: Pipeline): void {
  const failed = world.mergeRequests.all.filter(
    (request) => request.state === 'opened' && headPipelineOf(request) === pipeline,
  );
  for (const request of failed) {
    world.todos.add({
      user: request.author,
      author: request.author,
      action: 'build_failed',
      body: request.title,
      target: { kind: 'merge-request', request },
      at: world.time,
    });
  }
}

/** Marks the to-do items of a user for a merge request as done, because the user acted on it. */
export const completeTodos = (world: World, request: MergeRequest, user: User): void => {
  world.todos.complete(user, { kind: 'merge-request', request });
};
