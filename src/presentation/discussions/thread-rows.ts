import { t } from '../../base/localize';
import {
  hasUserComments,
  type ThreadFacts,
  threadPlaceOf,
  type ThreadState,
  threadState,
} from '../../domain/discussions/threads';
import { fullUserName } from '../accounts/user-name';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { ago, moment, momentWithAge, shortAge } from '../shared/time-labels';
import { excerpt } from './comment-markdown';
import { outboxMessage, type OutboxState, pendingComments, threadPlaceLabel } from './comment-messages';

interface ThreadNote {
  readonly body: string;
  readonly author?: { readonly name: string; readonly username: string } | null | undefined;
  readonly created_at?: string | null | undefined;
}
export interface ThreadOf extends ThreadFacts {
  readonly notes: readonly (ThreadFacts['notes'][number] & ThreadNote)[];
}

const STATE: Readonly<Record<ThreadState, { readonly word: () => string | undefined; readonly icon: Icon }>> =
  {
    open: {
      word: () => t('unresolved'),
      icon: { id: 'comment-unresolved', color: COLOR.warning },
    },
    resolved: { word: () => t('resolved'), icon: { id: 'pass', color: COLOR.passed } },
    plain: { word: () => undefined, icon: { id: 'comment' } },
  };

/** Labels of threads on an older version. */
const AGE = {
  older: { word: () => t('older version'), description: () => t('created on an older version') },
  outdated: {
    word: () => t('outdated'),
    description: () => t('created on an older version; the lines no longer exist'),
  },
} as const;

/** Row of a thread: beginning of the first comment, author, place, and age. */
export function threadRow(thread: ThreadOf, now: number, madeOn?: keyof typeof AGE): Row {
  const userNotes = thread.notes.filter(({ system }) => !system);
  const [first] = userNotes;
  const state = threadState(thread);
  const { word, icon } = STATE[state];
  const place = threadPlaceOf(thread);
  const where = place && threadPlaceLabel(place);
  const short =
    place && threadPlaceLabel({ ...place, path: place.path.slice(place.path.lastIndexOf('/') + 1) });
  const text = excerpt(first?.body ?? '') || t('(empty)');
  const author = first?.author?.name;
  const version = madeOn && AGE[madeOn];
  const age = ago(userNotes.at(-1)?.created_at, now);
  const replies = userNotes.length - 1;
  const replyLabel = replies === 0 ? undefined : t('{0, plural, one {# reply} other {# replies}}', replies);
  return {
    label: text,
    description: parts(
      version?.word(),
      author,
      short,
      shortAge(userNotes.at(-1)?.created_at, now),
      replyLabel,
    ),
    icon,
    get details() {
      return detailsOf(
        [t('Status'), word()],
        [t('Author'), first?.author && fullUserName(first.author)],
        [t('Location'), where ?? t('entire merge request')],
        [t('Version'), version?.description()],
        [t('Created'), replies === 0 ? momentWithAge(first?.created_at, now) : moment(first?.created_at)],
        [t('Last comment'), replies === 0 ? undefined : momentWithAge(userNotes.at(-1)?.created_at, now)],
        [t('Text'), excerpt(first?.body ?? '', MAX_TEXT)],
      );
    },
    accessibleLabel: accessibleLabel(
      word() === undefined ? t('Comment') : t('Thread'),
      word(),
      text,
      author === undefined ? undefined : t('by {0}', author),
      where === undefined ? undefined : t('at {0}', where),
      version?.description(),
      age,
      replyLabel,
    ),
    contextTokens: ['thread', state === 'plain' ? 'plain' : state === 'open' ? 'canResolve' : 'canReopen'],
    expandable: 'collapsed',
    onClick: { command: COMMAND.openThread, title: t('Open Thread') },
  };
}

