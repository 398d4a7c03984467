import { randomBytes } from 'node:crypto';
import type { Project } from '../model';
import type { ClientKey, ErrorEvent, ErrorSettings, TrackedError, Frame } from './model';
import { Sessions } from './sessions';

const HOUR = 60 * 60_000;
/**
 * Maximum number of errors per project. Further ones are dropped, to limit the size of a sandbox that runs
 * for weeks.
 */
const MAX_ERRORS = 5_000;
const MAX_USERS = 10_000;
const HOURS_KEPT = 14 * 24;

/** The state of error tracking: client keys, settings, and errors. */
export class ErrorStore {
  #keys: ClientKey[] = [];
  #lastKey = 0;
  #lastError = 0;
  readonly #settings = new Map<Project, ErrorSettings>();
  readonly #errors = new Map<Project, Map<string, TrackedError>>();
  readonly #sessions = new Map<Project, Sessions>();

  /**
   * Returns the settings of a project; undefined if its Monitor feature is disabled
   * (server-behavior.md#error-tracking-settings).
   */
  settingsOf(project: Project): ErrorSettings | undefined {
    return this.#settings.get(project);
  }

  enable(project: Project): void {
    this.#settings.set(project, { active: true, integrated: true });
  }

  /** True if the service itself stores the project's events. */
  collects(project: Project): boolean {
    const settings = this.#settings.get(project);
    return settings?.active === true && settings.integrated;
  }

  keysOf(project: Project): ClientKey[] {
    return this.#keys.filter((key) => key.project === project);
  }

  addKey(project: Project): ClientKey {
    const publicKey = `glet_${randomBytes(16).toString('hex')}`;
    const key = { id: ++this.#lastKey, project, publicKey, active: true };
    this.#keys.push(key);
    return key;
  }

  removeKey(project: Project, id: number): ClientKey | undefined {
    const key = this.keysOf(project).find((each) => each.id === id);
    this.#keys = this.#keys.filter((each) => each !== key);
    return key;
  }

  keyOf(project: Project, publicKey: string): ClientKey | undefined {
    return this.#keys.find((key) => key.project === project && key.publicKey === publicKey && key.active);
  }

  errorsOf(project: Project): TrackedError[] {
    return [...(this.#errors.get(project)?.values() ?? [])];
  }

  sessionsOf(project: Project): Sessions {
    const sessions = this.#sessions.get(project) ?? new Sessions();
    this.#sessions.set(project, sessions);
    return sessions;
  }

  /** Adds an event to the error with the same grouping key. */
  add(project: Project, event: ErrorEvent): void {
    const errors = this.#errors.get(project) ?? new Map<string, TrackedError>();
    this.#errors.set(project, errors);
    const key = groupOf(event);
    const known = errors.get(key);
    if (known === undefined && errors.size >= MAX_ERRORS) return;
    const error = known ?? this.#begin(project, key, event);
    errors.set(key, error);
    error.count++;
    error.first = Math.min(error.first, event.at);
    if (event.at >= error.last) [error.last, error.latest] = [event.at, event];
    if (event.user !== undefined && error.users.size < MAX_USERS) error.users.add(event.user);
    const hour = Math.floor(event.at / HOUR);
    error.hours.set(hour, (error.hours.get(hour) ?? 0) + 1);
    if (error.hours.size > HOURS_KEPT) error.hours.delete(Math.min(...error.hours.keys()));
  }

  #begin(project: Project, key: string, event: ErrorEvent): TrackedError {
    return {
      id: ++this.#lastError,
      project,
      key,
      users: new Set(),
      hours: new Map(),
      count: 0,
      first: event.at,
      last: event.at,
      firstRelease: event.release,
      latest: event,
    };
  }
}

/** Returns the innermost frame in the project's own code, or the innermost frame if there is none. */
function placeOf({ frames }: ErrorEvent): Frame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Returns the grouping key: events of the same type and location are one error. SDKs can override it with a
 * fingerprint, in which `{{ default }}` is replaced by the default key.
 */
function groupOf(event: ErrorEvent): string {
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
