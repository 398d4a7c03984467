import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { onRow } from '../menus';

/** To-do items in the Merge Requests view. */
export const TODO_COMMANDS = {
  openTodo: {
    title: 'Open To-Do Item',
    writes: 'nothing',
    palette: false,
    menus: [onRow('1_open@1', WHEN.mergeRequests, 'todo')],
  },
  markTodoDone: {
    title: 'Mark To-Do Item as Done',
    shortTitle: 'Mark as Done',
    icon: 'check',
    writes: 'mergeRequests',
    palette: false,
    menus: [onRow('inline@1', WHEN.mergeRequests, 'todo'), onRow('2_act@1', WHEN.mergeRequests, 'todo')],
  },
  markAllTodosDone: {
    title: 'Mark All To-Do Items as Done',
    shortTitle: 'Mark All as Done',
    icon: 'check-all',
    writes: 'mergeRequests',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'todoList', 'pending'),
      onRow('2_act@1', WHEN.mergeRequests, 'todoList', 'pending'),
    ],
  },
  loadMoreTodos: {
    title: 'Load More To-Do Items',
    writes: 'nothing',
    palette: false,
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
