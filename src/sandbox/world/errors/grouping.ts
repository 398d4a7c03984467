import type { ErrorEvent, Frame } from './model';

/** The place of an event: the innermost call in the project's own code, else the innermost at all. */
function placeOf({ frames }: ErrorEvent): Frame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Events with the same key are one error: same type and same place. An SDK can say otherwise by a fingerprint, in
 * which `{{ default }}` stands for the usual key.
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
  // Without a place, numbers and addresses in the words are what differs between two of the same.
  return place === undefined || kind === 'message'
    ? JSON.stringify([kind, type, message.replace(/0x[\da-f]+|\d+/gi, '#')])
    : JSON.stringify([kind, type, place.file, place.function]);
}
