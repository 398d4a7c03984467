import type * as z from 'zod/mini';
import type { todoSchema } from '../../schemas/todo';
import type { Call } from '../http/call';
import type { Todo, TodoTarget } from '../world/todos/store';
import { closedIssueView } from './issue';
import { mergeRequestAddress, mergeRequestView } from './merge-request';
import { fullNameOf, slugOf } from './namespace';
import { isoTime } from './time';
import { userView } from './user';

/** A to-do item (server-behavior.md#to-do-items). */
export function todoView(call: Call, todo: Todo): z.input<typeof todoSchema> {
  const { target, action, body, isDone } = todo;
  const project =
    target.kind === 'merge-request' ? target.request.project : call.world.project(target.issue.project);
  const at = isoTime(todo.at);
  return {
    id: todo.id,
    project: project && {
      id: project.id,
      name: project.name,
      name_with_namespace: fullNameOf(project),
      path: slugOf(project),
      path_with_namespace: project.path,
    },
    author: userView(todo.author, call.base),
    action_name: action,
    ...targetView(call, target),
    body,
    state: isDone ? 'done' : 'pending',
    created_at: at,
    updated_at: at,
  };
}

function targetView(
  call: Call,
  target: TodoTarget,
): Pick<z.input<typeof todoSchema>, 'target' | 'target_type' | 'target_url'> {
  if (target.kind === 'issue') {
    const issue = closedIssueView(call, target.issue);
    return { target_type: 'Issue', target: issue, target_url: issue.web_url };
  }
  const { request } = target;
  return {
    target_type: 'MergeRequest',
    target: mergeRequestView(call, request, { from: request.project.path }),
    target_url: mergeRequestAddress(request, call.base),
  };
}
