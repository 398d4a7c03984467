import type { MarkdownString } from 'vscode';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import type { Steps } from '../../../base/slices';
import { commentSteps } from '../../../presentation/discussions/comment-markdown';
import type { MarkdownPlaces } from '../../../presentation/shared/markdown/markdown';
import { untrustedMarkdown } from './untrusted-markdown';

/** Renders a comment in steps. `places`: resolves links and references. `edits`: the changes that it suggests. */
export function* commentBodySteps(
  places: MarkdownPlaces,
  text: string,
  edits: readonly SuggestedEdit[],
): Steps<MarkdownString> {
  return untrustedMarkdown(
    yield* commentSteps(text, {
      project: places.project ?? places.base,
      page: places.page,
      references: places,
      suggestedOn: (index) => edits[index]?.on?.lines,
    }),
  );
}
