import type * as z from 'zod/mini';
import type { todoSchema } from '../../schemas/todo';
import type { Call } from '../http/call';
import type { MergeRequest, Todo } from '../world/merge-requests/model';
import { mergeRequestAddress, mergeRequestView } from './merge-request';
import { fullNameOf, slugOf } from './namespace';
import { isoTime } from './time';
import { userView } from './user';

/** A to-do item about a merge request (server-behavior.md#to-do-items). */
export function todoView(call: Call, request: MergeRequest, todo: Todo): z.input<typeof todoSchema> {
  const { project, title } = request;
  const at = isoTime(todo.at);
  return {
    id: todo.id,
    project: {
      id: project.id,
      name: project.name,
      name_with_namespace: fullNameOf(project),
      path: slugOf(project),
      path_with_namespace: project.path,
    },
    author: userView(todo.author, call.base),
    action_name: 'marked',
    target_type: 'MergeRequest',
    target: mergeRequestView(call, request, { from: project.path }),
    target_url: mergeRequestAddress(request, call.base),
    body: title,
    state: 'pending',
    created_at: at,
    updated_at: at,
  };
}
