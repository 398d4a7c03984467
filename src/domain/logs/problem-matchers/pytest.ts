import { foundAt, PATH, SPACED_PATH } from './locations';
import type { LineFinding, LineReader } from './shapes';
import { isForeign } from './stacks';

/** Lines above a place in which its words are looked for, and above words in which their place is. */
const FAR = 40;

const PLACE = new RegExp(
  String.raw`^((${SPACED_PATH}|${PATH}):(\d{1,7})): ((?:[A-Z]\w*|assert|[\w.]+\.[A-Z]\w*)\b.*)$`,
);
const FRAME = new RegExp(String.raw`^(${SPACED_PATH}|${PATH}):(\d{1,7}): in `);
const WORDS = /^E {3,}(\S.*)$/;
/** Python names the file that it cannot read in the error itself. */
const UNREADABLE = /^E\s+File "([^"]+\.\w+)", line (\d{1,7})/;
const ERROR = /^\w*(?:Error|Exception)\b/;

/** What pytest says of a failure stands above its place, each line marked `E`. */
export function pytestPlace(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, place = '', path = '', line, behind = ''] = PLACE.exec(text) ?? [];
  if (!path.endsWith('.py')) return undefined;
  let said: string | undefined;
  for (let above = at - 1; above >= Math.max(0, at - FAR); above--) {
    const words = WORDS.exec(read(above))?.[1];
    if (words !== undefined) said = words;
    // What is above another place belongs to that one.
    else if (said !== undefined || PLACE.test(read(above))) break;
  }
  const severity = /^\w*Warning\b/.test(behind) ? 'warning' : 'error';
  const message = (said ?? behind).trim();
  return foundAt({ start: 0, text: place }, { path, line }, { severity, message });
}

/** With short tracebacks the words stand below the places: the nearest that is not in a library is the problem's. */
export function pytestMessage(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, message] = WORDS.exec(text) ?? [];
  if (message === undefined) return undefined;
  const link = { start: text.indexOf(message), text: message };
  const found = (path: string | undefined, line: string | undefined): LineFinding | undefined =>
    path === undefined ? undefined : foundAt(link, { path, line }, { severity: 'error', message });
  const isFirst = !WORDS.test(read(at - 1));
  let nearest: RegExpExecArray | undefined;
  for (let above = at - 1; above >= Math.max(0, at - FAR); above--) {
    const line = read(above);
    const unreadable = UNREADABLE.exec(line);
    if (unreadable !== null) return ERROR.test(message) ? found(unreadable[1], unreadable[2]) : undefined;
    if (line.startsWith('E')) continue;
    const frame = FRAME.exec(line);
    if (frame !== null) {
      nearest ??= frame;
      if (!isForeign(frame[1] ?? '')) return isFirst ? found(frame[1], frame[2]) : undefined;
    } else if (!line.startsWith('    ')) break;
  }
  return isFirst ? found(nearest?.[1], nearest?.[2]) : undefined;
}
