/* eslint-disable no-control-regex -- control characters are what this file is about */

/** `section_start:UNIX_SECONDS:NAME[options]\r\e[0K`; without its tail it is ordinary text. Options only at a start. */
const MARKER =
  /section_(?:(start):(\d+):([A-Za-z0-9_.-]+)(?:\[([^\]\r\n]*)\])?|end:(\d+):([A-Za-z0-9_.-]+))\r\u001b\[0K/g;

/** Escape sequences: CSI, OSC and other strings (up to BEL or ST), character sets, and the short ones. */
const ESCAPES =
  /\u009b[0-?]*[ -/]*[@-~]|\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z\\^-~])/g;
const CUT_ESCAPE = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)$/;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]/g;
/** Line ends for some editors, but not in a log. */
const ODD_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/**
 * What a person reads of one raw line (without its line feed): no line where only markers stood, several where
 * text stands before, between or after markers. `open` holds the sections that are open and is changed.
 * `whole` is false while more of the line may come.
 */
export function readableLines(raw: string, open: Set<string>, whole: boolean): string[] {
  const lines: string[] = [];
  let text = '';
  let unnamed: string | undefined;
  let markers = 0;
  const flush = (): void => {
    const shown = visibleText(text, whole);
    if (shown !== '') lines.push(shown);
    else if (unnamed !== undefined) lines.push(unnamed);
    unnamed = undefined;
    text = '';
  };

  let from = 0;
  // The marker's tail holds a carriage return, so it is looked for in the line as it came.
  for (const match of raw.matchAll(MARKER)) {
    const [marker, start, , startName, , , endName] = match;
    text += raw.slice(from, match.index);
    from = match.index + marker.length;
    markers++;
    if (start !== undefined && startName !== undefined) {
      flush();
      open.add(startName);
      unnamed = startName;
    } else if (endName !== undefined && open.delete(endName)) {
      flush();
    }
  }
  text += raw.slice(from);
  const empty = visibleText(text, whole) === '';
  if (empty && !whole) unnamed = undefined; // Its header may still come.
  if (!empty || unnamed !== undefined) flush();
  else if (markers === 0) lines.push('');
  return lines;
}

/** Text as a terminal would leave it standing: a bare carriage return throws away what came before it. */
function visibleText(text: string, whole: boolean): string {
  let end = text.length;
  // By hand: an expression that looks for the end from every carriage return takes the square of their number.
  while (end > 0 && text[end - 1] === '\r') end--;
  const standing = text.slice(text.lastIndexOf('\r', end - 1) + 1, end);
  const plain = standing.replace(ESCAPES, '');
  return (whole ? plain : plain.replace(CUT_ESCAPE, '')).replace(CONTROLS, '').replace(ODD_LINE_ENDS, ' ');
}
