import type { StackLanguage } from '../languages';
import type { FrameParts } from './parts';

/** How a frame is written. */
export interface FrameForm {
  /** The beginning of a frame. */
  readonly start: RegExp;
  /** Separates the function and the location; its last occurrence counts. Undefined: `location` is the whole frame. */
  readonly between?: string;
  /** The location, with the groups `file`, `line`, `column`, and `name`. Frames without a known location have only a name. */
  readonly location: RegExp;
  /** The text after a frame, such as the module. */
  readonly end?: RegExp;
  /** Recognizes the function of a frame without a location. */
  readonly nameOnly?: RegExp;
}

/** How programs of a language print errors. */
export interface StackFamily {
  readonly language: StackLanguage;
  readonly forms: readonly FrameForm[];
  /** The heading of an error, with the groups `type` and `message`. The following lines are the rest of the message. */
  readonly headings: readonly RegExp[];
  /** Another heading, for example of a further stack of the same error, if none of `headings` is above it. */
  readonly furtherHeading?: RegExp;
  /** Lines between frames that don't end the stack. */
  readonly between?: RegExp;
  /** Separates an error from its cause in the heading. The frames of the cause come first, up to `endOfCause`. */
  readonly cause?: RegExp;
  readonly endOfCause?: RegExp;
  /** Removes arguments and generated parts. */
  readonly nameOf?: (name: string) => string;
  /** False for libraries whose path doesn't distinguish them. `text`: the whole frame. */
  readonly isOwn?: (text: string) => boolean | undefined;
}

const ELIXIR_LIBRARIES =
  /^:|^\((?:elixir|eex|ex_unit|iex|logger|mix|stdlib|kernel|compiler|erts|phoenix\w{0,40}|plug\w{0,40}|ecto\w{0,40}|db_connection|postgrex|cowboy\w{0,40}|bandit|ranch|telemetry|absinthe\w{0,40}|oban|jason|finch|mint|tesla|req)(?: [\w.+-]{1,40})?\)/;

/** The module of a frame, as sanitizers write it. */
const MODULE = /(?: <null>)?(?: \([^()]{1,400}\+0x[\da-f]{1,16}\))?(?: \(BuildId: \w{1,80}\))?$/;

