import { t } from '../../../base/localize';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { shownChange } from '../../../domain/changes/shown-change';
import { activityOf, type ChangeEntry, type ChangeEvent } from '../../../domain/discussions/activity';
import { pushIn } from '../../../domain/discussions/system-notes';
import { orderedThreads, threadPlaceOf, threadState } from '../../../domain/discussions/threads';
import { otherObstacles } from '../../../domain/merge-requests/merge-checks';
import type { MergeRequest } from '../../../schemas/merge-request';
import { accessibleLineCounts, filesWord, linesOfFile, unusualLabels } from '../../changes/change-labels';
import { CHANGE_MARKS } from '../../changes/change-marks';
import { excerpt } from '../../discussions/comment-markdown';
import { pendingComments, threadPlaceLabel } from '../../discussions/comment-messages';
import { reviewerState } from '../../merge-requests/part-rows';
import { mergeStatusLine } from '../../merge-requests/status-labels';
import { COMMAND } from '../../shared/command-ids';
import { parts } from '../../shared/row';
import { stateTitle } from '../../shared/state-labels';
import {
  linkTo,
  type PageLine,
  type PagePart,
  type PagePiece,
  type TextPage,
  textPage,
} from '../../shared/text-page';
import { ago } from '../../shared/time-labels';
import type { DiscussionThread } from '../discussion-model';
import { missingApprovals } from '../merge-checks';

interface MergeRequestOf {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}

