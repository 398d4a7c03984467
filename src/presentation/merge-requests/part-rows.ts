import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { COMMAND } from '../shared/command-ids';
import { percentText } from '../shared/format';
import { webPage } from '../shared/links';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { shortTitle } from '../shared/short-title';
import { ago, momentWithAge, shortAge } from '../shared/time-labels';
import { trackedTime } from './time-tracking-messages';

/** Row that opens the page of a merge request. */
export function overviewRow(): Row {
  return {
    label: t('Overview'),
    icon: { id: 'open-preview' },
    accessibleLabel: t('Overview, opens the merge request page'),
    contextTokens: ['overview'],
    expandable: 'no',
    onClick: { command: COMMAND.openMergeRequest, title: t('Open Merge Request') },
  };
}

type SectionName = 'conflicts' | 'commits' | 'pipelines' | 'people' | 'closes' | 'time';

const SECTION: Readonly<Record<SectionName, { readonly name: () => string; readonly icon: string }>> = {
  conflicts: { name: () => t('Conflicts'), icon: 'warning' },
  commits: { name: () => t('Commits'), icon: 'git-commit' },
  pipelines: { name: () => t('Pipelines'), icon: 'play-circle' },
  people: { name: () => t('People'), icon: 'organization' },
  closes: { name: () => t('Issues to Close'), icon: 'issues' },
  time: { name: () => t('Time Tracking'), icon: 'watch' },
};

/** Row of a section; `summary` describes its content. */
export function sectionRow(section: SectionName, summary: string | undefined): Row {
  const { name, icon } = SECTION[section];
  return {
    label: name(),
    ...(summary === undefined ? {} : { description: summary }),
    icon: { id: icon },
    accessibleLabel: accessibleLabel(name(), summary?.replaceAll(' · ', ', ')),
    contextTokens: ['section', section],
    expandable: 'collapsed',
  };
}

export interface CommitFacts {
  readonly id: string;
  readonly short_id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly author_name?: string | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly web_url?: string | null | undefined;
}

/** Maximum width of a commit message in a tooltip, in letters. */
const MAX_MESSAGE = 400;

export function commitRow(commit: CommitFacts, now: number): Row {
  const short = commit.short_id ?? shortSha(commit.id);
  const author = commit.author_name ?? undefined;
  const age = ago(commit.created_at, now);
  const title = commit.title ?? short;
  const body = commit.message?.slice(title.length).trim();
  return {
    label: title,
    description: parts(short, author, shortAge(commit.created_at, now)),
    icon: { id: 'git-commit' },
    get details() {
      return detailsOf(
        [t('Commit'), commit.id],
        [t('Author'), author],
        [t('Created'), momentWithAge(commit.created_at, now)],
        [t('Message'), body === undefined ? undefined : shortTitle(body, MAX_MESSAGE)],
      );
    },
    accessibleLabel: accessibleLabel(t('Commit {0}', short), title, author, age),
    contextTokens: ['commit', ...(webPage(commit.web_url) === undefined ? [] : ['web'])],
    expandable: 'no',
    onClick: { command: COMMAND.showCommit, title: t('Show Commit') },
  };
}

/** Labels and icons of review states, including those of newer servers (server-behavior.md#reviewers). */
const REVIEWER_STATES: Readonly<Record<string, { readonly word: () => string; readonly icon: string }>> = {
  unreviewed: { word: () => t('awaiting review'), icon: 'circle-large-outline' },
  review_started: { word: () => t('review in progress'), icon: 'eye' },
  reviewed: { word: () => t('reviewed'), icon: 'check' },
  approved: { word: () => t('approved'), icon: 'pass' },
  unapproved: { word: () => t('revoked approval'), icon: 'circle-slash' },
  requested_changes: { word: () => t('requested changes'), icon: 'request-changes' },
};

interface PersonOf {
  readonly name: string;
  readonly username: string;
}

/** Returns the label and icon of a review state. Unknown states are shown without underscores. */
export function reviewerState(state: string): { readonly word: string; readonly icon: string } {
  const known = Object.hasOwn(REVIEWER_STATES, state) ? REVIEWER_STATES[state] : undefined;
  return { word: known?.word() ?? state.replaceAll('_', ' '), icon: known?.icon ?? 'question' };
}

