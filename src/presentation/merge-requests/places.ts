import type { MarkdownPlaces } from '../shared/markdown/markdown';

/** What texts of a merge request are read against; `page` is its web address. References may name other projects. */
export function mergeRequestPlaces(base: string, page: string | null | undefined): MarkdownPlaces {
  const project = page?.replace(/\/-\/merge_requests\/\d+$/, '') ?? base;
  const of = (path: string | undefined): string => (path === undefined ? project : `${base}/${path}`);
  return {
    base,
    project,
    mergeRequest: (iid, path) => `${of(path)}/-/merge_requests/${iid}`,
    issue: (iid, path) => `${of(path)}/-/issues/${iid}`,
    user: (name) => `${base}/${name}`,
  };
}
