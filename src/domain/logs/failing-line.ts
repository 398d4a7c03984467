import { failingPart, type LinesOfPart, type LogLines, runnersCause } from './failing-part';
import {
  CONSEQUENCE,
  FAILURE_KINDS,
  type FailureKind,
  HARMLESS,
  LOCATED_ERROR,
  LOCATED_WARNING,
  NO_FAILURES,
  RED_TEXT,
} from './failure-lines';
import { isGeneral } from './general-lines';
import { messageLine } from './message-line';
import { formsOf } from './problem-matchers/prefixes';
import type { LogFinding } from './problem-matchers/shapes';

/** The rest of a longer line is ignored. */
const MAX_LINE_LENGTH = 200;
/** Numbers of the theme's red, of the bright one, and of the reds of the palette that tools use. */
const RED: ReadonlySet<number | undefined> = new Set([1, 9, 124, 160, 196, 203]);

const ALL_KINDS: readonly FailureKind[] = [...FAILURE_KINDS, LOCATED_ERROR, LOCATED_WARNING, RED_TEXT];
/** Score of a line that only states that something failed. */
const GENERAL_SCORE = 10;

/** `npm error gyp ERR! stack Error: …`: tools repeat what other tools print. */
const TAGS = /^(?:(?:[a-z][\w-]{0,20} )?(?:ERR!|error) ){1,4}(?=\S)/;
/** Number of shapes of lines that count as close by. */
const MAX_SHAPES = 12;
const NOTHING_FAILED = /\b(?:0|no) (?:errors?|failures?|problems?|issues?)\b/i;
/** A frame of a stack: the message is above it. */
const FRAME = /^at \S.*(?:\(|:\d)/;
const HAS_LETTERS = /[\p{L}\p{N}]/u;

/** Adjacent lines that are one message. */
interface Message {
  readonly kind: FailureKind;
  /** Whether its last line has the highest score so far. */
  readonly isBest: boolean;
}

interface Best {
  readonly line: number;
  readonly score: number;
  /** The list that the line is an item of, and its number. */
  readonly item?: ListItem | undefined;
}

/** The beginning of an item of a list, such as `✘` or `2)`. */
interface ListItem {
  readonly kind: FailureKind;
  readonly mark: string;
  /** Undefined without numbers. */
  readonly number: number | undefined;
}

/**
 * Finds the most relevant line in the log of a failed job, in steps: what the runner reports if it isn't the
 * script's failure; or else the line that best explains the failure of the script's last command (see
 * `FAILURE_KINDS`), or its last line with content.
 */
export class FailingLine {
  readonly #trace: LogLines;
  readonly #findings: readonly LogFinding[];
  readonly #located: ReadonlyMap<number, FailureKind>;
  readonly #part: LinesOfPart;
  readonly #cause: number | undefined;
  #next: number;
  #best: Best | undefined;
  /** The message that the line below belongs to. */
  #message: Message | undefined;
  /** Number of lines of output between the line and the end, without those that have the shape of a line close by. */
  #after = 0;
  /** The shapes of lines below, the latest last. */
  readonly #shapes = new Set<string>();

  /** `findings`: the problems in the part that failed. */
  constructor(trace: LogLines, findings: readonly LogFinding[]) {
    this.#trace = trace;
    this.#findings = findings;
    this.#located = locatedKinds(findings);
    this.#part = failingPart(trace);
    this.#cause = runnersCause(trace);
    this.#next = this.#part.last;
  }

  /** Reads lines from the end on until `stop` returns true, which is called after each line; returns true at the end. */
  step(stop: () => boolean): boolean {
    if (this.#cause !== undefined) return true;
    for (let first = true; this.#next >= this.#part.first; first = false) {
      if (!first && stop()) return false;
      if (!this.#canImprove()) return true;
      this.#rate(this.#next);
      this.#next--;
    }
    return true;
  }

  /** The result, starting at 0. */
  get line(): number {
    if (this.#cause !== undefined) return this.#cause;
    const best = this.#best;
    // An error far above the end is more useful than output without an error.
    const far = this.#findings.findLast(({ problem }) => problem?.severity === 'error')?.logLine;
    const chosen = best !== undefined && best.score > GENERAL_SCORE ? best.line : (far ?? best?.line);
    return chosen === undefined ? this.#part.last : messageLine(chosen, this.#findings, this.#read);
  }

  readonly #read = (line: number): string =>
    line < this.#part.first || line > this.#part.last
      ? ''
      : this.#trace.head(line, MAX_LINE_LENGTH).trimStart();

  #canImprove(): boolean {
    return (
      this.#best === undefined ||
      this.#best.score < highestScore(this.#after) ||
      this.#message?.isBest === true
    );
  }

  #rate(line: number): void {
    const text = this.#read(line);
    if (!HAS_LETTERS.test(text)) {
      this.#message = undefined;
      return;
    }
    // The last line with content is used if there is nothing better.
    this.#best ??= { line, score: 0 };
    const forms = withoutTags(formsOf(line, this.#read));
    if (forms.some((form) => CONSEQUENCE.test(form) || (isGeneral(form) && !NOTHING_FAILED.test(form)))) {
      if (this.#best.score < GENERAL_SCORE) this.#best = { line, score: GENERAL_SCORE };
      return;
    }
    const kind = this.#located.get(line) ?? this.#kindOf(line, forms);
    this.#message = kind === undefined ? undefined : this.#add(line, kind, forms.at(-1) ?? text);
    this.#count(text);
  }

  /** The rows of a table, or the results of tests, don't separate the failure from the end. */
  #count(text: string): void {
    const shape = shapeOf(text);
    if (!this.#shapes.delete(shape)) this.#after++;
    this.#shapes.add(shape);
    if (this.#shapes.size <= MAX_SHAPES) return;
    for (const oldest of this.#shapes) {
      this.#shapes.delete(oldest);
      break;
    }
  }

  #add(line: number, kind: FailureKind, text: string): Message {
    const score = scoreOf(kind, this.#after);
    const highest = this.#best?.score ?? 0;
    const item = kind.isList === true ? listItem(kind, text) : undefined;
    const isSame = kind.isParagraph === true && kind === this.#message?.kind;
    const isBest =
      (isSame && this.#message?.isBest === true) ||
      score > highest ||
      (item !== undefined && isEarlier(item, this.#best?.item));
    if (isBest) this.#best = { line, score: Math.max(score, highest), item };
    return { kind, isBest };
  }

  #kindOf(line: number, forms: readonly string[]): FailureKind | undefined {
    const isHarmless = forms.some((text) => HARMLESS.test(text));
    const texts = forms.map((text) => text.replaceAll(NO_FAILURES, ''));
    const found = FAILURE_KINDS.find(
      (kind) =>
        (!isHarmless || kind.isOfTest === true) &&
        texts.some((text) => kind.expression.test(text)) &&
        kind.unlessNext?.test(this.#read(line + 1)) !== true,
    );
    return found ?? (this.#isRed(line) && !forms.some((text) => FRAME.test(text)) ? RED_TEXT : undefined);
  }

  #isRed(line: number): boolean {
    return this.#trace
      .runs(line, MAX_LINE_LENGTH)
      .some(({ style, start, end }) => end > start && RED.has(this.#trace.style(style).foreground));
  }
}

function listItem(kind: FailureKind, text: string): ListItem {
  const [start = ''] = /^\S*/.exec(text) ?? [];
  const [digits] = /\d+/.exec(text.slice(0, start.length + MAX_TO_NUMBER)) ?? [];
  return {
    kind,
    mark: start.replaceAll(/\d+/g, '0'),
    number: digits === undefined ? undefined : Number(digits),
  };
}
/** Number of characters behind the mark in which a number is searched, as in `not ok 3`. */
const MAX_TO_NUMBER = 4;

/** True for an item of the same list that is further up: of numbered ones, with a smaller number. */
const isEarlier = (item: ListItem, below: ListItem | undefined): boolean =>
  below !== undefined &&
  item.kind === below.kind &&
  item.mark === below.mark &&
  (item.number === below.number
    ? item.number === undefined
    : item.number !== undefined && below.number !== undefined && item.number < below.number);

/** With another form behind the names of tools. */
function withoutTags(forms: readonly string[]): readonly string[] {
  const inner = forms.at(-1) ?? '';
  const tags = TAGS.exec(inner)?.[0];
  return tags === undefined ? forms : [...forms, inner.slice(tags.length)];
}

/** Rows of a table have the same shape, whatever they contain. */
const shapeOf = (text: string): string =>
  text.replaceAll(/[\p{L}\p{N}_./\\-]+/gu, 'x').replaceAll(/\s+/g, ' ');

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
