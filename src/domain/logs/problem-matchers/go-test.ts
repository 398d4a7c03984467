import { LruMap } from '../../../base/lru-map';
import { foundAt } from './locations';
import type { LineFinding, LineReader, LogFinding } from './shapes';

/** `    price_test.go:12: got 1, want 2`: a test's log output, whether it fails or not. */
const LOGGED = new RegExp(String.raw`^ {4,}(([\w.-]+\.go):(\d{1,7})):(?: (.*))?$`);
/** Lines that state which test's output follows, and optionally its result. */
const HEAD = new RegExp(
  String.raw`^\s*(?:(---|===) (PASS|FAIL|SKIP|RUN|NAME|CONT|PAUSE):?\s+(?:\S+ (?=\S+ \())?(\S+))`,
);
/** Maximum number of lines per test, and of all tests until one is reported as failed. */
const MAX_OF_TEST = 200;
const MAX_TO_RUN = 1_000;
/** Maximum number of tests whose output is remembered. */
const MAX_TESTS = 2_000;

interface Head {
  readonly line: number;
  readonly ends: boolean;
  readonly verdict: string;
  readonly name: string;
}

/** Results of tests in the lines above. They are parsed once, however many tests fail in a row. */
class GoTests {
  readonly #read: LineReader;
  #next = 0;
  #head: Head | undefined;
  /** Output lines of each running test, by name. */
  readonly #written = new LruMap<string, number[]>(MAX_TESTS);
  #lastReported: { readonly at: number; readonly lines: readonly number[] } | undefined;

  constructor(read: LineReader) {
    this.#read = read;
  }

  /** The nearest line above that names a test. */
  headAbove(at: number): Head | undefined {
    this.#readTo(at);
    return this.#head === undefined || at - this.#head.line > MAX_OF_TEST ? undefined : this.#head;
  }

  /** Output lines of a test that failed; each is reported once. */
  linesOf(name: string, at: number): readonly number[] {
    if (this.#lastReported?.at === at) return this.#lastReported.lines;
    this.#readTo(at);
    const lines = (this.#written.peek(name) ?? []).filter((line) => line >= at - MAX_TO_RUN);
    this.#written.delete(name);
    this.#lastReported = { at, lines };
    return lines;
  }

  #readTo(at: number): void {
    if (at < this.#next) this.#forget();
    for (let line = Math.max(this.#next, at - MAX_TO_RUN, 0); line < at; line++) {
      const text = this.#read(line);
      this.#next = line + 1;
      const [, mark, verdict = '', name = ''] = HEAD.exec(text) ?? [];
      if (mark !== undefined) this.#begin({ line, ends: mark === '---', verdict, name });
      else if (this.#head !== undefined && LOGGED.test(text)) this.#write(this.#head, line);
    }
  }

  #begin(head: Head): void {
    this.#head = head;
    if (head.ends || (head.verdict !== 'RUN' && this.#written.has(head.name))) return;
    this.#written.set(head.name, []);
  }

  #write({ ends, name }: Head, line: number): void {
    // If output follows a result, none precedes it.
    if (ends) this.#written.clear();
    else this.#written.peek(name)?.push(line);
  }

  #forget(): void {
    this.#next = 0;
    this.#head = undefined;
    this.#written.clear();
  }
}

const known = new WeakMap<LineReader, GoTests>();

function testsIn(read: LineReader): GoTests {
  const tests = known.get(read) ?? new GoTests(read);
  known.set(read, tests);
  return tests;
}

/**
 * A test's output is a problem below `--- FAIL`. Below `=== RUN` (`go test -v`) the result isn't known yet:
 * it is a location, and becomes a problem if the test fails.
 */
export function goTest(text: string, at: number, read: LineReader): LineFinding | undefined {
  const logged = LOGGED.exec(text);
  if (logged === null) return undefined;
  const head = testsIn(read).headAbove(at);
  return placeOf(logged, head?.verdict === 'FAIL' ? head.name : undefined, detailsBelow(at, read));
}

/** testify prints the message in a table below an empty line. */
const TESTIFY_ERROR = /^\s+Error: {2,}\t?\s*(\S.*)$/;
const TESTIFY_TRACE = /^\s+Error Trace:/;
const TESTIFY_MORE = /^\s+\t {8,}\t\s*(\S.*)$/;
const MAX_OF_TRACE = 12;
const MAX_OF_ERROR = 4;

function detailsBelow(at: number, read: LineReader): string {
  if (!TESTIFY_TRACE.test(read(at + 1))) return '';
  for (let other = at + 2; other < at + MAX_OF_TRACE; other++) {
    const first = TESTIFY_ERROR.exec(read(other))?.[1];
    if (first === undefined) continue;
    const details = [first.trim()];
    for (let more = other + 1; more < other + MAX_OF_ERROR; more++) {
      const text = TESTIFY_MORE.exec(read(more))?.[1];
      if (text === undefined) break;
      details.push(text.trim());
    }
    return details.join(' ');
  }
  return '';
}

/** If the first line of a test's output has no content, the details below it or the test's name are used. */
function placeOf(logged: RegExpExecArray, failed: string | undefined, details: string): LineFinding {
  const [text, place = '', path = '', line, output = ''] = logged;
  const link = { start: text.indexOf(place), text: place };
  if (failed === undefined) return foundAt(link, { path, line });
  const message = [output.trim(), details, failed].find((one) => one !== '') ?? failed;
  return foundAt(link, { path, line }, { severity: 'error', message });
}

/** The output of a failed test since it began, which consisted only of locations until now. */
export function failedAbove(text: string, at: number, read: LineReader): readonly LogFinding[] {
  const [, dashes, verdict, failed] = HEAD.exec(text) ?? [];
  if (dashes !== '---' || verdict !== 'FAIL' || failed === undefined) return [];
  return testsIn(read)
    .linesOf(failed, at)
    .flatMap((line) => {
      const lineText = read(line);
      const logged = LOGGED.exec(lineText);
      return logged === null ? [] : [{ ...placeOf(logged, failed, detailsBelow(line, read)), logLine: line }];
    });
}
