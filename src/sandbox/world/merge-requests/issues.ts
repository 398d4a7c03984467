import type { User } from '../model';
import { USERS } from '../people';
import type { MergeRequest } from './model';
import { rulesOf } from './rules';

/** An issue of the built-in tracker, with the fields that merge requests need. */
export interface Issue {
  readonly id: number;
  readonly iid: number;
  readonly project: number;
  readonly title: string;
  readonly description: string;
  readonly author: User;
  readonly daysAgo: number;
  readonly labels: readonly string[];
}

const ISSUES: readonly Issue[] = [
  {
    id: 801,
    iid: 3,
    project: 1,
    title: 'Gift card balance is lost after the first use',
    description: 'The remaining balance should stay on the card.',
    author: USERS.reporter,
    daysAgo: 30,
    labels: ['feature'],
  },
  {
    id: 802,
    iid: 4,
    project: 1,
    title: 'Show gift card balance',
    description: '',
    author: USERS.owner,
    daysAgo: 12,
    labels: [],
  },
  {
    id: 803,
    iid: 6,
    project: 1,
    title: 'Search is slow with many facets',
    description: 'With more than ten facets, a search takes over a second.',
    author: USERS.developer,
    daysAgo: 18,
    labels: ['bug'],
  },
];

/** The issues of a project, all of which are open, newest first. */
export const issuesOf = (project: number): readonly Issue[] =>
  ISSUES.filter((issue) => issue.project === project).sort((a, b) => a.daysAgo - b.daysAgo);

export const issueOf = (project: number, iid: number): Issue | undefined =>
  ISSUES.find((issue) => issue.project === project && issue.iid === iid);

const CLOSES =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? {1,3}((?:(?:, ?| and )?(?:#\d+|[A-Z]{2,10}-\d+))+)/gi;

/**
 * Returns the issues that the merge closes: issues of the project, or IDs of issues in an external tracker
 * (server-behavior.md#issues-closed-by-a-merge).
 */
export function issuesClosedBy(request: MergeRequest): (Issue | string)[] {
  const text = `${request.title}\n${request.description}`;
  const named = [...text.matchAll(CLOSES)].flatMap(
    ([, list = '']) => list.match(/#\d+|[A-Z]{2,10}-\d+/g) ?? [],
  );
  if (rulesOf(request.project).externalTracker) {
    return [...new Set(named)].filter((name) => !name.startsWith('#'));
  }
  return ISSUES.filter(({ project, iid }) => project === request.project.id && named.includes(`#${iid}`));
}
