interface Person {
  readonly username: string;
}

/** Fields of older servers from which fields of newer servers are derived. */
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
 * Returns a merge request with the fields of newer servers: `draft` (since 14.0), `detailed_merge_status`
 * (since 15.6; server-behavior.md#older-servers), and `assignees`, derived from `assignee` if absent.
 */
export function withNewerFields<P extends Person, T extends OlderFields<P>>(request: T & OlderFields<P>): T {
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

/**
 * Values of `detailed_merge_status` by `merge_status`. `can_be_merged` is omitted: it only means that there
 * are no conflicts.
 */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['unchecked', 'unchecked'],
  ['checking', 'checking'],
  ['cannot_be_merged_recheck', 'unchecked'],
  ['cannot_be_merged_rechecking', 'checking'],
  ['cannot_be_merged', 'broken_status'],
]);

function detailed(request: OlderFields<Person>): string | undefined {
  const { state, merge_status: status, draft, blocking_discussions_resolved: resolved } = request;
  // `view=simple` contains no merge status.
  if (status === null || status === undefined) return undefined;
  if (state !== 'opened') return 'not_open';
  if (status !== 'can_be_merged') return NAMES.get(status);
  if (draft) return 'draft_status';
  return resolved === false ? 'discussions_not_resolved' : 'mergeable';
}
