import { frameIn, type StackFamily } from './families';
import {
  finishedTraces,
  firstParagraph,
  frameOf,
  MAX_ABOVE,
  type OpenTrace,
  openTrace,
  type StackReader,
} from './parts';

/** Returns a reader for stacks whose frames are below the error, newest first. */
export const familyReader =
  (family: StackFamily): StackReader =>
  (lines) => {
    const traces: OpenTrace[] = [];
    /** The errors whose frames aren't complete: each is the cause of the previous one. */
    let chain: OpenTrace[] = [];
    let isInStack = false;
    for (const [at, line] of lines.entries()) {
      const text = line.trim();
      const frame = frameIn(family, text);
      if (frame !== undefined) {
        if (!isInStack) traces.push(...(chain = errorsAbove(family, lines, at)));
        isInStack = true;
        chain.at(-1)?.frames.push(frameOf(family.language, frame));
      } else if (isInStack && family.endOfCause?.test(text) === true) {
        // The last error has no further frames.
        if (chain.length > 1) chain.pop();
      } else if (family.between?.test(text) !== true) isInStack = false;
    }
    return finishedTraces(family.language, traces);
  };

/** Returns the errors whose stack begins at a line, the one that was caught first. */
function errorsAbove(family: StackFamily, lines: readonly string[], at: number): OpenTrace[] {
  const heading = headingLine(family, lines, at);
  if (heading === undefined) return [openTrace()];
  const written = firstParagraph(lines.slice(heading, at).map((line) => line.trim())).join('\n');
  const errors = family.cause === undefined ? [written] : written.split(family.cause);
  return errors.map((error) => errorIn(family, error));
}

/** Returns the nearest line above the first frame that is a heading, without those of causes and further stacks. */
function headingLine(family: StackFamily, lines: readonly string[], at: number): number | undefined {
  let further: number | undefined;
  for (let above = at - 1; above >= Math.max(0, at - MAX_ABOVE); above--) {
    const text = (lines[above] ?? '').trim();
    if (frameIn(family, text) !== undefined || family.endOfCause?.test(text) === true) break;
    const isCause = text.startsWith('---> ') && family.cause?.test(text) === true;
    if (!isCause && family.headings.some((each) => each.test(text))) return above;
    if (family.furtherHeading?.test(text) === true) further ??= above;
  }
  return further;
}

function errorIn({ headings, furtherHeading }: StackFamily, error: string): OpenTrace {
  const [first = '', ...rest] = error.trim().split('\n');
  const patterns = furtherHeading === undefined ? headings : [...headings, furtherHeading];
  const found = patterns.map((each) => each.exec(first)?.groups).find((groups) => groups !== undefined);
  return found === undefined
    ? openTrace(undefined, first, ...rest)
    : openTrace(found['type'], found['message'] ?? '', ...rest);
}
