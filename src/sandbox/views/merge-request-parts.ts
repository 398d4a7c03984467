import type * as z from 'zod/mini';
import type { milestoneSchema, timeStatsSchema } from '../../schemas/merge-request';
import { humanOf } from '../world/merge-requests/duration';
import { labelOf } from '../world/merge-requests/labels';
import type { Milestone } from '../world/merge-requests/milestones';
import type { MergeRequest } from '../world/merge-requests/model';
import type { Project } from '../world/model';
import { isoTime } from './time';

export function milestoneView(
  milestone: Milestone,
  project: Project,
  base: string,
): z.input<typeof milestoneSchema> {
  const created = isoTime(project.createdAt);
  return {
    id: milestone.id,
    iid: milestone.iid,
    project_id: milestone.project,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: created,
    updated_at: created,
    due_date: milestone.due,
    start_date: milestone.start,
    expired: false,
    web_url: `${base}/${project.path}/-/milestones/${milestone.iid}`,
  };
}

/** Time tracking in seconds and as text (server-behavior.md#durations). */
export function timeStatsView({ estimate, spent }: MergeRequest): z.input<typeof timeStatsSchema> {
  return {
    time_estimate: estimate,
    total_time_spent: spent,
    human_time_estimate: humanOf(estimate),
    human_total_time_spent: humanOf(spent),
  };
}

/** A label as an object, for `with_labels_details`. */
export function labelView(name: string) {
  const { id, color, description } = labelOf(name);
  return {
    id,
    name,
    color,
    description,
    description_html: description === null ? '' : escapeHtml(description),
    text_color: '#FFFFFF',
  };
}

/**
 * Counts the tasks of a description for `task_completion_status` (server-behavior.md#merge-request-fields).
 */
export function tasksView(description: string): { count: number; completed_count: number } {
  const tasks = [...description.matchAll(/^[ \t]{0,8}(?:[-*+]|\d{1,9}[.)]) \[([ xX])\] /gm)];
  return { count: tasks.length, completed_count: tasks.filter(([, mark]) => mark !== ' ').length };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);
