/** A part of a log that the runner marked. Lines start at 0. */
export interface LogSection {
  readonly name: string;
  /** The line of its header. */
  readonly first: number;
  /** Its last line; undefined until it ends. */
  readonly last: number | undefined;
  /** In seconds; undefined until it ends. */
  readonly seconds: number | undefined;
  /** True if the section is folded at first. */
  readonly collapsed: boolean;
  readonly hideDuration: boolean;
}

/** A marker at the end of the current line, without its end sequence. */
export type Marker =
  | { readonly kind: 'start'; readonly time: number; readonly name: string; readonly options: string }
  | { readonly kind: 'end'; readonly time: number; readonly name: string };

/** `section_start:UNIX_SECONDS:NAME[options]`, `section_end:UNIX_SECONDS:NAME`. Only starts have options. */
const MARKER =
  /section_(?:start:(\d{1,20}):([A-Za-z0-9_.-]+)(?:\[([^[\]]*)\])?|end:(\d{1,20}):([A-Za-z0-9_.-]+))$/;

/** The marker at the end of `text`, and its length. */
export function markerAtEnd(text: string): { readonly marker: Marker; readonly length: number } | undefined {
  const [whole, startTime, startName, options = '', endTime, endName] = MARKER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (startName !== undefined) {
    return {
      marker: { kind: 'start', time: secondsOf(startTime), name: startName, options },
      length: whole.length,
    };
  }
  return { marker: { kind: 'end', time: secondsOf(endTime), name: endName ?? '' }, length: whole.length };
}

/**
 * Scripts write their own markers, often in milliseconds. Seconds have fewer digits for thousands of years.
 */
function secondsOf(written: string | undefined): number {
  let time = Number(written);
  while (time >= 1e11) time /= 1000;
  return time;
}

type Open = { -readonly [K in keyof LogSection]: LogSection[K] } & { readonly started: number };

/** The sections of a log while it is parsed. They can be nested, overlap, or stay open. */
export class LogSections {
  readonly #all: Open[] = [];
  /** Open sections by name, innermost last. */
  readonly #open = new Map<string, Open[]>();

  get all(): readonly LogSection[] {
    return this.#all;
  }

  start({ name, time, options }: Extract<Marker, { kind: 'start' }>, line: number): void {
    const given = optionsOf(options);
    const section: Open = {
      name,
      first: line,
      last: undefined,
      seconds: undefined,
      collapsed: given.get('collapsed') === 'true',
      hideDuration: given.get('hide_duration') === 'true',
      started: time,
    };
    this.#all.push(section);
    const same = this.#open.get(name);
    if (same === undefined) this.#open.set(name, [section]);
    else same.push(section);
  }

  isOpen(name: string): boolean {
    return this.#open.has(name);
  }

  /** Ends the innermost open section with that name. */
  end({ name, time }: Extract<Marker, { kind: 'end' }>, lastLine: number): void {
    const same = this.#open.get(name);
    const section = same?.pop();
    if (section === undefined || same === undefined) return;
    if (same.length === 0) this.#open.delete(name);
    section.last = Math.max(section.first, lastLine);
    section.seconds = Math.max(0, time - section.started);
  }
}

/** Parses the options of a section, such as `collapsed=true, hide_duration=true`. */
function optionsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').flatMap((option) => {
      const [key = '', value = ''] = option.split('=');
      return key.trim() === '' ? [] : [[key.trim(), value.trim()] as const];
    }),
  );
}
