import type { Seen } from '../../../api/helpers/loopback';

export interface Kept {
  readonly id: number;
  readonly title: string;
  lastSeen: string;
  count: number;
}

/** The endpoints of a server for error tracking. */
export class ErrorServer {
  readonly errors: Kept[] = [];
  /** Replaces `sentryErrors` in responses, unless undefined. */
  instead: unknown;
  project: 'seen' | 'unseen' = 'seen';
  graphql = 200;
  settings: number | { active: boolean; integrated: boolean } = { active: true, integrated: true };
  readonly requests: string[] = [];
  readonly bodies: unknown[] = [];

  add(count: number): void {
    for (let id = this.errors.length + 1; count-- > 0; id++)
      this.errors.push({ id, title: `Error${id}: no ${id}`, lastSeen: '2026-11-05T11:00:00Z', count: 1 });
  }

  respond({ url, method, body }: Seen): { readonly status: number; readonly json: unknown } {
    if (url.startsWith('/api/v4/projects/1/error_tracking/settings')) {
      this.requests.push(`${method} settings`);
      if (method === 'PATCH') this.bodies.push(JSON.parse(body));
      return typeof this.settings === 'number'
        ? { status: this.settings, json: { message: 'no' } }
        : { status: 200, json: this.settings };
    }
    const { operationName, variables } = JSON.parse(body) as {
      operationName: string;
      variables: Record<string, unknown>;
    };
    this.requests.push(`${operationName} ${JSON.stringify(variables)}`);
    if (this.graphql !== 200) return { status: this.graphql, json: { message: 'no' } };
    if (this.project === 'unseen') return { status: 200, json: { data: { project: null } } };
    const found = this.errors.find(({ id }) => String(variables['id']).endsWith(`/${id}`));
    const sentryErrors =
      this.instead !== undefined
        ? this.instead
        : operationName === 'sentryErrors'
          ? { externalUrl: null, errors: this.#page(variables) }
          : operationName === 'sentryError'
            ? { detailedError: found && { ...wire(found), lastReleaseVersion: '1.2.0' } }
            : { errorStackTrace: found && trace(found) };
    return { status: 200, json: { data: { project: { sentryErrors } } } };
  }

  #page({ first, after, searchTerm }: Readonly<Record<string, unknown>>) {
    const fitting = this.errors.filter(({ title }) =>
      title.includes(typeof searchTerm === 'string' ? searchTerm : ''),
    );
    const from = after === undefined || after === null ? 0 : Number(after);
    const page = fitting.slice(from, from + Number(first));
    const end = from + page.length;
    return {
      nodes: page.map(wire),
      pageInfo: { hasNextPage: end < fitting.length, endCursor: String(end) },
    };
  }
}

const wire = ({ id, title, count, lastSeen }: Kept) => ({
  sentryId: String(id),
  title,
  count,
  userCount: 0,
  firstSeen: lastSeen,
  lastSeen,
  status: 'UNRESOLVED',
});
const trace = ({ id }: Kept) => ({
  issueId: String(id),
  dateReceived: '2026-11-05T11:00:00Z',
  stackTraceEntries: [
    { fileName: 'src/index.ts', function: 'main', line: 3, col: 1, traceContext: [] },
    { fileName: `src/file${id}.ts`, function: 'go', line: 7, col: 2, traceContext: [] },
  ],
});
