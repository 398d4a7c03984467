import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { Projects } from '../../../app/projects/projects';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { isOwn, mergeRequestActions } from '../../../domain/merge-requests/rules';
import type { SuggestionFacts } from './comment-suggestions';

export interface SuggestionFactsDeps {
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'peekPart'>;
  readonly projects: Pick<Projects, 'accessOf'>;
  /** The username of the account on a server, if known. */
  readonly me: (base: string) => string | undefined;
}

/** Returns what is loaded of a merge request, for completion in its comments. Sends no requests. */
export const suggestionFactsOf = (
  { mergeRequests, projects, me }: SuggestionFactsDeps,
  key: MergeRequestKey,
): SuggestionFacts => ({
  people: () => mergeRequests.peekPart(key, 'participants')?.items ?? [],
  actions: () => {
    const known = mergeRequests.peek(key);
    if (known === undefined) return [];
    const approvals = mergeRequests.peekPart(key, 'approvals') ?? null;
    const role = { access: projects.accessOf(key), isOwn: isOwn(known, me(key.base)) };
    return mergeRequestActions({ ...known, approvals, ...role });
  },
});
