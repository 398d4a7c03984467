import { namesInSentence } from './message-template';

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
    ...(closes.length === 0 ? [] : [`Closes ${namesInSentence(closes)}`]),
    `See merge request ${reference}`,
  ].join('\n\n');
}

/** The default message of a squash commit: the title. */
export const defaultSquashMessage = ({ title }: DefaultMessageFacts): string => title;
