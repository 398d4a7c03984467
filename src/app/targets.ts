import type { PipelineKey, ProjectKey } from './keys';

/** What a command is about, as rows, menus and editors hand it over. Ids only. */
export type Target =
  | { readonly kind: 'project'; readonly project: ProjectKey; readonly path: string }
  | { readonly kind: 'pipeline'; readonly pipeline: PipelineKey }
  | { readonly kind: 'job' | 'bridge'; readonly pipeline: PipelineKey; readonly job: number }
  | { readonly kind: 'older'; readonly project: ProjectKey };

/** A row of a tree that a command can be about. */
export interface HasTarget {
  readonly target: Target | undefined;
}

/** Reads a command's argument, which anybody may have called it with; undefined for anything but one of our rows. */
export function targetOf(argument: unknown): Target | undefined {
  if (typeof argument !== 'object' || argument === null || !('target' in argument)) return undefined;
  const { target } = argument;
  return isTarget(target) ? target : undefined;
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  switch (value.kind) {
    case 'project':
      return (
        'project' in value && isProjectKey(value.project) && 'path' in value && typeof value.path === 'string'
      );
    case 'older':
      return 'project' in value && isProjectKey(value.project);
    case 'pipeline':
      return 'pipeline' in value && isPipelineKey(value.pipeline);
    case 'job':
    case 'bridge':
      return (
        'pipeline' in value &&
        isPipelineKey(value.pipeline) &&
        'job' in value &&
        typeof value.job === 'number'
      );
    default:
      return false;
  }
}

function isProjectKey(value: unknown): value is ProjectKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'base' in value &&
    typeof value.base === 'string' &&
    'project' in value &&
    (typeof value.project === 'number' || typeof value.project === 'string')
  );
}

function isPipelineKey(value: unknown): value is PipelineKey {
  return isProjectKey(value) && 'pipeline' in value && typeof value.pipeline === 'number';
}
