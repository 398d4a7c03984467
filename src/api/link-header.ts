/** A token, then optionally `=` and a quoted text or a token (RFC 8288, section 3, read leniently). */
const PARAMETER = /^\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/;

/**
 * The address with relation `next` in a Link header, exactly as the server wrote it (server-behavior.md#next-page), or
 * undefined. Commas and semicolons inside `<>` and inside quotes belong to the address or the value.
 */
export function nextLink(header: string | undefined): string | undefined {
  let rest = header ?? '';
  for (;;) {
    // Whatever stands before the next address is either the comma or something that cannot be read.
    const start = rest.indexOf('<');
    const end = rest.indexOf('>', start);
    if (start < 0 || end < 0) return undefined;
    const target = rest.slice(start + 1, end);
    const { relations, length } = readParameters(rest.slice(end + 1));
    if (target !== '' && relations?.includes('next') === true) return target;
    rest = rest.slice(end + 1 + length);
  }
}

/** Relations of one link (the first `rel` counts) and how many characters its parameters take. */
function readParameters(text: string): { relations: readonly string[] | undefined; length: number } {
  let length = 0;
  let relations: readonly string[] | undefined;
  for (;;) {
    const found = PARAMETER.exec(text.slice(length));
    if (found === null) return { relations, length };
    length += found[0].length;
    const [, name = '', quoted, bare = ''] = found;
    if (name.toLowerCase() === 'rel') {
      relations ??= (quoted?.replace(/\\(.)/g, '$1') ?? bare).toLowerCase().split(/\s+/);
    }
  }
}
