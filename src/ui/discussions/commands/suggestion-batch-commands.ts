import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow, SetFailureMessage } from '../../shared/commands/command-row';
import { type CommentArgument, commentCommand, type CommentCommandDeps } from './comment-deps';
import { commitSuggestions } from './commit-suggestions';
import { chooseEdit, serverEditOf } from './suggestion-choice';

/** Commands for the suggestions that are applied with one commit. */
export const batchCommands = (deps: CommentCommandDeps): readonly CommandRow[] => [
  commentCommand(deps, {
    id: COMMAND.addSuggestionToBatch,
    failure: () => t("Couldn't add the suggestion to the batch."),
    run: (argument) => add(deps, argument),
  }),
  commentCommand(deps, {
    id: COMMAND.removeSuggestionFromBatch,
    failure: () => t("Couldn't remove the suggestion from the batch."),
    run: (argument) => remove(deps, argument),
  }),
  commentCommand(deps, {
    id: COMMAND.applySuggestionBatch,
    failure: () => t("Couldn't apply the suggestions."),
    run: (argument, failing) => apply(deps, argument, failing),
  }),
];

async function add(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const { batches, boxes, prompts, suggestionOffers } = deps;
  const target = boxes.targetOf(argument?.pressed);
  const edits = boxes.suggestedBy(argument?.pressed);
  if (target === undefined || edits === undefined) {
    showHow(deps);
    return;
  }
  const key = target.mergeRequest;
  const offered = suggestionOffers
    .onServer(key, edits)
    .filter(({ appliableId }) => !batches.has(key, appliableId));
  const edit = await onlyOrChosen(deps, edits, offered, {
    title: t('Add Suggestion to Batch'),
    placeholder: t('Select a suggestion to add to the batch'),
  });
  const server = edit && serverEditOf(deps, target, edit);
  if (server === undefined || batches.add(key, server)) return;
  prompts.showMessage(
    'error',
    t(
      "Couldn't add the suggestion to the batch. It changes the same lines as another suggestion in the batch.",
    ),
    [],
  );
}

async function remove(deps: CommentCommandDeps, argument: CommentArgument): Promise<void> {
  const { batches, boxes } = deps;
  const key = boxes.targetOf(argument?.pressed)?.mergeRequest;
  const edits = boxes.suggestedBy(argument?.pressed);
  if (key === undefined || edits === undefined) {
    showHow(deps);
    return;
  }
  const offered = edits.filter(({ appliableId }) => batches.has(key, appliableId));
  const edit = await onlyOrChosen(deps, edits, offered, {
    title: t('Remove Suggestion from Batch'),
    placeholder: t('Select a suggestion to remove from the batch'),
  });
  if (edit?.appliableId !== undefined) batches.remove(key, [edit.appliableId]);
}

async function apply(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  failing: SetFailureMessage,
): Promise<void> {
  const { batches, boxes, prompts } = deps;
  const target = argument?.target;
  const row = target !== undefined && 'mergeRequest' in target ? target.mergeRequest : undefined;
  const key = boxes.targetOf(argument?.pressed)?.mergeRequest ?? row ?? batches.latest();
  const edits = key === undefined ? [] : batches.of(key);
  if (key === undefined || edits.length === 0) {
    prompts.showMessage('info', t('The batch has no suggestions. Add some in the threads of a diff.'), []);
    return;
  }
  await commitSuggestions(deps, key, edits, { failing, step: [1, 1] });
}

async function onlyOrChosen(
  deps: CommentCommandDeps,
  all: readonly SuggestedEdit[],
  offered: readonly SuggestedEdit[],
  texts: { readonly title: string; readonly placeholder: string },
): Promise<SuggestedEdit | undefined> {
  return offered.length < 2 ? offered[0] : chooseEdit(deps, all, offered, texts);
}

const showHow = ({ prompts }: CommentCommandDeps): void => {
  prompts.showMessage('info', t('Open the thread in the diff to select the suggestion.'), []);
};
