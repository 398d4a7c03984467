import type { Found, LineReader } from './problems-shapes';
import { foundAt, PATH } from './problems-places';

/** Frames of one stack that are looked back over, and lines above them in which the error is told. */
const MOST_FRAMES = 60;
const MOST_BETWEEN = 30;

const SCRIPT_FRAME = new RegExp(
  String.raw`^\s*(?:at|❯)\s(?:.*[\s(])?(?:file://)?((${PATH}):(\d{1,7}):(\d{1,7}))\)?\s*$`,
);
const ANY_FRAME = /^\s*(?:at|❯)\s/;
/** Code that nobody who reads the log has written. */
const FOREIGN =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|\.cargo|\.rustup)[\\/]|^node:|^internal\/|^\/usr\//;
/** `TypeError: …`, `AssertionError [ERR_ASSERTION]: …`, `java.lang.IllegalStateException: …` */
const ERROR = /(?:^|[\s.])[\w$.]*(?:Error|Exception)\b[^:]{0,60}(?::|$)/;

/** `at f (src/a.ts:4:17)`. The first of a stack that is the reader's own code is the problem, the rest are places. */
export function scriptFrame(text: string, at: number, read: LineReader): Found | undefined {
  if (!ANY_FRAME.test(text)) return undefined;
  const match = SCRIPT_FRAME.exec(text);
  if (match === null) return undefined;
  const [, place = '', path = '', line, column] = match;
  const found = foundAt(text.lastIndexOf(place), place, path, line, column, undefined);
  if (FOREIGN.test(path)) return found;
  let above = at - 1;
  for (; above >= Math.max(0, at - MOST_FRAMES) && ANY_FRAME.test(read(above)); above--) {
    const earlier = SCRIPT_FRAME.exec(read(above))?.[2];
    if (earlier !== undefined && !FOREIGN.test(earlier)) return found;
  }
  const message = told(above, read);
  return message === undefined ? found : { ...found, problem: { severity: 'error', message } };
}

/** What the lines above a stack say: the nearest that names an error, else the nearest that says anything. */
function told(from: number, read: LineReader): string | undefined {
  let nearest: string | undefined;
  for (let above = from; above >= Math.max(0, from - MOST_BETWEEN); above--) {
    const text = read(above).trim();
    if (ANY_FRAME.test(text)) break;
    if (ERROR.test(text)) return text;
    if (text !== '') nearest ??= text;
  }
  return nearest;
}

/** `at com.acme.Cart.total(Cart.java:12)`: the folders are those of the package. */
const JAVA_FRAME =
  /^\s*at (?:[\w.]+\/)?((?:[\w$]+\.)*)[\w$]+\.[\w$<>]+\((([\w$]+\.(?:java|kt|scala|groovy)):(\d{1,7}))\)\s*$/;

export function javaFrame(text: string): Found | undefined {
  const match = JAVA_FRAME.exec(text);
  if (match === null) return undefined;
  const [, folders = '', place = '', file = '', line] = match;
  return foundAt(
    text.lastIndexOf(place),
    place,
    `${folders.replaceAll('.', '/')}${file}`,
    line,
    undefined,
    undefined,
  );
}

/** `File "src/a.py", line 12, in total`: the last one of a traceback is where it went wrong, which only later lines tell. */
const PYTHON_FRAME = /^\s*File ("([^"]+\.\w+)", line (\d{1,7}))/;

export function pythonFrame(text: string): Found | undefined {
  const match = PYTHON_FRAME.exec(text);
  if (match === null) return undefined;
  const [, place = '', path = '', line] = match;
  return foundAt(text.indexOf(place), place, path, line, undefined, undefined);
}
