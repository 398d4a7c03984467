import * as endpoints from '../../api/endpoints/suggestions';
import { type Call, signedIn } from '../http/call';
import { json, RefusalError, refuse } from '../http/reply';
import { route } from '../http/route';
import { suggestionView } from '../views/suggestions';
import { applySuggestions } from '../world/merge-requests/apply-suggestions';
import { hasRole, mayPush } from '../world/merge-requests/rules';
import { findSuggestion, refusalOfAll, type Suggestion } from '../world/merge-requests/suggestions';
import type { User } from '../world/model';

const refusal = (status: number, message: string): RefusalError =>
  new RefusalError(json(status, { message }));

/** Users can apply suggestions if they can push to the source branch, or if its fork allows collaboration. */
function mayApply({ request }: Suggestion, user: User): boolean {
  const { source, sourceBranch, project, collaboration } = request;
  return (
    mayPush(source, user, sourceBranch) ||
    (collaboration && source !== project && hasRole(project, user, 'developer'))
  );
}

/** Applies the suggestions, and returns them as they were before, as the real service does. */
function apply(
  call: Call,
  [first, ...others]: readonly Suggestion[],
  message: string | undefined,
): readonly unknown[] {
  const user = signedIn(call);
  if (first === undefined) throw refuse.invalid('ids is empty');
  const all = [first, ...others] as const;
  if (!all.every((each) => mayApply(each, user))) throw refuse.forbidden();
  const why = refusalOfAll(call.world, all);
  if (why !== undefined) throw refusal(400, why);
  const views = all.map((each) => suggestionView(call, each));
  applySuggestions(call.world, all, user, message);
  return views;
}

/** Suggested changes in comments (server-behavior.md#suggestions). */
export const suggestionRoutes = [
  route(endpoints.applySuggestion, (call, args) => {
    const found = findSuggestion(call.world, Number(args.id));
    if (found === undefined) {
      throw refusal(404, 'Suggestion is not applicable as the suggestion was not found.');
    }
    return json(200, apply(call, [found], args.commit_message)[0]);
  }),
  route(endpoints.applySuggestions, (call, args) => {
    const found = [...new Set(args.ids)].flatMap((id) => findSuggestion(call.world, id) ?? []);
    if (found.length !== args.ids.length) {
      throw refusal(404, 'Suggestions are not applicable as one or more suggestions were not found.');
    }
    return json(200, apply(call, found, args.commit_message));
  }),
];
