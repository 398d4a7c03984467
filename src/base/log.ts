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
  /(?<=\b(?:private[-_]token|job[-_]token|authorization|access_token|sentry_key)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"'&,;]+/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/** Knows the secrets in use and takes them out of any text. */
export class SecretMask {
  readonly #known = new Set<string>();

  /** Remembers a secret for as long as the program runs; short strings would mask ordinary words. */
  add(secret: string): void {
    if (secret.length >= 6) this.#known.add(secret);
  }

  text(text: string): string {
    let masked = text;
    for (const secret of this.#known) {
      masked = masked.replaceAll(secret, MASK).replaceAll(encodeURIComponent(secret), MASK);
    }
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
