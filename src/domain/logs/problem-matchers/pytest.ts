import { foundAt, PATH, SPACED_PATH } from './locations';
import type { LineFinding, LineReader } from './shapes';
import { isForeign } from './stacks';

/**
 * Maximum number of lines above a location that are searched for its message, and above a message for its
 * location.
 */
const FAR = 40;

const PLACE = new RegExp(
  String.raw`^((${SPACED_PATH}|${PATH}):(\d{1,7})): ((?:assert\b|(?:[\w.]+\.)?(?![A-Z]+\b)[A-Z]\w*(?=: |\s*$)).*)$`,
);
const FRAME = new RegExp(String.raw`^(${SPACED_PATH}|${PATH}):(\d{1,7}): in `);
const MESSAGE_LINE = /^E {3,}(\S.*)$/;
/** An empty line of a message. */
const EMPTY_LINE = /^E\s*$/;
/** Python names the file that it can't parse in the error itself. */
const UNREADABLE = /^E\s+File "([^"]+\.\w+)", line (\d{1,7})/;
const ERROR = /^\w*(?:Error|Exception)\b/;

/** pytest prints the message above its location, with `E` at the beginning of each line. */
export function pytestPlace(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, place = '', path = '', line, behind = ''] = PLACE.exec(text) ?? [];
  if (!path.endsWith('.py')) return undefined;
  let errorMessage: string | undefined;
  for (let above = at - 1; above >= Math.max(0, at - FAR); above--) {
    const messageLine = MESSAGE_LINE.exec(read(above))?.[1];
    if (messageLine !== undefined) errorMessage = messageLine;
    // Lines above another location belong to that one.
    else if (!EMPTY_LINE.test(read(above)) && (errorMessage !== undefined || PLACE.test(read(above)))) break;
  }
  const severity = /^\w*Warning\b/.test(behind) ? 'warning' : 'error';
  const message = (errorMessage ?? behind).trim();
  return foundAt({ start: 0, text: place }, { path, line }, { severity, message });
}

/**
 * With short tracebacks, the message is below the locations: the nearest one outside of libraries is the
 * problem.
 */
export function pytestMessage(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, message] = MESSAGE_LINE.exec(text) ?? [];
  if (message === undefined) return undefined;
  const link = { start: text.indexOf(message), text: message };
  const found = (path: string | undefined, line: string | undefined): LineFinding | undefined =>
    path === undefined ? undefined : foundAt(link, { path, line }, { severity: 'error', message });
  const isFirst = !MESSAGE_LINE.test(read(at - 1));
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
