import type { MarkdownString } from 'vscode';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { commentMarkdown } from '../../../presentation/discussions/comment-markdown';
import type { MarkdownPlaces } from '../../../presentation/shared/markdown/markdown';
import { untrustedMarkdown } from './untrusted-markdown';

/** Renders a comment. `places`: resolves links and references. `edits`: the changes that it suggests. */
export const commentBody = (
  places: MarkdownPlaces,
  text: string,
  edits: readonly SuggestedEdit[],
): MarkdownString =>
  untrustedMarkdown(
    commentMarkdown(text, {
      project: places.project ?? places.base,
      page: places.page,
      references: places,
      suggestedOn: (index) => edits[index]?.on?.lines,
    }),
  );
