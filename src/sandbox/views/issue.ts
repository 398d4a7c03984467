import type * as z from 'zod/mini';
import type { closedIssueSchema } from '../../schemas/closed-issue';
import type { Call } from '../http/call';
import type { Issue } from '../world/merge-requests/issues';
import { isoTime } from './time';
import { userView } from './user';

/**
 * Returns an issue that a merge closes: an issue of the built-in tracker, or the ID of one in an external
 * tracker (server-behavior.md#issues-closed-by-a-merge).
 */
export function closedIssueView(
  { world, base }: Call,
  issue: Issue | string,
): z.input<typeof closedIssueSchema> {
  return typeof issue === 'string' ? { id: issue, title: issue } : issueView({ world, base }, issue);
}

export function issueView({ world, base }: Pick<Call, 'world' | 'base'>, issue: Issue) {
  const project = world.project(issue.project);
  const at = isoTime(Date.parse('2025-06-01T08:00:00Z') - issue.daysAgo * 86_400_000);
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.project,
    title: issue.title,
    description: issue.description,
    state: 'opened',
    author: userView(issue.author, base),
    assignee: null,
    milestone: null,
    labels: [...issue.labels],
    user_notes_count: 0,
    changes_count: null,
    created_at: at,
    updated_at: at,
    web_url: `${base}/${project?.path ?? ''}/-/issues/${issue.iid}`,
  };
}
