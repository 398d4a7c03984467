import { type SdkEvent, sdkEventSchema } from '../../schemas/sdk-event';
import { languageOfFiles } from './file-language';
import type { Language } from './languages';
import { framesOf } from './sdk-frames';
import type { StackTrace } from './stack-trace';

/** Names that SDKs use for the language of a program (public protocol). */
const PLATFORMS: Readonly<Record<string, Language>> = {
  go: 'go',
  java: 'java',
  javascript: 'nodejs',
  node: 'nodejs',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
};
const MAX_TRACES = 50;

/**
 * Returns the stack traces of an event of the public SDK protocol: the exception that was caught, then its
 * causes. A trace without calls for a message event; none if it isn't an event.
 */
export function readEvent(value: unknown): readonly StackTrace[] {
  const read = sdkEventSchema.safeParse(value);
  if (!read.success) return [];
  const event = read.data;
  const language = languageOf(event);
  const besides = besidesOf(event);
  const exceptions = exceptionsOf(event).slice(-MAX_TRACES);
  // The first cause is sent first.
  const traces = exceptions.reverse().map(({ type, value: text, module, stacktrace }, index): StackTrace => {
    // Some SDKs attach the calls of the exception to its thread instead.
    const sent = stacktrace?.frames ?? (index === 0 ? besides : []);
    return {
      language,
      type: typeOf(type, language === 'java' ? module : undefined),
      message: filled(text),
      frames: framesOf(sent, language),
    };
  });
  if (traces.length > 0) return traces.filter(hasContent);
  return [
    { language, type: undefined, message: messageOf(event), frames: framesOf(besides, language) },
  ].filter(hasContent);
}

type SentException = NonNullable<SdkEvent['exception']>[number];
type SentFrames = NonNullable<NonNullable<SdkEvent['stacktrace']>['frames']>;

const exceptionsOf = ({ exception, entries }: SdkEvent): readonly SentException[] =>
  exception ?? entries?.find(({ type }) => type === 'exception')?.data?.values ?? [];

/** Calls without an exception: those of the event, or of the relevant thread. */
function besidesOf({ stacktrace, threads }: SdkEvent): SentFrames {
  const thread =
    threads?.find(({ crashed }) => crashed === true) ??
    threads?.find(({ current }) => current === true) ??
    threads?.find(({ stacktrace: own }) => Array.isArray(own?.frames));
  return stacktrace?.frames ?? thread?.stacktrace?.frames ?? [];
}

function messageOf({ logentry, message }: SdkEvent): string | undefined {
  for (const entry of [logentry, message]) {
    const text = typeof entry === 'string' ? entry : (filled(entry?.formatted) ?? entry?.message);
    if (filled(text) !== undefined) return filled(text);
  }
  return undefined;
}

/** `native` is sent for all compiled languages: the SDK, or else the files, are more specific. */
function languageOf(event: SdkEvent): Language | undefined {
  const platform = (event.platform ?? '').toLowerCase();
  if (Object.hasOwn(PLATFORMS, platform)) return PLATFORMS[platform];
  if (/\brust\b/.test(event.sdk?.name ?? '')) return 'rust';
  const sent = [
    ...exceptionsOf(event).flatMap(({ stacktrace }) => stacktrace?.frames ?? []),
    ...besidesOf(event),
  ];
  return languageOfFiles(sent.map(({ filename, abs_path }) => filename ?? abs_path ?? ''));
}

/** Java's SDK sends the package of an exception separately. */
function typeOf(type: string | null | undefined, module: string | null | undefined): string | undefined {
  const [name, folder] = [filled(type), filled(module)];
  return name === undefined || folder === undefined ? name : `${folder}.${name}`;
}

const filled = (text: string | null | undefined): string | undefined =>
  text === '' ? undefined : (text ?? undefined);

const hasContent = ({ type, message, frames }: StackTrace): boolean =>
  type !== undefined || message !== undefined || frames.length > 0;
