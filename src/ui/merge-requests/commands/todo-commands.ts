import type { Todos } from '../../../app/merge-requests/todos';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { listCountLabel } from '../../../presentation/merge-requests/labels';
import { hostOf } from '../../../presentation/merge-requests/query-labels';
import { todoTitle } from '../../../presentation/merge-requests/todo-rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { Todo } from '../../../schemas/todo';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface TodoCommandDeps {
  readonly todos: Todos;
  readonly prompts: Prompts;
  readonly openMergeRequest: (key: MergeRequestKey) => Promise<void>;
  readonly openPage: (page: string) => Promise<void>;
  /** Adds a to-do item for a merge request. */
  readonly add: (key: MergeRequestKey) => Promise<unknown>;
}

/** An item of a row. Undefined if it is no longer in the list. */
interface Listed {
  readonly base: string;
  readonly todo: Todo;
}

/** Commands for the to-do items in the Merge Requests view. */
export function todoCommands(deps: TodoCommandDeps): readonly CommandRow[] {
  const { todos, prompts } = deps;
  return [
    {
      id: COMMAND.openTodo,
      failure: () => t("Couldn't open the to-do item."),
      run: (argument) => open(deps, argument),
    },
    {
      id: COMMAND.markTodoDone,
      failure: () => t("Couldn't mark the to-do item as done."),
      run: (argument, _failing, selected) => markDone(deps, selected.length === 0 ? [argument] : selected),
    },
    {
      id: COMMAND.markAllTodosDone,
      failure: () => t("Couldn't mark the to-do items as done."),
      run: (argument) => markAllDone(deps, argument),
    },
    {
      id: COMMAND.loadMoreTodos,
      failure: () => t("Couldn't load more to-do items."),
      run: async (argument) => {
        const target = argument?.target;
        if (target?.kind !== 'todo-list') return;
        const load = (signal: AbortSignal): Promise<void> => todos.loadMore(target.base, { signal });
        await prompts.progress.inView(t('Loading to-do items…'), load, VIEW.mergeRequests);
      },
    },
  ];
}

function listed({ todos }: TodoCommandDeps, argument: CommandArgument): Listed | undefined {
  const target = argument?.target;
  if (target?.kind !== 'todo') return undefined;
  const todo = todos.find(target.base, target.todo);
  return todo && { base: target.base, todo };
}

/** The merge request that an item is about; undefined for other items. */
function mergeRequestOf({ base, todo }: Listed): MergeRequestKey | undefined {
  const { target, target_type: type } = todo;
  const project = target?.project_id ?? todo.project?.id;
  const iid = target?.iid;
  if (type !== 'MergeRequest' || typeof project !== 'number' || typeof iid !== 'number') return undefined;
  return { base, project, iid };
}

async function open(deps: TodoCommandDeps, argument: CommandArgument): Promise<void> {
  const found = listed(deps, argument);
  if (found === undefined) return;
  const key = mergeRequestOf(found);
  const page = webPage(found.todo.target_url);
  if (key !== undefined) await deps.openMergeRequest(key);
  else if (page !== undefined) await deps.openPage(page);
  else deps.prompts.showMessage('info', t('No web page is available for this item.'), []);
}

/** Marks items as done one after the other. The first failure ends it; the other rows remain. */
async function markDone(deps: TodoCommandDeps, rows: readonly CommandArgument[]): Promise<void> {
  const { todos, prompts } = deps;
  const items = rows.flatMap((row) => listed(deps, row) ?? []);
  const [first] = items;
  if (first === undefined) return;
  await prompts.progress.inStatusBar(
    t(
      '{0, plural, one {Marking # to-do item as done…} other {Marking # to-do items as done…}}',
      items.length,
    ),
    async () => {
      for (const { base, todo } of items) await todos.markDone(base, todo.id);
    },
  );
  const key = items.length === 1 ? mergeRequestOf(first) : undefined;
  if (key === undefined) {
    prompts.showStatus(
      t(
        '{0, plural, one {# to-do item marked as done.} other {# to-do items marked as done.}}',
        items.length,
      ),
    );
    return;
  }
  offerAgain(deps, key, first.todo);
}

/** The server can't restore an item, but can add one for the same merge request. */
function offerAgain(deps: TodoCommandDeps, key: MergeRequestKey, todo: Todo): void {
  deps.prompts.showMessage('info', t('To-do item "{0}" marked as done.', todoTitle(todo)), [
    {
      title: t('Add Again'),
      run: async () => {
        await deps.add(key);
      },
      failure: () => MERGE_REQUEST_VERBS.addTodo.notDone(`!${key.iid}`),
    },
  ]);
}

async function markAllDone({ todos, prompts }: TodoCommandDeps, argument: CommandArgument): Promise<void> {
  const target = argument?.target;
  if (target?.kind !== 'todo-list') return;
  const { base } = target;
  const known = await todos.list(base);
  if (known.items.length === 0 && !known.hasMore) {
    prompts.showMessage('info', t('No pending to-do items'), []);
    return;
  }
  const count = listCountLabel({
    shown: known.total ?? known.items.length,
    hasMore: known.total === undefined && known.hasMore,
  });
  const isConfirmed = await prompts.confirm({
    message: t('Mark all to-do items on {0} as done?', hostOf(base)),
    detail: t(
      "Pending to-do items: {0}. This includes to-do items about issues and other objects, and those that aren't loaded. This action can't be undone.",
      count,
    ),
    action: t('Mark All as Done'),
  });
  if (!isConfirmed) return;
  await prompts.progress.inStatusBar(t('Marking all to-do items as done…'), () => todos.markAllDone(base));
  prompts.showStatus(t('All to-do items marked as done.'));
}
