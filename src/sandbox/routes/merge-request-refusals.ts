import { json, RefusalError } from '../http/reply';

const message = (status: number, value: unknown): RefusalError =>
  new RefusalError(json(status, { message: value }));

/** Error responses for merge requests, with the messages of real servers (server-behavior.md#errors). */
export const refuseMerge = {
  /** Invalid attributes: an object with a list of messages for each. */
  fields: (problems: Readonly<Record<string, readonly string[]>>) => message(400, problems),
  /** A position outside of the diff: the attributes as Ruby prints them. */
  lineCode: () =>
    message(400, '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}'),
  /** Invalid combinations of branches or projects: a list of messages. */
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
