import type { Todos } from '../../../app/merge-requests/todos';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { listCountLabel } from '../../../presentation/merge-requests/labels';
import { moreTodosRow, todoListRow, todoRow } from '../../../presentation/merge-requests/todo-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry } from '../../tree-node';
import type { TodoNodeData } from './todo-node';

export interface TodoNodeDeps {
  readonly todos: Pick<Todos, 'list' | 'peek' | 'find' | 'retain' | 'onDidChange'>;
  readonly clock: Pick<Clock, 'now'>;
}

export const todoListEntry = (base: string): Entry => ({ key: 'todos', data: { kind: 'todo-list', base } });

function countOf(base: string, { todos }: TodoNodeDeps): string | undefined {
  const known = todos.peek(base);
  return known && listCountLabel({ ...known, shown: known.items.length });
}

export function rowOfTodo(data: TodoNodeData, deps: TodoNodeDeps): Row {
  if (data.kind === 'todo-list') return todoListRow(countOf(data.base, deps));
  const todo = deps.todos.find(data.base, data.todo);
  return todo === undefined ? emptyRow(t('To-do item')) : todoRow(todo, deps.clock.now());
}

/** Returns the children of the list, which are read if they aren't known. */
export async function todoEntries(base: string, deps: TodoNodeDeps): Promise<readonly Entry[]> {
  const { items, hasMore } = await deps.todos.list(base);
  const target = { kind: 'todo-list', base } as const;
  const none: Entry = {
    key: 'note none',
    data: { kind: 'note', row: emptyRow(t('No pending to-do items')) },
  };
  const more: Entry = {
    key: 'more',
    data: { kind: 'note', row: moreTodosRow(countOf(base, deps) ?? ''), target },
  };
  return [
    ...items.map(({ id }): Entry => ({ key: `todo ${id}`, data: { kind: 'todo', base, todo: id } })),
    ...(items.length === 0 && !hasMore ? [none] : []),
    ...(hasMore ? [more] : []),
  ];
}
