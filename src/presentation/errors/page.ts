import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { type Detail, detailsOf } from '../shared/row';
import {
  type PageLine,
  type PageLink,
  type PagePart,
  type PagePiece,
  type PageStyle,
  pageTable,
  type TextPage,
  textPage,
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
  /** Undefined for a pasted stack trace. */
  readonly error: ErrorFacts | undefined;
  /** The stack trace of the error, then those of its causes; undefined until loaded. */
  readonly traces: readonly StackTrace[] | undefined;
  /** When the stack trace was pasted, in Unix milliseconds. */
  readonly pastedAt: number | undefined;
  /** Why data is missing. */
  readonly problem: string | undefined;
  readonly now: number;
  /** Returns the link of a frame. */
  readonly linkOf: (trace: number, frame: number) => PageLink;
}

/** Returns the server's title, or else the title of the first stack trace. */
export function errorTitle(
  error: Pick<ErrorFacts, 'title'> | undefined,
  traces: readonly StackTrace[] | undefined,
): string {
  const [first] = traces ?? [];
  return error?.title ?? (first === undefined ? t('Error') : traceTitle(first));
}

/** Returns the document: facts, then each stack trace with its code. */
export function errorPage(state: ErrorPageState): TextPage {
  const { error, traces, problem } = state;
  const lines: PageLine[] = [
    [styled(errorTitle(error, traces), 'title')],
    ...messageLines(error, traces),
    [],
    ...table(factsOf(state)),
    ...(problem === undefined ? [] : [[], [styled(problem, 'bad')]]),
  ];
  const parts: PagePart[] = (traces ?? []).map((trace, index) => tracePart(trace, index, state));
  if (traces === undefined && problem === undefined) parts.push({ lines: [[], [t('Loading stack trace…')]] });
  if (traces?.length === 0) parts.push({ lines: [[], [t('The latest event has no stack trace')]] });
  return textPage([{ lines }, ...parts]);
}

/** Returns the lines of the message, unless the title contains it. */
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

/** Returns a piece of a line. A literal could have other properties without an error from the compiler. */
const styled = (text: string, style?: PageStyle, link?: PageLink): PagePiece => ({ text, style, link });

/** Formats names and values in two columns. */
const table = (rows: readonly Detail[]): readonly PageLine[] =>
  pageTable(rows.map(({ name, value }) => [styled(name, 'quiet'), value]));

function tracePart(trace: StackTrace, index: number, { linkOf }: ErrorPageState): PagePart {
  const name =
    index === 0 ? t('Stack trace (most recent call first)') : t('Caused by {0}', traceTitle(trace));
  return {
    name,
    lines: [
      [],
      [styled(name, 'title')],
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
    styled(name, isLibrary ? 'quiet' : undefined),
    ...(where === '' ? [] : ['  ', styled(where, isLibrary ? 'quiet' : undefined, link)]),
  ];
  return isLibrary ? [head] : [head, ...codeLines(frame)];
}

/** Returns the code around a frame. The frame's line is marked. */
function codeLines({ line, context }: StackFrame): PageLine[] {
  const width = Math.max(0, ...context.map((each) => String(each.line).length));
  return context.map(({ line: number, code }) => {
    const isThis = number === line;
    const text = `${String(number).padStart(width)}  ${code.replaceAll('\t', '  ')}`;
    return [isThis ? '    > ' : '      ', styled(text, isThis ? 'hit' : 'quiet')];
  });
}
