import type { ErrorEvent, Frame } from './model';

/** Returns the innermost frame in the project's own code, or the innermost frame if there is none. */
function placeOf({ frames }: ErrorEvent): Frame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Returns the grouping key: events of the same type and location are one error. SDKs can override it with a
 * fingerprint, in which `{{ default }}` is replaced by the default key.
 */
export function groupOf(event: ErrorEvent): string {
  const usual = usualKey(event);
  if (event.fingerprint.length === 0) return usual;
  return JSON.stringify(
    event.fingerprint.map((part) => (/^\{\{\s*default\s*\}\}$/.test(part) ? usual : part)),
  );
}

function usualKey(event: ErrorEvent): string {
  const { kind, type, message } = event;
  const place = placeOf(event);
  // Without a location, the message is the key. Numbers and addresses are replaced, because they vary between
  // events of the same error.
  return place === undefined || kind === 'message'
    ? JSON.stringify([kind, type, message.replace(/0x[\da-f]+|\d+/gi, '#')])
    : JSON.stringify([kind, type, place.file, place.function]);
}
