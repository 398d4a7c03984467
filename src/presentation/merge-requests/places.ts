import { webPage } from '../shared/links';
import type { MarkdownPlaces } from '../shared/markdown/markdown';

/** Labels and milestones of a project, with which references in texts are resolved. */
export interface NamedParts {
  readonly labels: readonly {
    readonly name: string;
    readonly color?: string | null | undefined;
    readonly description?: string | null | undefined;
  }[];
  readonly milestones: readonly {
    readonly title: string;
    readonly iid?: number | null | undefined;
    readonly web_url?: string | null | undefined;
  }[];
}

/**
 * Returns how to resolve links and references in texts of a merge request; `page` is its URL. References can
 * name other projects. Labels and milestones are those in `parts`: other names aren't references.
 */
export function mergeRequestPlaces(
  base: string,
  page: string | null | undefined,
  parts?: NamedParts,
): MarkdownPlaces {
  const project = page?.replace(/\/-\/merge_requests\/\d+$/, '') ?? base;
  const isKnown = page !== null && page !== undefined;
  const within = (path: string | undefined, rest: string): string | undefined => {
    if (path !== undefined) return `${base}/${path}/-/${rest}`;
    return isKnown ? `${project}/-/${rest}` : undefined;
  };
  const group = project.startsWith(`${base}/`) ? project.slice(base.length + 1).replace(/\/[^/]+$/, '') : '';
  const commitPage = (path: string | undefined, rest: string): string | undefined => {
    if (path === undefined || path.includes('/')) return within(path, rest);
    return group === '' ? undefined : within(`${group}/${path}`, rest);
  };
  const milestones = parts?.milestones ?? [];
  return {
    base,
    project,
    page: webPage(page),
    mergeRequest: (iid, path) => within(path, `merge_requests/${iid}`),
    issue: (iid, path) => within(path, `issues/${iid}`),
    snippet: (id, path) => within(path, `snippets/${id}`),
    epic: (iid, path = group) => (path === '' ? undefined : `${base}/groups/${path}/-/epics/${iid}`),
    commit: (sha, path) => commitPage(path, `commit/${sha}`),
    commits: (range, path) => commitPage(path, `compare/${range}`),
    user: (name) => `${base}/${name}`,
    milestone: (title) => {
      const found = milestones.find((each) => each.title === title || String(each.iid) === title);
      if (found === undefined) return undefined;
      return webPage(found.web_url) ?? (found.iid ? `${project}/-/milestones/${found.iid}` : undefined);
    },
    label: (name) => {
      const found = parts?.labels.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (found === undefined) return undefined;
      const { color, description } = found;
      const address = `${project}/-/merge_requests?label_name%5B%5D=${encodeURIComponent(found.name)}`;
      return { color, description, address };
    },
  };
}
