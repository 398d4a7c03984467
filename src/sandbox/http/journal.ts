import type { Viewer } from './call';

/** A request as the admin server shows it. Holds no secret. */
export interface JournalEntry {
  readonly method: string;
  /** Path with query, tokens masked. */
  readonly path: string;
  readonly status: number;
  /** Role of the person, `job` for a job token, null without or with an unknown token. */
  readonly role: string | null;
}

const MAX = 10_000;

/** The latest requests, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];

  add(method: string, path: string, status: number, viewer: Viewer | undefined): void {
    this.#entries.push({ method, path: masked(path), status, role: roleOf(viewer) });
    if (this.#entries.length > MAX) this.#entries = this.#entries.slice(-MAX / 2);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

const SECRETS = /^(job_token|private_token|access_token|sentry_key)\b/i;

/** A path whose query holds no secret, however the name of the parameter is written. */
function masked(path: string): string {
  return path.replace(/([?&])([^=&]*)=([^&]*)/g, (whole, before: string, name: string) =>
    SECRETS.test(decoded(name)) ? `${before}${name}=[secret]` : whole,
  );
}

function decoded(name: string): string {
  return name
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function roleOf(viewer: Viewer | undefined): string | null {
  if (viewer?.kind === 'person') return viewer.user.role;
  return viewer?.kind === 'job' ? 'job' : null;
}
