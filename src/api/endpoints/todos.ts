import { todoSchema } from '../../schemas/todo';
import { endpoint, list, nothing, one } from '../endpoint';
import { integer, oneOf, string } from '../params';

/** `GET /todos`: the to-do items of the signed-in user, newest first (server-behavior.md#to-do-items). */
export const listTodos = endpoint({
  method: 'GET',
  path: '/todos',
  query: {
    action: string,
    author_id: integer,
    project_id: integer,
    group_id: integer,
    state: oneOf(['pending', 'done']),
    type: string,
    page: integer,
    per_page: integer,
  },
  response: list(todoSchema),
  pages: ['offset'],
});

/** `POST /todos/:id/mark_as_done`. */
export const markTodoDone = endpoint({
  method: 'POST',
  path: '/todos/:id/mark_as_done',
  response: one(todoSchema),
  success: [201],
});

/** `POST /todos/mark_as_done`: marks all pending to-do items as done. */
export const markAllTodosDone = endpoint({
  method: 'POST',
  path: '/todos/mark_as_done',
  response: nothing,
  success: [204],
});
