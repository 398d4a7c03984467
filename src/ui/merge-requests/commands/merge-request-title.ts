import { isOutcomeUnknown } from '../../../api/errors';
import { KeptInput } from '../../../app/shared/kept-input';
import { mergeRequestId } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { type EditBase, EditConflictError } from '../../../domain/merge-requests/edit';
import { lengthOf, MAX_TITLE_LENGTH } from '../../../domain/merge-requests/text-limits';
import { explain, isSilent } from '../../../presentation/shared/error-messages';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { ChoosingDeps, Chosen } from './choice';

/** Titles by merge request, and the version that they are based on. */
const typedTitles = new KeptInput<{ readonly title: string; readonly base: EditBase }>();

/**
 * Edits the title in an input box that stays open until the server accepts the title, so that a refusal
 * doesn't discard the text. If the result is unknown, the box closes, because Enter would send the title
 * again; the next box contains the text.
 */
export async function editTitle(
  deps: Pick<ChoosingDeps, 'actions' | 'prompts'>,
  { key, name, mergeRequest }: Chosen & { readonly mergeRequest: MergeRequest },
): Promise<void> {
  let unconfirmed: unknown;
  const id = mergeRequestId(key);
  const kept = typedTitles.take(id);
  let base: EditBase = kept?.base ?? mergeRequest;
  await deps.prompts.input({
    title: t('Edit Title of {0}', name),
    step: [1, 1],
    prompt: t('Start the title with "Draft:" to mark the merge request as draft'),
    value: kept?.title ?? mergeRequest.title,
    warn: (value) => (value.trim() === '' ? undefined : titleProblem(value)),
    accept: async (value) => {
      const title = value.trim();
      const problem = titleProblem(title);
      if (problem !== undefined || title === base.title) return problem;
      try {
        await typedTitles.during(id, { title, base }, () => deps.actions.edit(key, { title }, base));
        return undefined;
      } catch (error) {
        if (isSilent(error)) throw error;
        if (isOutcomeUnknown(error)) {
          unconfirmed = error;
          return undefined;
        }
        if (!(error instanceof EditConflictError)) return explain(error).why;
        base = error.current;
        return t(
          'The title was changed to "{0}" in the meantime. Press Enter again to overwrite it.',
          base.title,
        );
      }
    },
  });
  if (unconfirmed instanceof Error) throw unconfirmed;
}

function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return t('Enter a title.');
  const length = lengthOf(title);
  return length > MAX_TITLE_LENGTH
    ? t('The title can have at most {0} characters. It currently has {1}.', MAX_TITLE_LENGTH, length)
    : undefined;
}
