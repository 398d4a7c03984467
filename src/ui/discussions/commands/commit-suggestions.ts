import type { ServerEdit } from '../../../app/discussions/apply-suggestions/suggestion-batches';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure, orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import {
  messageToSend,
  type SuggestionMessage,
  suggestionMessage,
} from '../../../domain/discussions/suggestion-message';
import {
  appliedSentence,
  applyingLabel,
  applyTitle,
  commitPrompt,
  notApplied,
  notResolved,
} from '../../../presentation/discussions/suggestion-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { SetFailureMessage } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import type { CommentCommandDeps } from './comment-deps';

/** Details of a commit in the dialog. */
interface CommitFacts {
  readonly branch: string;
  readonly message: SuggestionMessage;
  /** Names of other users who made the suggestions. */
  readonly coAuthors: readonly string[];
  /** Number of threads that will be resolved. */
  readonly threads: number;
}

export interface CommitOptions {
  readonly failing: SetFailureMessage;
  readonly step: readonly [at: number, of: number];
}

/**
 * Asks for the commit message, and applies suggestions on the server. Returns `back` if the user goes back to the
 * previous question.
 */
export async function commitSuggestions(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  edits: readonly ServerEdit[],
  { failing, step }: CommitOptions,
): Promise<'back' | undefined> {
  const count = edits.length;
  failing(notApplied(count));
  const facts = await deps.prompts.progress.inStatusBar(t('Loading the commit message…'), () =>
    factsOf(deps, key, edits),
  );
  const place = placeOf(key, edits);
  let typed = facts.message.subject;
  const accepted = await deps.prompts.input({
    title: applyTitle(count),
    step,
    prompt: commitPrompt(facts.branch, facts),
    placeholder: t('Commit message'),
    value: deps.unfinished.get(place)?.text ?? typed,
    onDidChange: (value) => {
      ignoreFailure(deps.unfinished.put(place, value));
    },
    accept: (value) => {
      typed = value;
      return Promise.resolve(value.trim() === '' ? t('Enter a commit message.') : undefined);
    },
  });
  if (accepted === 'back') return 'back';
  if (!accepted) return undefined;
  const message = messageToSend(facts.message, typed, { hasCoAuthors: facts.coAuthors.length > 0 });
  const { unresolved } = await deps.prompts.progress.inStatusBar(applyingLabel(count), () =>
    deps.serverSuggestions.apply(key, edits, message),
  );
  // If it isn't known whether the suggestions were applied, the message is kept.
  await deps.unfinished.remove(place);
  await showApplied(deps, key, { edits, branch: facts.branch });
  if (unresolved !== undefined) deps.report(notResolved(facts.threads), unresolved);
  return undefined;
}

const placeOf = (mergeRequest: MergeRequestKey, edits: readonly ServerEdit[]) => ({
  mergeRequest,
  name: `suggestions ${edits.map(({ id }) => id).join(' ')}`,
});

async function factsOf(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  edits: readonly ServerEdit[],
): Promise<CommitFacts> {
  const [request, user, project] = await Promise.all([
    deps.mergeRequests.get(key),
    deps.userOf(key.base),
    // Without the project, its template isn't known, and the server's default message is shown.
    orUndefined(deps.projectOf(key)),
  ]);
  const threads = (deps.discussions.peek(key)?.threads ?? []).filter(({ id }) =>
    edits.some(({ discussion }) => discussion === id),
  );
  const authors = threads
    .flatMap(({ notes }) => notes)
    .filter((note) => edits.some((edit) => edit.note === note.id))
    .flatMap(({ author }) => (author && author.id !== user.id ? [author.name] : []));
  const branch = request.source_branch ?? t('the source branch');
  return {
    branch,
    message: suggestionMessage(project?.suggestion_commit_message, {
      branch: request.source_branch ?? undefined,
      paths: edits.map(({ path }) => path),
      count: edits.length,
      projectName: project?.name,
      projectPath: project?.path_with_namespace.split('/').at(-1),
      userName: user.name,
      username: user.username,
    }),
    coAuthors: [...new Set(authors)],
    threads: threads.filter(({ notes }) => notes.some((note) => note.resolvable && !note.resolved)).length,
  };
}

/** Offers to pull the commit if the branch is checked out in the workspace. */
async function showApplied(
  { prompts, suggestions }: CommentCommandDeps,
  key: MergeRequestKey,
  { edits, branch }: { readonly edits: readonly ServerEdit[]; readonly branch: string },
): Promise<void> {
  const [first] = edits;
  // Failures only mean that the button isn't offered.
  const file = first && (await orUndefined(suggestions.file(key, first)));
  const isBehind = file?.kind === 'file' && file.hasBranch;
  const sentence = appliedSentence(edits.length, branch, { isBehind });
  if (!isBehind) {
    prompts.showStatus(sentence);
    return;
  }
  prompts.showMessage('info', sentence, [
    {
      title: t('Pull'),
      run: async () => {
        const target = { kind: 'merge-request', mergeRequest: key } as const;
        await execute(COMMAND.checkOutMergeRequest, { target });
      },
      failure: () => t("Couldn't pull {0}.", branch),
    },
  ]);
}
