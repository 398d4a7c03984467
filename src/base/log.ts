import { KnownSecrets } from './known-secrets';

/** What the extension tells about itself. Facts are short values; headers and bodies are never among them. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

const MASK = '[secret]';

/** Shapes in which secrets of such servers are known to appear, whoever put them into a text. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\bgl[a-z]{1,10}-[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_.-]+)?/g,
  /\bglet_[A-Za-z0-9]+/g,
  // What begins no value is passed over at once: blanks are read back once, and not again from each of them.
  /(?=[^\s"'&,;])(?<=\b(?:private[-_]token|job[-_]token|authorization|access_token|sentry_key)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"'&,;]+/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** Knows the secrets in use and takes them out of any text. */
export class SecretMask {
  readonly #known = new KnownSecrets();

  /** Remembers a secret for as long as the program runs; short strings would mask ordinary words. */
  add(secret: string): void {
    this.#known.add(secret);
    try {
      this.#known.add(encodeURIComponent(secret));
    } catch {
      // Half a surrogate has no such form.
    }
  }

  text(text: string): string {
    let masked = this.#known.replace(text, MASK);
    for (const shape of SECRET_SHAPES) masked = masked.replace(shape, MASK);
    return masked;
  }
}

/** A log each of whose lines goes through `write`. */
export function logTo(write: (level: keyof Log, message: string) => void): Log {
  return {
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

/** A log in which no known or recognisable secret can appear. */
export function maskedLog(log: Log, mask: SecretMask): Log {
  return logTo((level, message) => {
    log[level](mask.text(message));
  });
}

/** A log that writes everything to two others. */
export function bothLogs(one: Log, other: Log): Log {
  return logTo((level, message) => {
    one[level](message);
    other[level](message);
  });
}
