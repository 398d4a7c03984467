import * as endpoints from '../../api/endpoints/todos';
import { signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, NO_CONTENT, refuse } from '../http/reply';
import { route } from '../http/route';
import { todoView } from '../views/todo';
import type { Todo } from '../world/todos/store';

const TYPES: Readonly<Record<Todo['target']['kind'], string>> = {
  'merge-request': 'MergeRequest',
  issue: 'Issue',
};

const projectOf = ({ target }: Todo): number =>
  target.kind === 'merge-request' ? target.request.project.id : target.issue.project;

/** To-do items of the signed-in user (server-behavior.md#to-do-items). */
export const todoRoutes = [
  route(endpoints.listTodos, (call, args) => {
    const { action, author_id: author, project_id: project, state = 'pending', type } = args;
    const found = call.world.todos
      .of(signedIn(call))
      .filter(
        (todo) =>
          todo.isDone === (state === 'done') &&
          (action === undefined || todo.action === action) &&
          (author === undefined || todo.author.id === author) &&
          (project === undefined || projectOf(todo) === project) &&
          (type === undefined || TYPES[todo.target.kind] === type),
      );
    return offsetPage(call, args, found, (todo) => todoView(call, todo));
  }),
  route(endpoints.markTodoDone, (call, args) => {
    const todo = call.world.todos.find(signedIn(call), Number(args.id));
    if (todo === undefined) throw refuse.missing('Todo');
    todo.isDone = true;
    return json(201, todoView(call, todo));
  }),
  route(endpoints.markAllTodosDone, (call) => {
    for (const todo of call.world.todos.of(signedIn(call))) todo.isDone = true;
    return NO_CONTENT;
  }),
];
