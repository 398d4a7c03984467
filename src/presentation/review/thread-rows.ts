import { t } from '../../base/localize';
import {
  isSpoken,
  type ThreadFacts,
  threadPlaceOf,
  type ThreadState,
  threadState,
} from '../../domain/review/threads';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { ago, moment } from '../shared/time-labels';
import { excerpt } from './comment-markdown';
import { linePlaceLabel, outboxMessage, type OutboxState } from './comment-messages';

interface ToldNote {
  readonly body: string;
  readonly author?: { readonly name: string; readonly username: string } | null | undefined;
  readonly created_at?: string | null | undefined;
}
export interface ThreadOf extends ThreadFacts {
  readonly notes: readonly (ThreadFacts['notes'][number] & ToldNote)[];
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

/** Threads that were made on an older version. */
const AGE = {
  older: { word: () => t('older version'), told: () => t('created on an older version') },
  outdated: {
    word: () => t('outdated'),
    told: () => t('created on an older version; the lines no longer exist'),
  },
} as const;

/** A thread in one line: what was said first, by whom, where and when. */
export function threadRow(thread: ThreadOf, now: number, madeOn?: keyof typeof AGE): Row {
  const said = thread.notes.filter(({ system }) => !system);
  const [first] = said;
  const state = threadState(thread);
  const { word, icon } = STATE[state];
  const place = threadPlaceOf(thread);
  const where = place && linePlaceLabel(place.path, place.span);
  const short = place && linePlaceLabel(place.path.slice(place.path.lastIndexOf('/') + 1), place.span);
  const words = excerpt(first?.body ?? '') || t('(empty)');
  const author = first?.author?.name;
  const version = madeOn && AGE[madeOn];
  const age = ago(said.at(-1)?.created_at, now);
  const replies = said.length - 1;
  const answers = replies === 0 ? undefined : t('{0, plural, one {# reply} other {# replies}}', replies);
  return {
    label: words,
    description: parts(version?.word(), author, short, age, answers),
    icon,
    get details() {
      return detailsOf(
        [t('Status'), word()],
        [t('Author'), first?.author && `${first.author.name} (@${first.author.username})`],
        [t('Location'), where ?? t('entire merge request')],
        [t('Version'), version?.told()],
        [t('Created'), moment(first?.created_at)],
        [t('Last comment'), replies === 0 ? undefined : moment(said.at(-1)?.created_at)],
        [t('Text'), excerpt(first?.body ?? '', 400)],
      );
    },
    accessibleLabel: accessibleLabel(
      word() === undefined ? t('Comment') : t('Thread'),
      word(),
      words,
      author === undefined ? undefined : t('by {0}', author),
      where === undefined ? undefined : t('at {0}', where),
      version?.told(),
      age,
      answers,
    ),
    contextTokens: ['thread', state === 'plain' ? 'plain' : state === 'open' ? 'canResolve' : 'canReopen'],
    expandable: 'collapsed',
    onClick: { command: COMMAND.openThread, title: t('Open Thread') },
  };
}

/** One of the comments in a thread, with all that was said in its tooltip. */
export function commentRow(note: ToldNote, now: number): Row {
  const words = excerpt(note.body, 200) || t('(empty)');
  const author = note.author?.name;
  const age = ago(note.created_at, now);
  return {
    label: words,
    description: parts(author, age),
    icon: { id: 'comment' },
    get details() {
      return detailsOf(
        [t('Author'), note.author && `${note.author.name} (@${note.author.username})`],
        [t('Created'), moment(note.created_at)],
        [t('Text'), excerpt(note.body, MAX_TEXT)],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Comment'),
      words,
      author === undefined ? undefined : t('by {0}', author),
      age,
    ),
    contextTokens: ['comment'],
    expandable: 'no',
    onClick: { command: COMMAND.openThread, title: t('Open Thread') },
  };
}

/** Characters of a comment in a tooltip. */
const MAX_TEXT = 2_000;

/** Own drafts, which nobody else sees. A button publishes them; a click on the row doesn't. */
export function draftsRow(count: number): Row {
  const label = t('{0, plural, one {# pending comment} other {# pending comments}}', count);
  return {
    label,
    description: t('not submitted'),
    icon: { id: 'comment-draft' },
    accessibleLabel: accessibleLabel(label, t('not submitted'), t('visible only to you')),
    contextTokens: ['drafts'],
    expandable: 'no',
  };
}

/** Something that was written and that no server has taken yet. */
export function outboxRow(
  item: {
    readonly body: string;
    readonly at: number;
  } & OutboxState,
  now: number,
): Row {
  const words = excerpt(item.body) || t('(empty)');
  const state = outboxMessage(item);
  const age = ago(new Date(item.at).toISOString(), now);
  return {
    label: words,
    description: parts(state, age),
    icon: item.state === 'sending' ? { id: 'loading~spin' } : { id: 'warning', color: COLOR.warning },
    details: detailsOf([t('Status'), state], [t('Created'), age], [t('Text'), excerpt(item.body, 400)]),
    accessibleLabel: accessibleLabel(t('Comment'), state, words, age),
    contextTokens: ['unsent', item.state],
    expandable: 'no',
  };
}

/** What is not among the threads: drafts, and what is in the outbox, by whether it may have arrived. */
interface ThreadCounts {
  readonly drafts: number;
  readonly unsent: number;
  readonly unconfirmed?: number;
}

/** The row that holds the threads; `talk` is undefined before it was read, and where there is none. */
export function threadsRow(
  talk: { readonly threads: readonly ThreadFacts[]; readonly cut: boolean } | undefined,
  { drafts, unsent, unconfirmed = 0 }: ThreadCounts,
): Row {
  const spokenThreads = talk?.threads.filter(isSpoken);
  const open = spokenThreads?.filter((thread) => threadState(thread) === 'open').length ?? 0;
  const all = spokenThreads && `${spokenThreads.length}${talk?.cut === true ? '+' : ''}`;
  const told = [
    open === 0 ? undefined : t('{0} unresolved', open),
    open === 0 ? all : all && t('{0} total', all),
    drafts === 0 ? undefined : t('{0} pending', drafts),
    unsent === 0 ? undefined : t('{0} not sent', unsent),
    unconfirmed === 0 ? undefined : t('{0} unconfirmed', unconfirmed),
  ];
  const description = parts(...told);
  return {
    label: t('Discussions'),
    ...(description === '' ? {} : { description }),
    icon: { id: 'comment-discussion' },
    accessibleLabel: accessibleLabel(t('Discussions'), ...told),
    contextTokens: ['section', 'threads'],
    expandable: 'collapsed',
  };
}
