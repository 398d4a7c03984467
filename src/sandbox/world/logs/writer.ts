/** A part of a log with its time in milliseconds after the start of the job. */
export interface Chunk {
  readonly at: number;
  readonly text: string;
}

interface Piece {
  /** The weight of the pause before this part. */
  readonly after: number;
  readonly text: (unixSeconds: number) => string;
}

const ESC = '\u001b';
/** The control characters after a section marker. Without them, the marker is ordinary text. */
const MARK_END = `\r${ESC}[0K`;

export const green = (text: string): string => `${ESC}[32;1m${text}${ESC}[0;m`;
export const red = (text: string): string => `${ESC}[31;1m${text}${ESC}[0;m`;
export const yellow = (text: string): string => `${ESC}[0;33m${text}${ESC}[0;m`;
export const dim = (text: string): string => `${ESC}[90m${text}${ESC}[39m`;
export const runnerText = (text: string): string => `${ESC}[0K${text}${ESC}[0;m`;
export { ESC };

/** The end marker of a section. Text after it on the same line is outside the section. */
export const sectionEnd = (name: string, seconds: number): string =>
  `section_end:${seconds}:${name}${MARK_END}`;

/**
 * Collects the log of a job in the format of a runner (sections, colors, resets). The duration of each part
 * is given as a weight; `chunks` distributes the parts over the job's actual duration.
 */
export class LogWriter {
  readonly #pieces: Piece[] = [];

  /** Adds text without changes, after a pause of the given weight. */
  raw(text: string, weight = 0): void {
    this.#pieces.push({ after: weight, text: () => text });
  }

  line(text: string, weight = 0): void {
    this.raw(`${text}\n`, weight);
  }

  lines(texts: readonly string[], weight = 0): void {
    for (const text of texts) this.line(text, weight);
  }

  command(text: string): void {
    this.line(green(`$ ${text}`), 0.2);
  }

  /** Adds a section with its header. The end marker has no line end. */
  section(name: string, header: string, body: () => void, options = ''): void {
    const title = `${ESC}[0K${ESC}[36;1m${header}${ESC}[0;m\n`;
    this.#add((seconds) => `section_start:${seconds}:${name}${options}${MARK_END}${title}`);
    body();
    this.#add((seconds) => sectionEnd(name, seconds));
  }

  #add(text: Piece['text']): void {
    this.#pieces.push({ after: 0, text });
  }

  chunks(startedAt: number, duration: number): Chunk[] {
    const total = this.#pieces.reduce((sum, { after }) => sum + after, 0);
    let passed = 0;
    return this.#pieces.map(({ after, text }) => {
      passed += after;
      const at = total === 0 ? 0 : Math.floor((passed / total) * duration);
      return { at, text: text(Math.floor((startedAt + at) / 1000)) };
    });
  }
}
