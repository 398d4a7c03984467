import type { ServerEdit } from '../../../app/discussions/apply-suggestions/suggestion-batches';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { t } from '../../../base/localize';
import type { PickItem } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';

/** Asks for one of several suggestions in a comment. */
export function chooseEdit(
  { prompts }: CommentCommandDeps,
  all: readonly SuggestedEdit[],
  offered: readonly SuggestedEdit[],
  texts: { readonly title: string; readonly placeholder: string },
): Promise<SuggestedEdit | undefined> {
  const items = offered.map((edit): PickItem<SuggestedEdit> => ({
    label: edit.suggestion.lines[0]?.trim() ?? t('Delete Lines'),
    description: t('{0} of {1}', all.indexOf(edit) + 1, all.length),
    icon: 'edit',
    value: edit,
  }));
  return prompts.pick({ ...texts, items });
}

/** Returns undefined if the server can't apply the suggestion. */
export function serverEditOf(
  { discussions }: CommentCommandDeps,
  target: CommentTarget,
  { appliableId: id, path, suggestion }: SuggestedEdit,
): ServerEdit | undefined {
  if (target.kind !== 'note' || id === undefined) return undefined;
  const { mergeRequest, discussion, note } = target;
  const position = discussions
    .peek(mergeRequest)
    ?.threads.flatMap(({ notes }) => notes)
    .find((each) => each.id === note)?.position;
  const line = position?.new_line ?? 0;
  return {
    id,
    discussion,
    note,
    path,
    head: position?.head_sha ?? undefined,
    start: line - suggestion.above,
    end: line + suggestion.below,
  };
}