export interface ReadingState {
  readonly key: MergeRequestOf;
  /** Undefined until loaded, like the other parts. */
  readonly mergeRequest: MergeRequest | undefined;
  readonly approvalsLeft: number | undefined;
  readonly reviewers:
    | readonly { readonly user: { readonly name: string }; readonly state: string }[]
    | undefined;
  readonly files: readonly ReviewFile[] | undefined;
  readonly isViewed: (file: ReviewFile) => boolean;
  readonly threads: readonly DiscussionThread[] | undefined;
  /** True if the server has more threads. */
  readonly cut: boolean;
  /** Number of the user's pending comments. */
  readonly drafts: number;
  readonly events: readonly ChangeEvent[];
  /** Why data is missing. */
  readonly problem: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The lines of a thread, counted from 0. */
export interface ThreadLines {
  readonly discussion: string;
  readonly first: number;
  readonly last: number;
  /** True if it is an unresolved thread. */
  readonly isOpen: boolean;
}

/** A merge request as text, and where its threads are. */
export interface ReadingPage {
  readonly page: TextPage;
  readonly threads: readonly ThreadLines[];
}

interface ReadingPart extends PagePart {
  readonly name: string;
  readonly thread?: Pick<ThreadLines, 'discussion' | 'isOpen'>;
}

/** Maximum number of lines and characters of a description or comment; the page shows the rest. */
const MAX_LINES = 300;
const MAX_CHARACTERS = 30_000;
/** Maximum number of recorded changes; the latest are shown. */
const MAX_CHANGES = 200;

/** Returns the document: what blocks the merge, the description, changes, threads, comments, and the history. */
export function readingPage(state: ReadingState): ReadingPage {
  const { mergeRequest: request, problem } = state;
  const notice: PageLine[] = problem === undefined ? [] : [[], [styled(problem, 'bad')]];
  if (request === undefined) {
    const lines = [
      [styled(`!${state.key.iid}`, 'title')],
      ...(problem === undefined ? [[t('Loading…')]] : notice),
    ];
    return { page: textPage([{ lines }]), threads: [] };
  }
  const named: readonly ReadingPart[] = [
    section(t('Checks'), checkLines(state, request)),
    section(t('Reviewers'), reviewerLines(state)),
    section(t('Description'), textLines(request.description ?? '', '  ')),
    section(changesHeading(state), changeLines(state)),
    ...threadParts(state),
    section(t('History'), historyLines(state)),
  ].filter(({ lines }) => lines.length > 0);
  const page = textPage([{ lines: [...headLines(state, request), ...notice] }, ...named]);
  const threads = named.flatMap(({ thread }, index) => {
    const at = page.parts[index];
    return thread === undefined || at === undefined ? [] : [{ ...thread, first: at.first, last: at.last }];
  });
  return { page, threads };
}

const styled = (text: string, style: 'title' | 'quiet' | 'good' | 'bad'): PagePiece => ({ text, style });

/** A section is left out if it has no lines. The empty line before it belongs to it, so that it can be folded. */
function section(name: string, lines: readonly PageLine[]): ReadingPart {
  return { name, lines: lines.length === 0 ? [] : [[styled(name, 'title')], ...lines, []] };
}

function headLines({ now }: ReadingState, request: MergeRequest): PageLine[] {
  const state = request.draft && request.state === 'opened' ? t('Draft') : stateTitle(request.state);
  const branches = t('{0} into {1}', request.source_branch ?? '?', request.target_branch ?? '?');
  return [
    [styled(`!${request.iid} ${request.title}`, 'title')],
    [parts(state, branches, request.author?.name, ago(request.created_at, now))],
    [],
  ];
}

function checkLines({ approvalsLeft }: ReadingState, request: MergeRequest): PageLine[] {
  if (request.state !== 'opened') return [];
  const statuses = [request.detailed_merge_status, ...otherObstacles({ ...request, approvalsLeft })];
  return statuses.map((status) => [
    `  ${status === 'not_approved' ? missingApprovals(approvalsLeft ?? 0) : mergeStatusLine(status)}`,
  ]);
}

const reviewerLines = ({ reviewers = [] }: ReadingState): PageLine[] =>
  reviewers.map(({ user, state }) => [`  ${parts(user.name, reviewerState(state).word)}`]);

function changesHeading({ files }: ReadingState): string {
  return files === undefined ? t('Changes') : t('Changes ({0})', filesWord(files.length));
}

function changeLines({ key, files, isViewed, threads = [] }: ReadingState): PageLine[] {
  if (files === undefined) return [];
  const open = new Map<string, number>();
  for (const thread of threads) {
    const path = threadState(thread) === 'open' ? threadPlaceOf(thread)?.path : undefined;
    if (path !== undefined) open.set(path, (open.get(path) ?? 0) + 1);
  }
  return files.map((file) => {
    const { path } = file;
    const lines = linesOfFile(file);
    const count = open.get(path);
    const facts = parts(
      CHANGE_MARKS[shownChange(file)].word(),
      ...unusualLabels(file, { full: true }),
      ...(lines === undefined ? [] : accessibleLineCounts(lines)),
      isViewed(file) ? t('viewed') : undefined,
      count === undefined
        ? undefined
        : t('{0, plural, one {# unresolved thread} other {# unresolved threads}}', count),
    );
    const target = { kind: 'change', mergeRequest: key, path } as const;
    const link = linkTo(COMMAND.openFileDiff, { target }, t('Open File Diff'));
    return ['  ', { text: path, link }, styled(` · ${facts}`, 'quiet')];
  });
}

/** Unresolved threads first, then comments, then resolved threads. */
function threadParts(state: ReadingState): readonly ReadingPart[] {
  const { key, threads = [], cut, drafts, now } = state;
  const pending: PageLine[] = drafts === 0 ? [] : [[`  ${pendingComments(drafts)}`]];
  return [
    section(t('Review'), pending),
    ...orderedThreads(threads).map((thread): ReadingPart => {
      const heading = threadHeading(thread);
      const notes = thread.notes.filter(({ system }) => !system);
      return {
        name: heading,
        thread: { discussion: thread.id, isOpen: threadState(thread) === 'open' },
        lines: [
          [styled(heading, 'title'), '  ', ...actionsOf(key, thread)],
          ...notes.flatMap(({ author, body, created_at: at, internal }): PageLine[] => [
            [
              '  ',
              styled(
                parts(
                  author?.name ?? t('Unknown user'),
                  ago(at, now),
                  internal === true ? t('internal') : undefined,
                ),
                'quiet',
              ),
            ],
            ...textLines(body, '    '),
          ]),
          [],
        ],
      };
    }),
    section(
      t('Not all threads are shown'),
      cut ? [[`  ${t("Some activity on the server isn't loaded.")}`]] : [],
    ),
  ];
}

function threadHeading(thread: DiscussionThread): string {
  const place = threadPlaceOf(thread);
  const where = place === undefined ? undefined : threadPlaceLabel(place);
  switch (threadState(thread)) {
    case 'open':
      return where === undefined ? t('Unresolved thread') : t('Unresolved thread on {0}', where);
    case 'resolved':
      return where === undefined ? t('Resolved thread') : t('Resolved thread on {0}', where);
    case 'plain':
      return where === undefined ? t('Comment') : t('Comment on {0}', where);
  }
}

/** The links of a thread, which commands of the keyboard also offer. */
function actionsOf(mergeRequest: MergeRequestOf, thread: DiscussionThread): PageLine {
  const target = { kind: 'thread', mergeRequest, discussion: thread.id } as const;
  const link = (
    text: string,
    command: 'openThread' | 'replyToThread' | 'resolveThread' | 'unresolveThread',
  ) => ({
    text,
    link: linkTo(COMMAND[command], { target }, text),
  });
  const settle = {
    open: [link(t('Resolve Thread'), 'resolveThread')],
    resolved: [link(t('Unresolve Thread'), 'unresolveThread')],
    plain: [],
  }[threadState(thread)];
  const links = [link(t('Open'), 'openThread'), link(t('Reply'), 'replyToThread'), ...settle];
  return links.flatMap((each, index) => (index === 0 ? [each] : [' · ', each]));
}

/** Returns the lines of a text as it was written. Long texts are cut. */
function textLines(text: string, indent: string): PageLine[] {
  const kept = text.slice(0, MAX_CHARACTERS).trimEnd();
  if (kept === '') return [];
  const lines = kept.split(/\r\n|\r|\n/, MAX_LINES + 1);
  const isCut = text.length > MAX_CHARACTERS || lines.length > MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES).map((line) => [`${indent}${line}`]),
    ...(isCut
      ? [[indent, styled(t("The rest of the text isn't shown because it is too long."), 'quiet')]]
      : []),
  ];
}

function historyLines({ threads = [], events, now }: ReadingState): PageLine[] {
  const changes = activityOf(threads, events).filter((entry) => entry.kind === 'change');
  return changes
    .slice(-MAX_CHANGES)
    .map(({ change, author }) => [
      `  ${parts(author?.name ?? t('Unknown user'), changeText(change), ago(change.at, now))}`,
    ]);
}

function changeText(change: ChangeEntry['change']): string {
  switch (change.kind) {
    case 'note':
      return pushIn(change.body)?.headline ?? excerpt(change.body, 200);
    case 'label': {
      const names = change.labels.map((label) => label?.name ?? t('(deleted)')).join(', ');
      const count = change.labels.length;
      return change.action === 'add'
        ? t('{0, plural, one {added the label {1}} other {added the labels {1}}}', count, names)
        : t('{0, plural, one {removed the label {1}} other {removed the labels {1}}}', count, names);
    }
    case 'milestone': {
      const title = change.milestone ?? t('(deleted)');
      return change.action === 'add'
        ? t('set the milestone to {0}', title)
        : t('removed the milestone {0}', title);
    }
    case 'state':
      return stateTitle(change.state);
  }
}
