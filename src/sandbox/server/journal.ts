import type { Viewer } from '../http/call';

/** A request as returned by the admin server. Contains no secrets. */
export interface JournalEntry {
  readonly method: string;
  /** Path and query with masked tokens. */
  readonly path: string;
  readonly status: number;
  /** Role of the user, or `job` for a job token. Null without a token or with an unknown one. */
  readonly role: string | null;
}

const MAX = 10_000;

/** The most recent requests, oldest first. */
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

/** Masks secrets in the query of a path, regardless of the encoding of parameter names. */
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
