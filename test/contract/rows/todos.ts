import type * as todos from '../../../src/api/endpoints/todos';
import { PAGE, reading, type Row, SEEN } from './row';

// Source: public documentation of GitLab REST v4.
const read = reading('additional');

/** Rows of the endpoints for to-do items, which aren't part of a project. */
export const TODO_ROWS: Readonly<Record<keyof typeof todos, Row>> = {
  listTodos: {
    ...read,
    path: '/todos',
    query: ['action', 'author_id', 'project_id', 'group_id', 'state', 'type', ...PAGE],
    responseKind: 'list',
    usedBy: { seen: SEEN.mergeRequests, commands: ['loadMoreTodos'] },
  },
  markTodoDone: {
    ...read,
    method: 'POST',
    success: [201],
    path: '/todos/:id/mark_as_done',
    usedBy: { commands: ['markTodoDone'] },
  },
  markAllTodosDone: {
    ...read,
    method: 'POST',
    success: [204],
    path: '/todos/mark_as_done',
    responseKind: 'none',
    usedBy: { commands: ['markAllTodosDone'] },
  },
};
