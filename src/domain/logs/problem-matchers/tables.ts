import { above } from './lines';
import { foundAt, severityOf } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

/** A table below a heading with the file name. */
interface Table {
  readonly tool: string;
  readonly row: RegExp;
  readonly file: RegExp;
}

/** Maximum distance to the heading. */
const MAX_ROWS = 200;
const TABLES: readonly Table[] = [
  {
    tool: 'phpcs',
    row: /^\s*(?<place>(?<line>\d{1,7}) \| (?<severity>ERROR|WARNING) \| (?:\[[x ]\] )?(?<message>\S.*?))\s*$/,
    file: /^FILE: (\S.*?)\s*$/,
  },
  {
    tool: 'sqlfluff',
    row: /^L: +(?<place>(?<line>\d{1,7}) \| P: +(?<column>\d{1,7}) \| +(?<message>\w+ \| \S.*?))\s*$/,
    file: /^== \[(.+)\] FAIL\s*$/,
  },
];

function rowOf({ row, file }: Table, text: string, at: number, read: LineReader): LineFinding | undefined {
  const { place = '', line, column, severity, message = '' } = row.exec(text)?.groups ?? {};
  if (line === undefined) return undefined;
  const path = above(at, MAX_ROWS, read, file)?.match[1];
  if (path === undefined) return undefined;
  return foundAt(
    { start: text.indexOf(place), text: place },
    { path, line, column },
    { severity: severityOf(severity), message: message.replace(/^(\w+) \| /, '$1 ') },
  );
}

export const TABLE_MATCHERS: readonly Matcher[] = TABLES.map((table) => ({
  tool: table.tool,
  needs: / \| /,
  match: (text, at, read) => rowOf(table, text, at, read),
}));
