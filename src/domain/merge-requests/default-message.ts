/** The fields of a merge request that the default messages contain. */
export interface DefaultMessageFacts {
  readonly iid: number;
  readonly title: string;
  readonly source_branch?: string | null | undefined;
  readonly target_branch?: string | null | undefined;
  readonly references?: { readonly full?: string | null | undefined } | null | undefined;
}

/**
 * Returns the default message of a merge commit as the service documents it, for servers that don't return
 * it. `closes` contains issue references such as `#3`.
 */
export function defaultMergeMessage(request: DefaultMessageFacts, closes: readonly string[]): string {
  const reference = request.references?.full ?? `!${request.iid}`;
  return [
    `Merge branch '${request.source_branch ?? ''}' into '${request.target_branch ?? ''}'`,
    request.title,
    ...(closes.length === 0 ? [] : [`Closes ${listed(closes)}`]),
    `See merge request ${reference}`,
  ].join('\n\n');
}

/** The default message of a squash commit: the title. */
export const defaultSquashMessage = ({ title }: DefaultMessageFacts): string => title;

/**
 * Joins names like `#1, #2 and #3`. Commit messages are always in English, regardless of the editor's
 * language.
 */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
