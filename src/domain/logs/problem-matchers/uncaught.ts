import { above } from './lines';
import { foundAt } from './locations';
import type { LineFinding, LineReader } from './shapes';
import { isForeign } from './stacks';

/** Maximum number of frames of one stack, of lines of its message, of those with drawings, and of stacks with causes. */
const MAX_FRAMES = 80;
const MAX_OF_MESSAGE = 6;
const MAX_OF_DRAWN_MESSAGE = 60;
const MAX_CAUSES = 10;

/** `at com.acme.Cart.total(Cart.java:12)`: the folders are those of the package. */
const JAVA_FRAME =
  /^\s*at (?:[\w.@-]*\/){0,2}((?:[\w$]+\.)*)[\w$]+\.[\w$<>]+\((([\w$]+\.(?:java|kt|scala|groovy)):(\d{1,7}))\)\s*$/;
const ANY_JAVA_FRAME = /^\s+(?:at [\w$.@/-]+|\.\.\. \d+ (?:more|common))/;
/** Packages of runtimes and of test libraries. */
const JAVA_LIBRARIES =
  /^(?:java|javax|jakarta|jdk|sun|com\/sun|kotlin|kotlinx|scala|groovy|groovyjarjar\w*|junit|org\/(?:junit|opentest4j|testng|assertj|hamcrest|mockito|gradle|codehaus|apache|springframework|hibernate|scalatest|spockframework|jetbrains|eclipse)|io\/(?:netty|kotest|mockk)|reactor)\//;
const CAUSE = /^\s*(?:Caused by|Suppressed): (.*)$/;
/** An error that ended the program. */
const UNCAUGHT = /^(?:Exception in thread "[^"]*" |Caught: )(.*)$/;
/** A heading of a failed test directly above its error. */
const FAILED_TEST = /<<< (?:FAILURE|ERROR)!\s*$|^\S.* > .* FAILED$|^\s*Caused an ERROR$/;

/** A frame; a problem if it is the first one in the user's code, and the error wasn't handled. */
export function javaFrame(text: string, at: number, read: LineReader): LineFinding | undefined {
  const match = JAVA_FRAME.exec(text);
  if (match === null) return undefined;
  const [, folders = '', place = '', file = '', line] = match;
  const path = `${folders.replaceAll('.', '/')}${file}`;
  const found = foundAt({ start: text.lastIndexOf(place), text: place }, { path, line });
  if (JAVA_LIBRARIES.test(path)) return found;
  const top = topOf(at, read);
  const message = top === undefined ? undefined : javaMessage(top, read);
  return message === undefined ? found : { ...found, problem: { severity: 'error', message } };
}

/** The line above the frames, unless another frame in the user's code comes first. */
function topOf(at: number, read: LineReader): number | undefined {
  for (let other = at - 1; other >= Math.max(0, at - MAX_FRAMES); other--) {
    const text = read(other);
    if (!ANY_JAVA_FRAME.test(text)) return other;
    const [, folders, , file] = JAVA_FRAME.exec(text) ?? [];
    if (folders !== undefined && !JAVA_LIBRARIES.test(`${folders.replaceAll('.', '/')}${file ?? ''}`))
      return undefined;
  }
  return undefined;
}

/** The message of an error that wasn't handled. For a cause, the first error of the stack decides. */
function javaMessage(top: number, read: LineReader): string | undefined {
  const cause = CAUSE.exec(read(top))?.[1];
  let head = top;
  for (let causes = 0; CAUSE.test(read(head)); causes++) {
    let other = head - 1;
    while (other >= Math.max(0, head - MAX_FRAMES) && ANY_JAVA_FRAME.test(read(other))) other--;
    if (causes === MAX_CAUSES || other === head - 1) return undefined;
    head = other;
  }
  for (let other = head; other >= Math.max(0, head - MAX_OF_MESSAGE); other--) {
    const text = read(other);
    const own = UNCAUGHT.exec(text)?.[1];
    if (own !== undefined) return cause ?? own;
    if (FAILED_TEST.test(text) && other < head) {
      const message = read(other + 1).trim();
      return cause ?? (message === 'null' ? read(head).trim() : message);
    }
    if (text.trim() === '') return cause ?? drawnAssertion(other, read);
  }
  return undefined;
}

/** `Caught: Assertion failed:` with the values below the expression, possibly printed twice. */
function drawnAssertion(from: number, read: LineReader): string | undefined {
  for (let other = from; other >= Math.max(0, from - MAX_OF_DRAWN_MESSAGE); other--) {
    const text = read(other);
    if (UNCAUGHT.test(text)) return /: Assertion failed\b/.test(text) ? text.trim() : undefined;
    if (ANY_JAVA_FRAME.test(text)) return undefined;
  }
  return undefined;
}

