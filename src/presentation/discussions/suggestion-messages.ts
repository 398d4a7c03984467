import { t } from '../../base/localize';
import { sentences } from '../shared/error-messages';

/** Title of the dialog that applies suggestions. */
export const applyTitle = (count: number): string =>
  t('{0, plural, one {Apply Suggestion} other {Apply # Suggestions}}', count);

export const applyingLabel = (count: number): string =>
  t('{0, plural, one {Applying suggestion…} other {Applying # suggestions…}}', count);

export const notApplied = (count: number): string =>
  t("{0, plural, one {Couldn't apply the suggestion.} other {Couldn't apply the suggestions.}}", count);

/** The message after suggestions were committed. `isBehind`: the branch is checked out without the commit. */
export const appliedSentence = (
  count: number,
  branch: string,
  { isBehind }: { readonly isBehind: boolean },
): string =>
  sentences(
    t('{0, plural, one {Suggestion applied to {1}.} other {# suggestions applied to {1}.}}', count, branch),
    isBehind ? t('Your local branch is behind.') : undefined,
  );

export const notResolved = (threads: number): string =>
  t(
    "{0, plural, one {The suggestion was applied, but its thread couldn't be resolved.} other {The suggestions were applied, but not all threads could be resolved.}}",
    threads,
  );

/** Purpose of the commit message, and other effects. */
export const commitPrompt = (
  branch: string,
  { threads, coAuthors }: { readonly threads: number; readonly coAuthors: readonly string[] },
): string =>
  sentences(
    t('Message of the commit to {0}.', branch),
    threads === 0
      ? undefined
      : t('{0, plural, one {The thread will be resolved.} other {The threads will be resolved.}}', threads),
    coAuthors.length === 0 ? undefined : t('Co-authored by {0}.', coAuthors.join(', ')),
  );

/** Maximum number and length of lines in a dialog, so that it fits on a screen. */
const MAX_LINES = 30;
const MAX_LENGTH = 160;

/**
 * Returns the lines that a suggestion changes as a diff, without unchanged lines around them. Undefined if a
 * dialog can't show all of them in full.
 */
export function suggestionPreview(before: readonly string[], after: readonly string[]): string | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (removed.length + added.length > MAX_LINES) return undefined;
  if ([...removed, ...added].some((line) => line.length > MAX_LENGTH)) return undefined;
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n');
}
