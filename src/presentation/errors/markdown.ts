import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { markdownLink } from '../shared/links';
import { moment } from '../shared/time-labels';
import { countFacts, type ErrorFacts, frameName, frameWhere, traceTitle } from './labels';
import { errorTitle } from './page';

/** Returns an error as Markdown, for an issue or a chat. Escapes all text from servers and applications. */
export function errorMarkdown(
  error: ErrorFacts | undefined,
  traces: readonly StackTrace[],
  page: string | undefined,
): string {
  const title = errorTitle(error, traces);
  const name = page === undefined ? escaped(title) : markdownLink(title, page);
  const facts = [
    [t('Location'), error?.culprit],
    ...countFacts(error),
    [t('First seen'), moment(error?.firstSeen)],
    [t('Last seen'), moment(error?.lastSeen)],
    [t('Release'), error?.lastReleaseVersion],
  ].flatMap(([label, value]) =>
    value === undefined || value === null || value === '' ? [] : [`- ${label ?? ''}: ${escaped(value)}`],
  );
  const code = traces.map(traceText).join('\n');
  return [
    `**${name}**`,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...(code === '' ? [] : [fenced(code)]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns a stack trace as text: `TypeError: … / at total (src/cart.ts:18:3)`. */
function traceText(trace: StackTrace, index: number): string {
  const title = index === 0 ? traceTitle(trace) : t('Caused by {0}', traceTitle(trace));
  return [title, ...trace.frames.map((frame) => `    ${frameText(frame)}`)].join('\n');
}

/** Returns a frame as one line, for copying: `priceOf (src/cart/price.ts:42:17)`. */
export function frameText(frame: StackFrame): string {
  const where = frameWhere(frame);
  return where === '' ? frameName(frame) : `${frameName(frame)} (${where})`;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>()#|~&!]/g, '\\$&');