/** `File "src/a.py", line 12, in total`, `***   File "src/a.py", line 1` */
const PYTHON_FRAME = /^(?:E\s|\*{3}\s)?(\s*)File ("([^"]+\.\w+)", line (\d{1,7}))/;
/** Progress can be on the same line. */
const TRACEBACK = /\bTraceback \(most recent call last\):/;
/** Errors without a traceback. */
const UNREADABLE = /^(?:Syntax|Indentation|Tab)Error: /;
const PYTHON_TEST = /^(?:FAIL|ERROR): \S/;
const RULE = /^-{20,}$/;
/** Lines after the error of a script that failed: the end of the log, or another tool that reports it. */
const AFTER_FAILURE =
  /^(?:$|ERROR: |make(?:\[\d+\])?: \*\*\*|npm (?:ERR!|error)|error Command failed|Cleaning up |Uploading artifacts|Running after_script|Saving cache|section_|subprocess\.CalledProcessError|\(Background on this error at: )/;
const MAX_AFTER = 3;

/**
 * The last frame of a traceback in the user's code is the problem, if the script ended or a test failed. The
 * others are only locations.
 */
export function pythonFrame(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, indent, place = '', path = '', line] = PYTHON_FRAME.exec(text) ?? [];
  if (indent === undefined) return undefined;
  const found = foundAt({ start: text.indexOf(place), text: place }, { path, line });
  if (isForeign(path) || text.startsWith('E')) return found;
  const error = errorBelow(at, indent.length, read);
  if (error === undefined) return found;
  const message = read(error).trim();
  const top = above(at, MAX_FRAMES, read, TRACEBACK)?.line;
  const isError = top !== undefined || UNREADABLE.test(message);
  const isFinal = (top !== undefined && isOfTest(top, read)) || (isError && wasLast(error, read));
  return isFinal ? { ...found, problem: { severity: 'error', message } } : found;
}

/** The line with the error, unless another frame in the user's code comes first. */
function errorBelow(at: number, indent: number, read: LineReader): number | undefined {
  for (let other = at + 1; other < at + MAX_FRAMES; other++) {
    const text = read(other);
    const inner = PYTHON_FRAME.exec(text)?.[3];
    if (inner !== undefined) {
      if (!isForeign(inner)) return undefined;
    } else if (text.trim() === '') return undefined;
    else if (text.search(/\S/) < Math.max(1, indent)) return other;
  }
  return undefined;
}

/** The name of the test, possibly its description, and a rule. */
const isOfTest = (top: number, read: LineReader): boolean =>
  RULE.test(read(top - 1)) && [2, 3].some((away) => PYTHON_TEST.test(read(top - away)));

function wasLast(error: number, read: LineReader): boolean {
  let last = error;
  // Further lines of the message.
  while (last < error + MAX_OF_MESSAGE && /^\s+\S/.test(read(last + 1))) last++;
  for (let other = last + 1; other <= last + MAX_AFTER; other++) {
    const text = read(other).trim();
    if (!AFTER_FAILURE.test(text)) return false;
    if (text !== '') return true;
  }
  return true;
}

/** `    #0 0x4c3b in total /app/src/cart.c:12:5`, `==12==    by 0x10: main (cart.c:12)` */
const SANITIZER_FRAME =
  /^\s*#\d+ 0x[\da-f]+ in .*? ((\S*\.(?:c|cc|cpp|cxx|h|hpp|m|mm|rs|go|swift)):(\d{1,7})(?::(\d{1,7}))?)$/i;
const VALGRIND_FRAME =
  /^==\d+==\s+(?:at|by) 0x[\dA-F]+: .*\(((\S*\.(?:c|cc|cpp|cxx|h|hpp|m|mm)):(\d{1,7}))\)$/;
const ANY_NATIVE_FRAME = /^\s*#\d+ 0x|^==\d+==\s+(?:at|by) 0x/;
const SANITIZER = /^==\d+==\s*(?:ERROR|WARNING): (\w+Sanitizer: .*)$/;
const VALGRIND = /^==\d+== (?! )(\S.*)$/;

/** Code of libraries, and of the sanitizer's replacements of library functions. */
const isNotOwn = (path: string): boolean =>
  isForeign(path) || /(?:^|\/)(?:libsanitizer|compiler-rt)\//.test(path);

/** The first frame in the user's code below the message of a sanitizer or of valgrind is the problem. */
export function nativeFrame(text: string, at: number, read: LineReader): LineFinding | undefined {
  const frameOf = (line: string) => SANITIZER_FRAME.exec(line) ?? VALGRIND_FRAME.exec(line);
  const [, place = '', path = '', line, column] = frameOf(text) ?? [];
  if (line === undefined) return undefined;
  const found = foundAt({ start: text.lastIndexOf(place), text: place }, { path, line, column });
  if (isNotOwn(path)) return found;
  for (let other = at - 1; other >= Math.max(0, at - MAX_FRAMES); other--) {
    const lineText = read(other);
    const message = (SANITIZER.exec(lineText) ?? VALGRIND.exec(lineText))?.[1];
    if (message !== undefined) return { ...found, problem: { severity: 'error', message } };
    const earlier = frameOf(lineText)?.[2];
    if (earlier !== undefined && !isNotOwn(earlier)) return found;
    if (!ANY_NATIVE_FRAME.test(lineText) && !/^(?:READ|WRITE) of size |^==\d+==\s*$/.test(lineText))
      return found;
  }
  return found;
}
