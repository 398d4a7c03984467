import { parseJson } from '../../base/parse-json';
import { isRecord } from '../../base/record';
import { wellFormed } from '../../base/well-formed';

/**
 * Returns the query of a document's URI. It is JSON, because VS Code can show properties of JSON queries
 * instead of paths: `label` is shown in the tooltips of tabs and in lists of editors.
 */
export const addressQuery = (values: Readonly<Record<string, string>>, label: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries({ ...values, label }).map(([name, value]) => [name, wellFormed(value)]),
    ),
  );

/**
 * Returns the texts of a query; none if it isn't one of `addressQuery`. Without a schema, because this is part of
 * the code that is loaded at startup.
 */
export function readQuery(query: string): ReadonlyMap<string, string> {
  const read = parseJson(query);
  const entries = isRecord(read) ? Object.entries(read) : [];
  return new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
