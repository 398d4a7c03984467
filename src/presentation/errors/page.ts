import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { type Detail, detailsOf } from '../shared/row';
import {
  padding,
  type PageLine,
  type PageLink,
  type PagePart,
  type TextPage,
  textPage,
  textWidth,
} from '../shared/text-page';
import { momentWithAge } from '../shared/time-labels';
import {
  countFacts,
  type ErrorFacts,
  errorStatusWord,
  frameName,
  frameWhere,
  frequencyLabel,
  traceTitle,
} from './labels';

export interface ErrorPageState {
  /** What the server tells; undefined for what was pasted. */
  readonly error: ErrorFacts | undefined;
  /** What was met first, then its causes; undefined until they were read. */
  readonly traces: readonly StackTrace[] | undefined;
  /** Unix milliseconds at which it was pasted. */
  readonly pastedAt: number | undefined;
  /** Why there is less than there should be. */
  readonly problem: string | undefined;
  readonly now: number;
  /** What a click on a frame does. */
  readonly linkOf: (trace: number, frame: number) => PageLink;
}

/** What an error is called: as the server does, else by what went wrong first. */
export function errorTitle(
  error: Pick<ErrorFacts, 'title'> | undefined,
  traces: readonly StackTrace[] | undefined,
): string {
  const [first] = traces ?? [];
  return error?.title ?? (first === undefined ? t('Error') : traceTitle(first));
}

/** The document: facts, then each trace with its code. */
export function errorPage(state: ErrorPageState): TextPage {
  const { error, traces, problem } = state;
  const lines: PageLine[] = [
    [{ text: errorTitle(error, traces), style: 'title' }],
    ...messageLines(error, traces),
    [],
    ...table(factsOf(state)),
    ...(problem === undefined ? [] : [[], [{ text: problem, style: 'bad' } as const]]),
  ];
  const parts: PagePart[] = (traces ?? []).map((trace, index) => tracePart(trace, index, state));
  if (traces === undefined && problem === undefined) parts.push({ lines: [[], [t('Loading stack trace…')]] });
  if (traces?.length === 0) parts.push({ lines: [[], [t('The latest event has no stack trace')]] });
  return textPage([{ lines }, ...parts]);
}

/** The message, where it says more than the title. */
function messageLines(error: ErrorFacts | undefined, traces: readonly StackTrace[] | undefined): PageLine[] {
  const message = error?.message ?? traces?.[0]?.message ?? '';
  const title = errorTitle(error, traces);
  if (message === '' || title.includes(message)) return [];
  return message
    .split('\n')
    .slice(0, MAX_MESSAGE_LINES)
    .map((line) => [line]);
}
const MAX_MESSAGE_LINES = 40;

function factsOf({ error, pastedAt, now }: ErrorPageState): Detail[] {
  if (error === undefined) {
    const at = pastedAt === undefined ? undefined : new Date(pastedAt).toISOString();
    return detailsOf([t('Pasted'), momentWithAge(at, now)]);
  }
  return detailsOf(
    [t('Status'), errorStatusWord(error.status)],
    [t('Level'), error.tags?.level],
    [t('Location'), error.culprit],
    ...countFacts(error),
    [t('Last seen'), momentWithAge(error.lastSeen, now)],
    [t('First seen'), momentWithAge(error.firstSeen, now)],
    [t('Frequency'), frequencyLabel(error)],
    [t('First release'), error.firstReleaseVersion],
    [t('Last release'), error.lastReleaseVersion],
    [t('ID'), error.shortId],
  );
}

/** Two columns. */
function table(rows: readonly Detail[]): PageLine[] {
  const width = Math.max(0, ...rows.map(({ name }) => textWidth(name)));
  return rows.map(({ name, value }) => [{ text: name, look: 'quiet' }, `${padding(name, width)}  ${value}`]);
}

function tracePart(trace: StackTrace, index: number, { linkOf }: ErrorPageState): PagePart {
  const name =
    index === 0 ? t('Stack trace (most recent call first)') : t('Caused by {0}', traceTitle(trace));
  return {
    name,
    lines: [
      [],
      [{ text: name, style: 'title' }],
      ...trace.frames.flatMap((frame, at) => frameLines(frame, linkOf(index, at))),
    ],
  };
}

function frameLines(frame: StackFrame, link: PageLink): PageLine[] {
  const where = frameWhere(frame);
  const isLibrary = frame.own === false;
  const name = frameName(frame);
  const head: PageLine = [
    '  ',
    isLibrary ? { text: name, style: 'quiet' } : name,
    ...(where === '' ? [] : ['  ', { text: where, link, ...(isLibrary ? { look: 'quiet' as const } : {}) }]),
  ];
  return isLibrary ? [head] : [head, ...codeLines(frame)];
}

/** The code that came along: its own line is marked. */
function codeLines({ line, context }: StackFrame): PageLine[] {
  const width = Math.max(0, ...context.map((each) => String(each.line).length));
  return context.map(({ line: number, code }) => {
    const isThis = number === line;
    const text = `${String(number).padStart(width)}  ${code.replaceAll('\t', '  ')}`;
    return [isThis ? '    > ' : '      ', { text, look: isThis ? 'hit' : 'quiet' }];
  });
}
