import type { Endpoint } from '../../api/endpoint';
import type { Viewer } from '../http/call';
import { refuse } from '../http/reply';

type Boundary = 'project' | 'group' | 'user';

/** Resources in paths of endpoints; the first match counts. */
const RESOURCES: readonly (readonly [path: RegExp, resource: string, boundary: Boundary])[] = [
  [/^\/users?$/, 'user', 'user'],
  [/^\/todos/, 'todo', 'user'],
  [/^\/groups\/.*\/merge_requests$/, 'merge_request', 'group'],
  [/^\/merge_requests$|^\/suggestions|\/merge_requests\b/, 'merge_request', 'project'],
  [/\/(?:jobs|bridges)\b/, 'job', 'project'],
  [/\/pipelines?\b/, 'pipeline', 'project'],
  [/\/repository\b/, 'repository', 'project'],
  [/^\/projects(?:\/:id)?(?:$|\/(?:members|labels|milestones|issues|uploads)\b)/, 'project', 'project'],
];

/** Endpoints that every token can use. */
const FREE = /^\/(?:version|metadata|personal_access_tokens\/self)$/;
/** The last segment of a path is a list, in which a POST creates an item; otherwise, it names an action. */
const LIST = /(?:s|pipeline|award_emoji)$/;

const ACTIONS: Readonly<Record<string, string>> = {
  GET: 'read',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** The permission that an endpoint requires; undefined if it doesn't support fine-grained tokens. */
function permissionOf({
  method,
  path,
}: Endpoint): { name: string; label: string; boundary: Boundary } | undefined {
  const found = RESOURCES.find(([pattern]) => pattern.test(path));
  if (found === undefined) return undefined;
  const [, resource, boundary] = found;
  const action = ACTIONS[method] ?? (LIST.test(path) ? 'create' : 'update');
  return { name: `${action}_${resource}`, label: `${titleOf(resource)}: ${titleOf(action)}`, boundary };
}

/** `merge_request` is shown as `Merge Request`. */
const titleOf = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/**
 * Refuses fine-grained tokens without the permission that an endpoint requires, and other tokens if only fine-grained
 * ones are accepted (server-behavior.md#token-errors).
 */
export function checkPermission(viewer: Viewer, endpoint: Endpoint, accepts: 'all' | 'granular'): void {
  if (viewer.kind !== 'person' || FREE.test(endpoint.path)) return;
  const granted = viewer.permissions;
  if (granted === undefined && accepts === 'all') return;
  const needed = permissionOf(endpoint);
  if (needed === undefined) {
    if (granted !== undefined) throw refuse.noGranularTokens();
    return;
  }
  if (granted?.includes(needed.name) !== true) throw refuse.missingPermission(needed.boundary, needed.label);
}
