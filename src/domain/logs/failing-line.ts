import { failingPart, type LinesOfPart, type LogLines, MAX_TAIL_LINES, runnersCause } from './failing-part';
import {
  CONSEQUENCE,
  FAILURE_KINDS,
  type FailureKind,
  HARMLESS,
  LOCATED_ERROR,
  LOCATED_WARNING,
  RED_TEXT,
} from './failure-lines';
import { withoutPrefixes } from './problem-matchers/prefixes';
import type { LogFinding } from './problem-matchers/shapes';

/** The rest of a longer line is ignored. */
const MAX_LINE_LENGTH = 200;
/** Numbers of the theme's red, of the bright one, and of the reds of the palette that tools use. */
const RED: ReadonlySet<number | undefined> = new Set([1, 9, 124, 160, 196, 203]);

const ALL_KINDS: readonly FailureKind[] = [...FAILURE_KINDS, LOCATED_ERROR, LOCATED_WARNING, RED_TEXT];

/**
 * The most relevant line in the log of a failed job: what the runner reports if it isn't the script's failure;
 * or else the line that best explains the failure of the script's last command (see `FAILURE_KINDS`), or its
 * last line with content. `findings`: the problems in the part that failed.
 */
export function failingLine(trace: LogLines, findings: readonly LogFinding[]): number {
  return runnersCause(trace) ?? bestLine(trace, failingPart(trace), findings);
}

function bestLine(trace: LogLines, { first, last }: LinesOfPart, findings: readonly LogFinding[]): number {
  const located = locatedKinds(findings);
  let best: { readonly line: number; readonly score: number } | undefined;
  /** The lines below, as far as they are one message: their kind, and whether they are the best so far. */
  let message: { readonly kind: FailureKind; readonly isBest: boolean } | undefined;
  /** Number of lines of output between the line and the end. */
  let after = 0;
  for (let line = last; line >= Math.max(first, last - MAX_TAIL_LINES); line--) {
    const text = trace.head(line, MAX_LINE_LENGTH).trimStart();
    if (text === '') {
      message = undefined;
      continue;
    }
    const content = withoutPrefixes(text).trimStart();
    // The last line with content is used if there is nothing better.
    best ??= { line, score: 0 };
    if (best.score >= highestScore(after) && message?.isBest !== true) break;
    const isConsequence = CONSEQUENCE.test(text) || CONSEQUENCE.test(content);
    const kind = isConsequence ? undefined : (located.get(line) ?? kindOf(trace, line, [text, content]));
    if (kind !== undefined) {
      const score = scoreOf(kind, after);
      const isSame = kind.isParagraph === true && kind === message?.kind;
      const isBest = (isSame && message?.isBest === true) || score > best.score;
      if (isBest) best = { line, score: Math.max(score, best.score) };
      message = { kind, isBest };
    } else if (!isConsequence) message = undefined;
    if (!isConsequence) after++;
  }
  if (best !== undefined && best.score > 0) return best.line;
  // An error far above the end is more useful than output without an error.
  return findings.findLast(({ problem }) => problem?.severity === 'error')?.logLine ?? best?.line ?? last;
}

const scoreOf = ({ weight, slope }: FailureKind, after: number): number => weight - slope * after;
const highestScore = (after: number): number => Math.max(...ALL_KINDS.map((kind) => scoreOf(kind, after)));

/** The most severe kind of problem for each line. */
function locatedKinds(findings: readonly LogFinding[]): ReadonlyMap<number, FailureKind> {
  const kinds = new Map<number, FailureKind>();
  for (const { logLine, problem } of findings) {
    if (problem?.severity === 'error') kinds.set(logLine, LOCATED_ERROR);
    if (problem?.severity === 'warning' && !kinds.has(logLine)) kinds.set(logLine, LOCATED_WARNING);
  }
  return kinds;
}

/** `forms`: the line, and the line without the prefixes of runners. */
function kindOf(trace: LogLines, line: number, forms: readonly string[]): FailureKind | undefined {
  const isHarmless = forms.some((text) => HARMLESS.test(text));
  const found = FAILURE_KINDS.find(
    (kind) =>
      (!isHarmless || kind.isOfTest === true) &&
      forms.some((text) => kind.expression.test(text)) &&
      kind.unlessNext?.test(trace.head(line + 1, MAX_LINE_LENGTH)) !== true,
  );
  return found ?? redKind(trace, line);
}

function redKind(trace: LogLines, line: number): FailureKind | undefined {
  return trace
    .runs(line, MAX_LINE_LENGTH)
    .some(({ style, start, end }) => end > start && RED.has(trace.style(style).foreground))
    ? RED_TEXT
    : undefined;
}
