/**
 * A token, optionally followed by `=` and a quoted text or a token (RFC 8288, section 3, parsed leniently).
 */
const PARAMETER = /^\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/;

/**
 * Returns the URL with relation `next` of a Link header as sent by the server (server-behavior.md#next-page),
 * or undefined. Commas and semicolons inside `<>` and quotes belong to the URL or value.
 */
export function nextLink(header: string | undefined): string | undefined {
  let rest = header ?? '';
  for (;;) {
    // Skips everything before the next URL: the comma, or invalid text.
    const start = rest.indexOf('<');
    const end = rest.indexOf('>', start);
    if (start < 0 || end < 0) return undefined;
    const target = rest.slice(start + 1, end);
    const { relations, length } = readParameters(rest.slice(end + 1));
    if (target !== '' && relations?.includes('next') === true) return target;
    rest = rest.slice(end + 1 + length);
  }
}

/** Returns the relations of a link (from the first `rel`) and the length of its parameters. */
function readParameters(text: string): { relations: readonly string[] | undefined; length: number } {
  let length = 0;
  let relations: readonly string[] | undefined;
  for (;;) {
    const found = PARAMETER.exec(text.slice(length));
    if (found === null) return { relations, length };
    length += found[0].length;
    const [, name = '', quoted, unquoted = ''] = found;
    if (name.toLowerCase() === 'rel') {
      relations ??= (quoted?.replace(/\\(.)/g, '$1') ?? unquoted).toLowerCase().split(/\s+/);
    }
  }
}
