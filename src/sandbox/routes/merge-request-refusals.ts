import { json, Refusal } from '../http/reply';

const message = (status: number, value: unknown): Refusal => new Refusal(json(status, { message: value }));

/** Error answers of merge requests, in the words of real servers (server-behavior.md#errors). */
export const refuseMerge = {
  /** Fields of a merge request that are not valid: an object of lists. */
  fields: (problems: Readonly<Record<string, readonly string[]>>) => message(400, problems),
  /** Branches or projects that do not go together: a list. */
  unprocessable: (text: string) => message(422, [text]),
  duplicate: (iid: number) =>
    message(409, [`Another open merge request already exists for this source branch: !${iid}`]),
  notAllowed: () => message(405, '405 Method Not Allowed'),
  cannotMerge: () => message(422, 'Branch cannot be merged'),
  wrongSha: (head: string) => message(409, `SHA does not match HEAD of source branch: ${head}`),
  cannotCancel: () => message(406, "Can't cancel the automatic merge"),
  notMergeable: () => message(400, 'Merge request is not mergeable'),
  noMergeRef: () => message(400, 'Merge ref cannot be updated'),
  rebaseLocked: () =>
    message(
      409,
      'Failed to enqueue the rebase operation, possibly due to a long-lived transaction. Try again later.',
    ),
} as const;
