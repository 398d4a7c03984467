import { conflictsOf, detailedStatusOf } from '../world/merge-requests/mergeability';
import type { MergeRequest } from '../world/merge-requests/model';
import type { World } from '../world/world';
import { markup, page } from './html';
import { mergeLabel, stateLabel } from './labels';

/** Returns the page for the `web_url` of a merge request. */
export function mergeRequestPage(world: World, base: string, request: MergeRequest): string {
  const { iid, project, source, sourceBranch, targetBranch, title, state, author, description } = request;
  const from = source === project ? sourceBranch : `${source.path}:${sourceBranch}`;
  const status =
    state === 'opened' ? `Open · ${mergeLabel(detailedStatusOf(world, request))}` : stateLabel(state);
  return page(
    `${title} (!${iid})`,
    markup`<p><a href="${`${base}/${project.path}`}">${project.path}</a> · ${status} · ${author.name}</p>
<p><code>${from}</code> into <code>${targetBranch}</code>${state === 'opened' && conflictsOf(world, request) ? ' · merge conflicts' : ''}</p>
<pre>${description}</pre>`,
  );
}
