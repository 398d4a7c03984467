import type { CommentTarget } from '../../../app/discussions/comment-targets';
import { t } from '../../../base/localize';
import type { ReportedPosition } from '../../../domain/changes/positions';
import type { Prompts } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';

type PlacedTarget = Extract<CommentTarget, { kind: 'lines' | 'thread' }>;

export interface UnchangedSuggestionDeps {
  readonly suggestions: Pick<CommentCommandDeps['suggestions'], 'of'>;
  readonly discussions: Pick<CommentCommandDeps['discussions'], 'peek'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
}

/** Asks before a comment is sent with a suggestion that is the same as its lines. Returns true to send it. */
export async function confirmUnchangedSuggestion(
  deps: UnchangedSuggestionDeps,
  target: PlacedTarget,
  body: string,
): Promise<boolean> {
  const position = positionOf(deps, target);
  // If the lines can't be read, the suggestion may be changed.
  const edits = await deps.suggestions.of(target.mergeRequest, { body, position }).catch(() => []);
  if (!edits.some(({ state }) => state === 'unchanged')) return true;
  return deps.prompts.confirm({
    message: t("Send a suggestion that doesn't change anything?"),
    detail: t('The suggested lines are the same as the lines of the file.'),
    action: t('Send Anyway'),
  });
}

function positionOf(
  { discussions }: UnchangedSuggestionDeps,
  target: PlacedTarget,
): ReportedPosition | null | undefined {
  if (target.kind === 'lines') return target.position;
  const thread = discussions.peek(target.mergeRequest)?.threads.find(({ id }) => id === target.discussion);
  return thread?.notes.find((note) => note.position)?.position;
}
