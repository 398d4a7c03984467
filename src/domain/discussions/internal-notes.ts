/** The first version with internal notes on merge requests. Older servers would publish them. */
const SINCE = { major: 16, minor: 9 };

/** True if a server of this version supports internal notes on merge requests, for example `18.4.0-ee`. */
export function hasInternalNotes(version: string): boolean {
  const [, major = '0', minor = '0'] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  return Number(major) === SINCE.major ? Number(minor) >= SINCE.minor : Number(major) > SINCE.major;
}

/** Thrown before a request is sent if the server doesn't support internal notes on merge requests. */
export class InternalNotesMissingError extends Error {
  override readonly name = 'InternalNotesMissingError';
  readonly host: string;

  constructor(base: string) {
    const { host } = new URL(base);
    super(`${host} has no internal notes on merge requests`);
    this.host = host;
  }
}
