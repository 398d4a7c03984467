interface Person {
  readonly username: string;
}

/** By which fields older servers tell what newer ones have fields of their own for. */
interface OlderFields<P extends Person> {
  readonly state: string;
  readonly draft: boolean;
  readonly work_in_progress: boolean;
  readonly assignee?: P | null | undefined;
  readonly assignees?: P[] | null | undefined;
  readonly merge_status?: string | null | undefined;
  readonly detailed_merge_status?: string | null | undefined;
  readonly blocking_discussions_resolved?: boolean | null | undefined;
}

/**
 * A merge request of an older server with the fields of a newer one: `draft` came with 14.0, `detailed_merge_status`
 * with 15.6 (server-behavior.md#older-servers), and several assignees came later than one.
 */
export function asNewer<P extends Person, T extends OlderFields<P>>(request: T & OlderFields<P>): T {
  const draft = request.draft || request.work_in_progress;
  const status = request.detailed_merge_status ?? detailed({ ...request, draft });
  const { assignee, assignees } = request;
  return {
    ...request,
    draft,
    ...(status !== undefined && { detailed_merge_status: status }),
    ...(assignees === undefined && assignee && { assignees: [assignee] }),
  };
}

/** The names of the same states; where git would merge, more can be in the way. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['unchecked', 'unchecked'],
  ['checking', 'checking'],
  ['cannot_be_merged_recheck', 'unchecked'],
  ['cannot_be_merged_rechecking', 'checking'],
  ['cannot_be_merged', 'broken_status'],
]);

function detailed(request: OlderFields<Person>): string | undefined {
  const { state, merge_status: status, draft, blocking_discussions_resolved: resolved } = request;
  // The reduced form tells nothing of merging.
  if (status === null || status === undefined) return undefined;
  if (state !== 'opened') return 'not_open';
  if (status !== 'can_be_merged') return NAMES.get(status);
  if (draft) return 'draft_status';
  return resolved === false ? 'discussions_not_resolved' : 'mergeable';
}