/** Families whose frames have one form each. Languages whose stacks need more rules have their own readers. */
export const FAMILIES: readonly StackFamily[] = [
  {
    language: 'dotnet',
    forms: [
      {
        // `at Acme.Cart.Total(Int32 id) in C:\src\Cart.cs:line 12`, also translated; Mono writes only the number.
        start: /^(?:at|bei|à|en|em|in|в) (?=[^\s\d])/,
        between: ' in ',
        location: /^(?<file>.{1,400}):(?:[^\d\s:.]{1,12} )?(?<line>\d{1,9})\.?$/,
        nameOnly: /^[\w.`<>+|[\]$,&*]{1,400} ?\(.{0,400}\)(?: \[0x[\da-f]{1,8}\])?$/,
      },
    ],
    headings: [
      /(?:^|\s)(?<type>[A-Za-z_][\w.]{2,300})(?<=\.[A-Z]\w{0,100})(?:`\d)?(?: \(0x[\dA-F]{8}\))?: (?<message>.*)$/,
      /(?:^|\s)(?<type>[A-Za-z_][\w.]{2,300})(?<=\.[A-Z]\w{0,100}(?:Exception|Error))$/,
    ],
    between: /^--- End of stack trace from previous location/,
    cause: /(?:^|\s)---> (?:\(Inner Exception #\d{1,3}\) )?/,
    endOfCause: /^--- End of inner exception stack trace|<---$/,
    nameOf: (name) =>
      name
        .replace(/ \[0x[\da-f]{1,8}\]$/, '')
        .replace(/ ?\(.*$/, '')
        .replace(/<>c(?:__DisplayClass\w{1,20})?\./, '')
        .replace(/<(\w{1,100})>\w__\w{1,20}(?:\.MoveNext)?$/, '$1'),
  },
  {
    language: 'dart',
    forms: [
      {
        // `#0      Cart.total (package:shop/cart.dart:12:5)`
        start: /^#\d{1,6} {1,8}(?=\S)/,
        between: ' (',
        location:
          /^(?<file>(?:dart:|package:|file:\/\/)[^()]{1,400}?|[^()\s]{1,400}\.dart)(?::(?<line>\d{1,9}))?(?::(?<column>\d{1,9}))?\)$/,
      },
      {
        // `package:shop/cart.dart 12:5  Cart.total`
        start: /^(?=(?:dart:|package:)\S|\S{1,400}\.dart \d)/,
        location:
          /^(?<file>\S{1,400})(?: (?<line>\d{1,9})(?::(?<column>\d{1,9}))?)? {2,}(?<name>\S.{0,400})$/,
      },
    ],
    headings: [
      /^(?:.{0,200} )?Unhandled [Ee]xception:(?: (?<message>.*))?$/,
      /^The following (?<type>\w{1,100}) was thrown/,
      /^(?<type>[A-Z_]\w{0,100}(?:Error|Exception))(?: \(\w{1,40}\))?: (?<message>.*)$/,
    ],
    furtherHeading:
      /^(?<message>(?:Bad state|Invalid argument\(s\)|Concurrent modification|Unsupported operation|Null check operator|type ').*)$/,
    between: /^(?:<asynchronous suspension>|={5} asynchronous gap =+|\.\.\.)$/,
  },
  {
    language: 'elixir',
    forms: [
      {
        // `(shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1`
        start:
          /^(?:\([a-z][\w.]{0,60}(?: [\w.+-]{1,40})?\) )?(?=[^\s():]{1,300}\.(?:exs?|erl|[a-z]{1,4}ex):\d)/,
        location: /^(?<file>[^\s:]{1,400}):(?<line>\d{1,9}): \(?(?<name>\S.{0,400}?)\)?$/,
      },
      // `:erlang./(1, 0)`
      { start: /^(?=:[a-z]\w{0,60}\.\S)/, location: /^(?<name>:\S.{0,400})$/ },
    ],
    headings: [/^\*\* \((?<type>[A-Z][\w.]{0,200})\) (?<message>.*)$/],
    isOwn: (text) => (ELIXIR_LIBRARIES.test(text) ? false : undefined),
  },
  {
    language: 'native',
    forms: [
      {
        // `#0 0x4c3b in total(int) /src/cart.c:12:5`, of sanitizers
        start: /^#\d{1,6} {1,8}0x[\da-f]{1,16} (?:in )?(?=\S)/,
        between: ' ',
        location: /^(?<file>\S{1,400}?):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?$/,
        end: MODULE,
        nameOnly: /^\S/,
      },
      {
        // `#0 total(int) /src/cart.c:12:5 (shop+0x4c3b)`
        start: /^#\d{1,6} {1,8}(?=[^\s\d])/,
        between: ' ',
        location:
          /^(?<file>\S{1,400}?\.(?:c|cc|cpp|cxx|go|h|hh|hpp|hxx|m|mm|rs|s|swift)):(?<line>\d{1,9})(?::(?<column>\d{1,9}))?$/i,
        end: MODULE,
        nameOnly: /^\S/,
      },
    ],
    headings: [
      /(?:^|(?:ERROR|WARNING): )(?<type>[A-Z]\w{1,40}Sanitizer): (?<message>.*)$/,
      /:\d{1,9}:\d{1,9}: runtime error: (?<message>.*)$/,
    ],
    furtherHeading: /^(?<message>[A-Za-z].{0,200}):$/,
  },
];

/** Reads a frame; undefined for other lines. */
export function frameIn({ forms, nameOf, isOwn }: StackFamily, text: string): FrameParts | undefined {
  for (const form of forms) {
    const start = form.start.exec(text)?.[0];
    if (start === undefined) continue;
    const whole = text.slice(start.length);
    const rest = form.end === undefined ? whole : whole.replace(form.end, '');
    const at = form.between === undefined ? -1 : rest.lastIndexOf(form.between);
    const place = rest.slice(at === -1 ? 0 : at + (form.between?.length ?? 0));
    const found = form.between !== undefined && at === -1 ? undefined : form.location.exec(place)?.groups;
    const name = found === undefined ? nameIn(form, rest) : (found['name'] ?? rest.slice(0, at));
    if (name === undefined) continue;
    const { file = '', line, column } = found ?? {};
    return {
      file: file.startsWith('<') ? '' : file,
      line,
      column,
      name: nameOf?.(name) ?? name,
      own: isOwn?.(text),
    };
  }
  return undefined;
}

const nameIn = ({ nameOnly }: FrameForm, rest: string): string | undefined =>
  nameOnly?.test(rest) === true ? rest : undefined;
