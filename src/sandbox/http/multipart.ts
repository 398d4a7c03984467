import type { FileToSend } from '../../api/params';

type Field<T> = [name: string, value: T];

interface Parts {
  /** Names and texts of fields, in their order. */
  readonly fields: readonly Field<string>[];
  /** Fields that contain a file. */
  readonly files: readonly Field<FileToSend>[];
}

/** Returns the fields of a `multipart/form-data` body (RFC 7578). */
export function partsOf(body: Buffer, contentType: string): Parts {
  const [, quoted, unquoted] = /;\s*boundary=(?:"([^"]{1,100})"|([^\s;]{1,100}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? unquoted;
  if (boundary === undefined) return { fields: [], files: [] };
  // Decodes each byte as one character, so that no data is lost before the fields are decoded.
  const parts = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  const fields: Field<string>[] = [];
  const files: Field<FileToSend>[] = [];
  for (const { name, content, filename } of parts.slice(1, MAX_FIELDS).flatMap(partOf)) {
    if (filename === undefined) fields.push([name, textOf(content)]);
    else files.push([name, { name: filename, bytes: Buffer.from(content, 'latin1') }]);
  }
  return { fields, files };
}

const MAX_FIELDS = 2_000;

interface Part {
  readonly name: string;
  /** Undefined for texts. */
  readonly filename: string | undefined;
  /** One character for each byte. */
  readonly content: string;
}

function partOf(part: string): Part[] {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(part.slice(0, end))?.[1] ?? '';
  const name = quoted(disposition, 'name');
  if (name === undefined) return [];
  return [{ name, filename: quoted(disposition, 'filename'), content: part.slice(end + 4) }];
}

/** Returns a parameter of a header. Browsers escape quotation marks and line breaks in names. */
function quoted(header: string, parameter: 'name' | 'filename'): string | undefined {
  const value = new RegExp(String.raw`;\s*${parameter}="((?:[^"\\]|\\.)*)"`, 'i').exec(header)?.[1];
  return value === undefined
    ? undefined
    : textOf(value).replace(/%22|%0D|%0A/g, (escape) => decodeURIComponent(escape));
}

const textOf = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
