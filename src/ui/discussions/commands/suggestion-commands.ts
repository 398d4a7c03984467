import type { ServerEdit } from '../../../app/discussions/apply-suggestions/suggestion-batches';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { applyTitle } from '../../../presentation/discussions/suggestion-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow, SetFailureMessage } from '../../shared/commands/command-row';
import { applyToFile } from './apply-to-file';
import { type CommentArgument, commentCommand, type CommentCommandDeps } from './comment-deps';
import { commitSuggestions } from './commit-suggestions';
import type { SuggestChange } from './suggest-change-command';
import { batchCommands } from './suggestion-batch-commands';
import { chooseEdit, serverEditOf } from './suggestion-choice';

/** Commands for changes that comments suggest. */
export function suggestionCommands(deps: CommentCommandDeps, change: SuggestChange): readonly CommandRow[] {
  return [
    commentCommand(deps, {
      id: COMMAND.applySuggestion,
      failure: () => t("Couldn't apply the suggestion."),
      run: (argument, failing) => apply(deps, argument, failing),
    }),
    ...batchCommands(deps),
    commentCommand(deps, {
      id: COMMAND.insertSuggestion,
      failure: () => t("Couldn't insert the suggestion."),
      run: (argument) => change.run(argument),
    }),
  ];
}

async function apply(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  failing: SetFailureMessage,
): Promise<void> {
  const target = deps.boxes.targetOf(argument?.pressed);
  const edits = deps.boxes.suggestedBy(argument?.pressed);
  if (target === undefined || edits === undefined) {
    deps.prompts.showMessage('info', t('Open the thread in the diff to apply the suggestion.'), []);
    return;
  }
  const key = target.mergeRequest;
  const onServer = deps.suggestionOffers.onServer(key, edits);
  const offered = edits.filter((edit) => edit.state === 'open' || onServer.includes(edit));
  // If none can be applied, the message contains the reason.
  const edit =
    offered.length < 2
      ? (offered[0] ?? edits[0])
      : await chooseEdit(deps, edits, offered, {
          title: applyTitle(1),
          placeholder: t('Select a suggestion to apply'),
        });
  if (edit === undefined) return;
  const server = onServer.includes(edit) ? serverEditOf(deps, target, edit) : undefined;
  await applyOne(deps, { key, edit, server }, failing);
}

interface Applying {
  readonly key: MergeRequestKey;
  readonly edit: SuggestedEdit;
  /** Undefined if the server can't apply it, or the user can't push. */
  readonly server: ServerEdit | undefined;
}

/** Asks where to apply a suggestion if there are two possibilities. */
async function applyOne(
  deps: CommentCommandDeps,
  { key, edit, server }: Applying,
  failing: SetFailureMessage,
): Promise<void> {
  if (server === undefined) {
    await applyToFile(deps, key, edit);
    return;
  }
  const file = edit.state === 'open' ? await deps.suggestions.file(key, edit) : undefined;
  const hasFile = file?.kind === 'file' && file.hasBranch;
  for (;;) {
    const where = hasFile ? await chooseWhere(deps, key, edit) : 'server';
    if (where === 'file') await applyToFile(deps, key, edit);
    if (where !== 'server') return;
    const step = hasFile ? ([2, 2] as const) : ([1, 1] as const);
    if ((await commitSuggestions(deps, key, [server], { failing, step })) !== 'back') return;
  }
}

function chooseWhere(
  { mergeRequests, prompts }: CommentCommandDeps,
  key: MergeRequestKey,
  { path }: SuggestedEdit,
): Promise<'server' | 'file' | undefined> {
  const branch = mergeRequests.peek(key)?.source_branch ?? t('the source branch');
  const { host } = new URL(key.base);
  return prompts.pick<'server' | 'file'>({
    title: applyTitle(1),
    placeholder: t('Select where to apply the suggestion'),
    items: [
      {
        label: t('Commit to {0}', branch),
        detail: t('Creates a commit on {0}', host),
        icon: 'git-commit',
        value: 'server',
      },
      {
        label: t('Apply to Checked-Out File'),
        detail: t("Changes {0} in your workspace, and doesn't save it", path),
        icon: 'edit',
        value: 'file',
      },
    ],
  });
}
