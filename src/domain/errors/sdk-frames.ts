import type { SdkFrame } from '../../schemas/sdk-event';
import type { Language } from './languages';
import { isOwnCode } from './own-code';
import type { CodeLine, StackFrame } from './stack-trace';

const MAX_FRAMES = 250;
const MAX_CONTEXT = 40;

/** Languages whose SDKs send the package separately from the function. */
const WITH_PACKAGE: ReadonlySet<Language> = new Set(['go', 'java']);

/** Converts frames of SDKs (oldest first) to frames of the extension (newest first). */
export function framesOf(sent: readonly SdkFrame[], language: Language | undefined): readonly StackFrame[] {
  return sent
    .slice(-MAX_FRAMES)
    .map((frame) => frameOf(frame, language))
    .reverse();
}

function frameOf(frame: SdkFrame, language: Language | undefined): StackFrame {
  const name = nameOf(frame, language);
  const file = fileOf(frame);
  const line = positive(frame.lineno ?? frame.lineNo ?? frame.line);
  return {
    file,
    function: name,
    line,
    column: positive(frame.colno ?? frame.colNo ?? frame.col),
    own: frame.in_app ?? frame.inApp ?? isOwnCode(language, file, name),
    context: contextOf(frame, line),
  };
}

/**
 * The file name as sent; if it has no folder, the absolute path on the machine that ran the program is more
 * useful.
 */
function fileOf(frame: SdkFrame): string {
  const name = frame.filename ?? frame.fileName ?? '';
  const path = frame.abs_path ?? frame.absPath ?? '';
  if (name === '') return path === '' ? (frame.module ?? '') : path;
  return !/[\\/]/.test(name) && /[\\/]/.test(path) ? path : name;
}

function nameOf({ function: name, module }: SdkFrame, language: Language | undefined): string | undefined {
  if (name === undefined || name === null || name === '' || name === '?') return undefined;
  const folder = language !== undefined && WITH_PACKAGE.has(language) ? (module ?? '') : '';
  return folder === '' || name.startsWith(`${folder}.`) ? name : `${folder}.${name}`;
}

const positive = (number: number | null | undefined): number | undefined =>
  typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;

function contextOf(frame: SdkFrame, line: number | undefined): readonly CodeLine[] {
  const pairs =
    frame.traceContext ??
    frame.context?.flatMap(([number, code]) =>
      typeof number === 'number' ? [{ line: number, code: typeof code === 'string' ? code : '' }] : [],
    ) ??
    [];
  if (pairs.length > 0)
    return pairs.slice(0, MAX_CONTEXT).map(({ line: number, code }) => ({ line: number, code }));
  if (line === undefined || typeof frame.context_line !== 'string') return [];
  const before = (frame.pre_context ?? []).slice(-MAX_CONTEXT / 2);
  const after = (frame.post_context ?? []).slice(0, MAX_CONTEXT / 2);
  return [...before, frame.context_line, ...after]
    .map((code, index) => ({ line: line - before.length + index, code }))
    .filter(({ line: number }) => number > 0);
}
