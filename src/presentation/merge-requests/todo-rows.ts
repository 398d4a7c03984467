import { t } from '../../base/localize';
import type { Todo } from '../../schemas/todo';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { ago, momentWithAge, shortAge } from '../shared/time-labels';

interface ActionLabels {
  readonly label: () => string;
  readonly icon: Icon;
  /** True if the user or the server caused it, so that the author isn't worth showing. */
  readonly hasNoAuthor?: true;
}

/** Labels of `action_name`, the reason for a to-do item (server-behavior.md#to-do-items). */
const ACTIONS: Readonly<Record<string, ActionLabels>> = {
  assigned: { label: () => t('assigned to you'), icon: { id: 'person' } },
  mentioned: { label: () => t('mentioned you'), icon: { id: 'mention' } },
  directly_addressed: { label: () => t('mentioned you'), icon: { id: 'mention' } },
  build_failed: {
    label: () => t('pipeline failed'),
    icon: { id: 'error', color: COLOR.failed },
    hasNoAuthor: true,
  },
  marked: { label: () => t('added by you'), icon: { id: 'tasklist' }, hasNoAuthor: true },
  approval_required: { label: () => t('approval required'), icon: { id: 'eye' } },
  added_approver: { label: () => t('approval required'), icon: { id: 'eye' } },
  review_requested: { label: () => t('review requested'), icon: { id: 'eye' } },
  review_submitted: { label: () => t('reviewed'), icon: { id: 'comment-discussion' } },
  unmergeable: {
    label: () => t("can't be merged"),
    icon: { id: 'warning', color: COLOR.warning },
    hasNoAuthor: true,
  },
  merge_train_removed: {
    label: () => t('removed from merge train'),
    icon: { id: 'warning', color: COLOR.warning },
    hasNoAuthor: true,
  },
  member_access_requested: { label: () => t('access requested'), icon: { id: 'person-add' } },
};

/** Unknown actions are shown without underscores. */
const actionOf = ({ action_name: name }: Todo): ActionLabels =>
  ACTIONS[name ?? ''] ?? { label: () => (name ?? '').replaceAll('_', ' '), icon: { id: 'tasklist' } };

/** Returns the title of the target, or else the text of the item. */
export const todoTitle = ({ target, body }: Todo): string =>
  target?.title ?? body?.split('\n')[0] ?? t('To-do item');

/** Row of the to-do items of a server. `count`: as text, if known. */
export function todoListRow(count: string | undefined): Row {
  const label = t('To-Do Items');
  return {
    label,
    ...(count === undefined ? {} : { description: count }),
    icon: { id: 'tasklist' },
    accessibleLabel: accessibleLabel(label, count),
    contextTokens: ['todoList', ...(count === undefined || count === '0' ? [] : ['pending'])],
    expandable: 'collapsed',
  };
}

/** Row of a to-do item. */
export function todoRow(todo: Todo, now: number): Row {
  const { label, icon, hasNoAuthor } = actionOf(todo);
  const author = hasNoAuthor === true ? undefined : todo.author?.name;
  const title = todoTitle(todo);
  const { target, body, project } = todo;
  const isMergeRequest = todo.target_type === 'MergeRequest';
  return {
    label: title,
    description: parts(label(), author, shortAge(todo.created_at, now)),
    icon,
    details: detailsOf(
      [t('To-do item'), title],
      [t('Reason'), label()],
      [t('Author'), author],
      [t('Merge request'), isMergeRequest && target?.iid ? `!${target.iid}` : undefined],
      [t('Project'), project?.path_with_namespace],
      [t('Text'), body === title ? undefined : body],
      [t('Created'), momentWithAge(todo.created_at, now)],
    ),
    accessibleLabel: accessibleLabel(
      t('To-do item {0}', title),
      label(),
      author,
      ago(todo.created_at, now),
      project?.path_with_namespace ?? undefined,
    ),
    contextTokens: ['todo'],
    expandable: 'no',
    onClick: { command: COMMAND.openTodo, title: t('Open To-Do Item') },
  };
}

/** Last row of an incomplete list; a click loads more. */
export function moreTodosRow(count: string): Row {
  return {
    label: t('Load More To-Do Items'),
    description: count,
    icon: { id: 'fold-down' },
    accessibleLabel: accessibleLabel(t('Load More To-Do Items'), count),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadMoreTodos, title: t('Load More To-Do Items') },
  };
}
