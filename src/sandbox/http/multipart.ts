/**
 * Returns the text fields of a `multipart/form-data` body, in their order (RFC 7578). Files are ignored,
 * because no endpoint accepts them.
 */
export function fieldsOf(body: Buffer, contentType: string): [string, string][] {
  const [, quoted, unquoted] = /;\s*boundary=(?:"([^"]{1,100})"|([^\s;]{1,100}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? unquoted;
  if (boundary === undefined) return [];
  // Decodes each byte as one character, so that no data is lost before the fields are decoded.
  const parts = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  return parts.slice(1, MAX_FIELDS).flatMap(fieldOf);
}

const MAX_FIELDS = 2_000;

function fieldOf(part: string): [string, string][] {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(part.slice(0, end))?.[1] ?? '';
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  if (name === undefined || /;\s*filename\*?=/i.test(disposition)) return [];
  return [[textOf(name).replace(/%22/g, '"'), textOf(part.slice(end + 4))]];
}

const textOf = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
