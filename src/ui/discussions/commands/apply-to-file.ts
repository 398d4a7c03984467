import { Range, type TextDocument, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { withoutReturn } from '../../../app/discussions/version-lines';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import {
  findSuggested,
  type SuggestedOn,
  type SuggestionPlace,
} from '../../../domain/discussions/suggestions';
import { suggestionPreview } from '../../../presentation/discussions/suggestion-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { sentences } from '../../../presentation/shared/error-messages';
import { execute } from '../../shared/editor/execute';
import type { MessageAction } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';

/** Applies a suggestion to the file in the workspace after a preview, or shows why that isn't possible. */
export async function applyToFile(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  edit: SuggestedEdit,
): Promise<void> {
  const { on } = edit;
  if (on === undefined) {
    refuse(deps, t("The original lines aren't available."));
    return;
  }
  const uri = await fileOf(deps, key, edit);
  if (uri === undefined) return;
  const found = placeIn(await workspace.openTextDocument(uri), edit, on);
  if (found.place.kind !== 'there') {
    await showPlaceMessage(deps, { key, edit, ...found, place: found.place });
    return;
  }
  const name = workspace.asRelativePath(uri);
  if (await isOutdated(deps, key, edit)) return;
  const detail = suggestionPreview(on.lines, edit.suggestion.lines);
  const sure =
    detail === undefined ||
    (await deps.prompts.confirm({
      message: t('Apply this suggestion to {0}, line {1}?', name, found.place.start),
      detail,
      action: t('Apply Suggestion'),
    }));
  if (!sure) return;
  // The file may have changed or been replaced by a link while the question was open.
  if ((await fileOf(deps, key, edit)) === undefined) return;
  const now = placeIn(found.document, edit, on);
  if (now.place.kind === 'there')
    await replace(deps, now.document, edit, { ...now.place, isReviewed: detail !== undefined });
  else await showPlaceMessage(deps, { key, edit, ...now, place: now.place });
  deps.boxes.redraw(key);
}

/**
 * Returns true, with a message, if the latest version no longer contains the lines, regardless of the
 * checked-out branch.
 */
async function isOutdated(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  edit: SuggestedEdit,
): Promise<boolean> {
  const state = await deps.suggestions.stateOf(key, edit);
  if (state === 'open') return false;
  const why =
    state === 'unknown'
      ? t("Couldn't read the latest version of !{0}.", key.iid)
      : state === 'applied'
        ? t('The latest version of !{0} already includes this change.', key.iid)
        : state === 'unchanged'
          ? t('The suggested lines are the same as the lines of the file.')
          : state === 'changed-here'
            ? t('The affected lines in {0} have changed in your workspace.', edit.path)
            : t(
                'The suggestion is outdated because the latest version of !{0} no longer contains the lines it changes.',
                key.iid,
              );
  refuse(deps, why);
  return true;
}

/**
 * Returns the file in the workspace. If there is none that may be changed, shows a message and returns
 * undefined.
 */
async function fileOf(deps: CommentCommandDeps, key: MergeRequestKey, edit: SuggestedEdit) {
  const file = await deps.suggestions.file(key, edit);
  if (file.kind === 'file') return Uri.parse(file.address, true);
  const { path } = edit;
  const why = {
    'no-clone': t('No clone of the project is open.'),
    missing: t("{0} isn't in the workspace. Another branch may be checked out.", path),
    refused: t(
      "Suggestions can't be applied to {0} because it's in the .git folder or behind a symbolic link.",
      path,
    ),
  };
  refuse(deps, why[file.kind], file.kind === 'missing' ? [checkOut(key)] : []);
  return undefined;
}

function placeIn(document: TextDocument, { suggestion }: SuggestedEdit, on: SuggestedOn) {
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const wanted = { lines: suggestion.lines.map(withoutReturn) };
  return { document, place: findSuggested(lines, on, wanted) };
}

interface NotThere {
  readonly key: MergeRequestKey;
  readonly edit: SuggestedEdit;
  readonly document: TextDocument;
  readonly place: Exclude<SuggestionPlace, { kind: 'there' }>;
}

async function showPlaceMessage(
  deps: CommentCommandDeps,
  { key, edit, document, place }: NotThere,
): Promise<void> {
  const name = workspace.asRelativePath(document.uri);
  const line = place.kind === 'applied' ? place.start : 1;
  const show = { title: t('Open File'), run: () => reveal(document, line) };
  switch (place.kind) {
    case 'applied':
      deps.prompts.showMessage('info', t('The suggestion has already been applied to {0}.', name), [show]);
      return;
    case 'gone': {
      const why = {
        'changed-here': t('The affected lines in {0} have changed in your workspace.', name),
        outdated: t('The suggestion is outdated because {0} no longer contains the lines it changes.', name),
        elsewhere: t(
          "{0} doesn't contain the lines that the suggestion changes. Another branch may be checked out.",
          name,
        ),
      };
      const state = await deps.suggestions.stateOf(key, edit);
      if (state === 'changed-here' || state === 'outdated') refuse(deps, why[state], [show]);
      else refuse(deps, why.elsewhere, [show, checkOut(key)]);
      return;
    }
    case 'several':
      refuse(deps, t('The lines that the suggestion changes occur more than once in {0}.', name), [show]);
  }
}

const refuse = (
  { prompts }: CommentCommandDeps,
  why: string,
  actions: readonly MessageAction[] = [],
): void => {
  prompts.showMessage('error', sentences(t("Couldn't apply the suggestion."), why), actions);
};

const checkOut = (key: MergeRequestKey): MessageAction => ({
  title: t('Check Out Branch'),
  run: async () => {
    const target = { kind: 'merge-request', mergeRequest: key } as const;
    await execute(COMMAND.checkOutMergeRequest, { target });
  },
});

/**
 * Replaces the lines in the editor as one undo step. Doesn't save the file. If the user hasn't seen all changed
 * lines yet, the editor shows them in its Refactor Preview, which applies or discards them.
 */
async function replace(
  deps: CommentCommandDeps,
  document: TextDocument,
  { suggestion }: SuggestedEdit,
  place: Extract<SuggestionPlace, { kind: 'there' }> & { readonly isReviewed: boolean },
): Promise<void> {
  const name = workspace.asRelativePath(document.uri);
  const [from, to] = [place.start - 1, place.end - 1];
  const edit = new WorkspaceEdit();
  const isLast = to + 1 >= document.lineCount;
  const metadata = place.isReviewed
    ? undefined
    : { needsConfirmation: true, label: t('Suggestion'), description: name };
  if (suggestion.lines.length > 0 || isLast)
    edit.replace(
      document.uri,
      new Range(from, 0, to, document.lineAt(to).text.length),
      suggestion.lines.map(withoutReturn).join('\n'),
      metadata,
    );
  else edit.delete(document.uri, new Range(from, 0, to + 1, 0), metadata);
  await reveal(document, place.start);
  if (await workspace.applyEdit(edit)) deps.prompts.showStatus(t('Suggestion applied to {0}.', name));
  else if (place.isReviewed) refuse(deps, t("{0} can't be edited.", name));
  // The preview was discarded, or applied without selecting the change.
  else deps.prompts.showStatus(t('Suggestion not applied to {0}.', name));
}

async function reveal(document: TextDocument, line: number): Promise<void> {
  const at = new Range(line - 1, 0, line - 1, 0);
  await window.showTextDocument(document, { selection: at, preview: false });
}
