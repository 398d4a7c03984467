import { t } from '../../base/localize';
import { type StatusMark, statusMark } from '../../domain/jobs/status';
import type { JobStatus } from '../../schemas/job';
import { COLOR } from './colors';

/** A codicon and its theme color. Without a color, it has the color of the text. */
export interface Icon {
  readonly id: string;
  readonly color?: string;
}

/** Each mark has a different shape, so that color isn't the only difference. */
const ICONS: Readonly<Record<StatusMark, Icon>> = {
  created: { id: 'circle-large-outline', color: COLOR.inactive },
  pending: { id: 'watch', color: COLOR.waiting },
  preparing: { id: 'tools', color: COLOR.running },
  waiting_for_resource: { id: 'lock', color: COLOR.waiting },
  waiting_for_callback: { id: 'call-incoming', color: COLOR.waiting },
  scheduled: { id: 'calendar', color: COLOR.inactive },
  manual: { id: 'gear', color: 'foreground' },
  running: { id: 'sync~spin', color: COLOR.running },
  canceling: { id: 'stop-circle', color: COLOR.waiting },
  canceled: { id: 'circle-slash', color: COLOR.inactive },
  success: { id: 'pass', color: COLOR.passed },
  failed: { id: 'error', color: COLOR.failed },
  warning: { id: 'warning', color: COLOR.warning },
  skipped: { id: 'arrow-circle-right', color: COLOR.inactive },
  unknown: { id: 'question', color: COLOR.inactive },
};

const STATUS_LABELS: Readonly<Record<Exclude<StatusMark, 'unknown'>, () => string>> = {
  created: () => t('created'),
  pending: () => t('pending'),
  preparing: () => t('preparing'),
  waiting_for_resource: () => t('waiting for resource group'),
  waiting_for_callback: () => t('waiting for callback'),
  scheduled: () => t('delayed'),
  manual: () => t('manual'),
  running: () => t('running'),
  canceling: () => t('canceling'),
  canceled: () => t('canceled'),
  success: () => t('passed'),
  failed: () => t('failed'),
  warning: () => t('failed (allowed to fail)'),
  skipped: () => t('skipped'),
};

const COUNTED: Readonly<Record<Exclude<StatusMark, 'unknown'>, (count: number) => string>> = {
  created: (count) => t('{0} created', count),
  pending: (count) => t('{0} pending', count),
  preparing: (count) => t('{0} preparing', count),
  waiting_for_resource: (count) => t('{0} waiting for resource group', count),
  waiting_for_callback: (count) => t('{0} waiting for callback', count),
  scheduled: (count) => t('{0} delayed', count),
  manual: (count) => t('{0} manual', count),
  running: (count) => t('{0} running', count),
  canceling: (count) => t('{0} canceling', count),
  canceled: (count) => t('{0} canceled', count),
  success: (count) => t('{0} passed', count),
  failed: (count) => t('{0} failed', count),
  warning: (count) => t('{0} failed (allowed to fail)', count),
  skipped: (count) => t('{0} skipped', count),
};

/** Returns the label of a known status. */
export const wordOf = (status: JobStatus): string => STATUS_LABELS[status]();

interface HasStatus {
  readonly status: string;
  readonly allow_failure?: boolean;
}

export function statusIcon(of: HasStatus): Icon {
  return ICONS[statusMark(of)];
}

/** Returns the label of a status. Unknown statuses are shown without underscores. */
export function statusWord(of: HasStatus): string {
  const mark = statusMark(of);
  return mark === 'unknown' ? of.status.replaceAll('_', ' ') : STATUS_LABELS[mark]();
}

/** Statuses with well-known icons. */
const OBVIOUS: ReadonlySet<StatusMark> = new Set(['success', 'failed', 'running', 'canceled']);

/** Returns the label for a row, whose icon shows the status; undefined if the icon is enough. */
export function unusualStatusWord(of: HasStatus): string | undefined {
  return OBVIOUS.has(statusMark(of)) ? undefined : statusWord(of);
}

/** Returns the number of jobs with the status, such as `3 failed`. */
export function countedStatus(of: HasStatus, count: number): string {
  const mark = statusMark(of);
  return mark === 'unknown' ? `${count} ${statusWord(of)}` : COUNTED[mark](count);
}

/** For warnings, such as a passed pipeline with a failed downstream pipeline. */
export const WARNING_ICON: Icon = ICONS.warning;

/** Shown while an action is in progress. */
export const BUSY_ICON: Icon = { id: 'loading~spin' };