/** Row of a comment in a thread, with its text in the tooltip. */
export function commentRow(note: ThreadNote, now: number): Row {
  const text = excerpt(note.body, 200) || t('(empty)');
  const author = note.author?.name;
  const age = ago(note.created_at, now);
  return {
    label: text,
    description: parts(author, shortAge(note.created_at, now)),
    icon: { id: 'comment' },
    get details() {
      return detailsOf(
        [t('Author'), note.author && fullUserName(note.author)],
        [t('Created'), momentWithAge(note.created_at, now)],
        [t('Text'), excerpt(note.body, MAX_TEXT)],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Comment'),
      text,
      author === undefined ? undefined : t('by {0}', author),
      age,
    ),
    contextTokens: ['comment'],
    expandable: 'no',
    onClick: { command: COMMAND.openThread, title: t('Open Thread') },
  };
}

/** Maximum number of characters of a comment in a tooltip. */
const MAX_TEXT = 400;

/** Row of the user's pending comments, which only the user can see. A click asks how to submit them. */
export function draftsRow(count: number): Row {
  const label = pendingComments(count);
  return {
    label,
    description: t('not submitted'),
    icon: { id: 'comment-draft' },
    accessibleLabel: accessibleLabel(label, t('not submitted'), t('visible only to you')),
    contextTokens: ['drafts'],
    expandable: 'no',
    onClick: { command: COMMAND.submitReview, title: t('Submit Review...') },
  };
}

/** Row of a comment that isn't on the server yet. */
export function outboxRow(
  item: {
    readonly body: string;
    readonly at: number;
  } & OutboxState,
  now: number,
): Row {
  const text = excerpt(item.body) || t('(empty)');
  const state = outboxMessage(item);
  const age = ago(new Date(item.at).toISOString(), now);
  return {
    label: text,
    description: parts(state, shortAge(new Date(item.at).toISOString(), now)),
    icon: item.state === 'sending' ? { id: 'loading~spin' } : { id: 'warning', color: COLOR.warning },
    details: detailsOf([t('Status'), state], [t('Created'), age], [t('Text'), excerpt(item.body, MAX_TEXT)]),
    accessibleLabel: accessibleLabel(t('Comment'), state, text, age),
    contextTokens: ['unsent', item.state],
    expandable: 'no',
  };
}

/** Numbers of comments that aren't in the threads: pending, unsent, and unconfirmed ones. */
interface ThreadCounts {
  readonly drafts: number;
  readonly unsent: number;
  readonly unconfirmed?: number;
  /** Number of all comments, shown until the threads are loaded. */
  readonly comments?: number | undefined;
}

/** Parent row of the threads; `comments` is undefined until loaded, or if there is none. */
export function threadsRow(
  comments: { readonly threads: readonly ThreadFacts[]; readonly cut: boolean } | undefined,
  { drafts, unsent, unconfirmed = 0, comments: commentCount = 0 }: ThreadCounts,
): Row {
  const userThreads = comments?.threads.filter(hasUserComments);
  const open = userThreads?.filter((thread) => threadState(thread) === 'open').length ?? 0;
  const counted = (count: number): string => `${count}${comments?.cut === true ? '+' : ''}`;
  const all = userThreads && counted(userThreads.length);
  const counts = [
    comments !== undefined || commentCount === 0
      ? undefined
      : t('{0, plural, one {# comment} other {# comments}}', commentCount),
    open === 0 ? undefined : t('{0} unresolved', counted(open)),
    open === 0 ? all : all && t('{0} total', all),
    drafts === 0 ? undefined : t('{0} pending', drafts),
    unsent === 0 ? undefined : t('{0} not sent', unsent),
    unconfirmed === 0 ? undefined : t('{0} unconfirmed', unconfirmed),
  ];
  const description = parts(...counts);
  return {
    label: t('Discussions'),
    ...(description === '' ? {} : { description }),
    icon: { id: 'comment-discussion' },
    accessibleLabel: accessibleLabel(t('Discussions'), ...counts),
    contextTokens: ['section', 'threads'],
    expandable: 'collapsed',
  };
}
