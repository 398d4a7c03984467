import { languageOfFiles } from './file-language';
import { isOwnCode } from './own-code';
import type { StackTrace } from './stack-trace';

/** A stack trace from GraphQL, oldest call first. */
export interface ServerStackTrace {
  readonly stackTraceEntries?:
    | readonly {
        readonly fileName?: string | null | undefined;
        readonly function?: string | null | undefined;
        readonly line?: number | null | undefined;
        readonly col?: number | null | undefined;
        readonly traceContext?:
          | readonly { readonly line: number; readonly code: string }[]
          | null
          | undefined;
      }[]
    | null
    | undefined;
}

/** The message of the tracked error itself: `TypeError: no rate`, and the part after the type. */
export interface ServerError {
  readonly title?: string | null | undefined;
  readonly message?: string | null | undefined;
  /** `error`, or `default` for a message without an exception. */
  readonly type?: string | null | undefined;
}

/**
 * The latest stack trace of a tracked error. The server doesn't send the language, which is derived from the
 * files.
 */
export function stackTraceFromServer(
  { stackTraceEntries }: ServerStackTrace,
  error: ServerError | undefined,
): StackTrace {
  const entries = stackTraceEntries ?? [];
  const language = languageOfFiles(entries.map(({ fileName }) => fileName ?? ''));
  const frames = entries.map(({ fileName, function: name, line, col, traceContext }) => ({
    file: fileName ?? '',
    function: name ?? undefined,
    line: positive(line),
    column: positive(col),
    own: isOwnCode(language, fileName ?? '', name ?? undefined),
    context: (traceContext ?? []).map(({ line: number, code }) => ({ line: number, code })),
  }));
  return {
    language,
    ...typeAndMessageOf(error ?? {}),
    frames: frames.reverse(),
  };
}

/** The title starts with the name of the exception. */
function typeAndMessageOf({ title, message, type }: ServerError): Pick<StackTrace, 'type' | 'message'> {
  const [titleText, messageText] = [title ?? '', message ?? ''];
  const at =
    messageText !== '' && titleText.endsWith(`: ${messageText}`)
      ? titleText.length - messageText.length - 2
      : titleText.indexOf(': ');
  const name = at === -1 ? titleText : titleText.slice(0, at);
  // Names contain no spaces, so such a title is only a message, as is that of a plain message.
  if (type === 'default' || /\s/.test(name) || titleText === messageText) {
    return { type: undefined, message: filled(messageText === '' ? titleText : messageText) };
  }
  return { type: filled(name), message: filled(at === -1 ? messageText : titleText.slice(at + 2)) };
}

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Zero means that the number isn't known. */
const positive = (number: number | null | undefined): number | undefined =>
  number === null || number === undefined || number <= 0 ? undefined : number;
