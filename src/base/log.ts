import { KnownSecrets } from './known-secrets';

/** The extension's log. Messages contain only short values, never headers or bodies. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

const MASK = '[secret]';

/**
 * Formats of secrets that servers issue, and of places in which secrets appear. Matches unknown secrets too.
 */
const SECRET_SHAPES: readonly RegExp[] = [
  /\bgl[a-z]{1,10}-[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_.-]+)?/g,
  /\bglet_[A-Za-z0-9]+/g,
  // The lookahead skips characters that can't start a value. Otherwise the lookbehind would scan a run of
  // spaces once per space.
  /(?=[^\s"'&,;])(?<=\b(?:private[-_]token|job[-_]token|authorization|access_token|sentry_key)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"'&,;]+/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** Replaces known secrets and texts that have the format of a secret. */
export class SecretMask {
  readonly #known = new KnownSecrets();

  /**
   * Adds a secret, in plain and percent-encoded form, until the process ends. Ignores short strings, because
   * they could occur in ordinary words.
   */
  add(secret: string): void {
    this.#known.add(secret);
    try {
      this.#known.add(encodeURIComponent(secret));
    } catch {
      // A lone surrogate can't be percent-encoded.
    }
  }

  text(text: string): string {
    let masked = this.#known.replace(text, MASK);
    for (const shape of SECRET_SHAPES) masked = masked.replace(shape, MASK);
    return masked;
  }
}

/** Returns a log that passes each line to `write`. */
export function logTo(write: (level: keyof Log, message: string) => void): Log {
  return {
    trace: (message) => {
      write('trace', message);
    },
    debug: (message) => {
      write('debug', message);
    },
    info: (message) => {
      write('info', message);
    },
    warn: (message) => {
      write('warn', message);
    },
    error: (message) => {
      write('error', message);
    },
  };
}

/** Returns a log that masks secrets before it passes messages to `log`. */
export function maskedLog(log: Log, mask: SecretMask): Log {
  return logTo((level, message) => {
    log[level](mask.text(message));
  });
}

/** Returns a log whose messages begin with the name of the component that writes them. */
export function componentLog(log: Log, component: string): Log {
  return logTo((level, message) => {
    log[level](`[${component}] ${message}`);
  });
}

/** Returns a log that writes each message to both logs. */
export function bothLogs(one: Log, other: Log): Log {
  return logTo((level, message) => {
    one[level](message);
    other[level](message);
  });
}