/** `at`: when the review was requested. `canRequest`: another review can be requested. */
export function reviewerRow(
  {
    user,
    state,
    created_at: at,
  }: { readonly user: PersonOf; readonly state: string; readonly created_at?: string | null | undefined },
  now: number,
  { canRequest = false }: { readonly canRequest?: boolean } = {},
): Row {
  const { word, icon } = reviewerState(state);
  const since = ago(at, now);
  return {
    label: user.name,
    description: parts(word, shortAge(at, now)),
    icon: { id: icon },
    details: detailsOf(
      [t('Name'), user.name],
      [t('Username'), `@${user.username}`],
      [t('Review'), word],
      [t('Review requested'), momentWithAge(at, now)],
    ),
    accessibleLabel: accessibleLabel(
      t('Reviewer {0}', user.name),
      word,
      since === undefined ? undefined : t('requested {0}', since),
    ),
    contextTokens: ['person', ...(canRequest ? ['can-requestReview'] : [])],
    expandable: 'no',
  };
}

/** Row of a participant with their role. */
export function participantRow(user: PersonOf, role: 'author' | 'assignee' | 'participant'): Row {
  const roles = {
    author: () => t('author'),
    assignee: () => t('assignee'),
    participant: () => t('participant'),
  };
  const word = roles[role]();
  return {
    label: user.name,
    description: word,
    icon: { id: 'account' },
    details: detailsOf([t('Name'), user.name], [t('Username'), `@${user.username}`]),
    accessibleLabel: accessibleLabel(user.name, word),
    contextTokens: ['person'],
    expandable: 'no',
  };
}

/**
 * Row of an issue in the built-in or an external issue tracker (server-behavior.md#issues-closed-by-a-merge).
 */
export function issueRow(issue: {
  readonly id: number | string;
  readonly iid?: number | null | undefined;
  readonly title: string;
  readonly state?: string | null | undefined;
  readonly web_url?: string | null | undefined;
}): Row {
  const page = webPage(issue.web_url);
  const name = typeof issue.iid === 'number' ? `#${issue.iid}` : String(issue.id);
  const isClosed = issue.state === 'closed';
  const word =
    issue.state === undefined || issue.state === null ? undefined : isClosed ? t('closed') : t('open');
  return {
    label: `${name} ${issue.title}`,
    ...(word === undefined ? {} : { description: word }),
    icon: { id: isClosed ? 'issue-closed' : 'issues' },
    accessibleLabel: accessibleLabel(t('Issue {0}', name), issue.title, word),
    contextTokens: ['issue', ...(page === undefined ? [] : ['web'])],
    expandable: 'no',
    ...(page === undefined
      ? {}
      : { onClick: { command: COMMAND.openInBrowser, title: t('Open in Browser') } }),
  };
}

interface TimesOf {
  readonly time_estimate: number;
  readonly total_time_spent: number;
}

/**
 * `1h 30m of 3d spent`, in the server's units; undefined without an estimate or time spent. Takes seconds.
 */
export function timeSummary(times: TimesOf | null | undefined): string | undefined {
  const { time_estimate: estimate = 0, total_time_spent: spent = 0 } = times ?? {};
  if (estimate === 0 && spent === 0) return undefined;
  if (estimate === 0) return t('{0} spent', trackedTime(spent));
  return t('{0} of {1} spent', trackedTime(spent), trackedTime(estimate));
}

/** Rows for time spent, estimate, and remaining time. */
export function timeRows(times: TimesOf): readonly Row[] {
  const { time_estimate: estimate, total_time_spent: spent } = times;
  const row = (label: string, value: string, icon: string): Row => ({
    label,
    description: value,
    icon: { id: icon },
    accessibleLabel: accessibleLabel(label, value),
    contextTokens: ['time'],
    expandable: 'no',
  });
  const share = estimate === 0 ? undefined : percentText(spent / estimate);
  const left = estimate - spent;
  return [
    row(t('Spent'), parts(trackedTime(spent), share), 'watch'),
    row(t('Estimate'), estimate === 0 ? t('None') : trackedTime(estimate), 'milestone'),
    ...(estimate === 0
      ? []
      : [row(left < 0 ? t('Over estimate') : t('Remaining'), trackedTime(Math.abs(left)), 'clock')]),
  ];
}
