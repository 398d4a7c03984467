import * as noteReactions from '../../src/api/queries/note-reactions';
import * as sentryErrors from '../../src/api/queries/sentry-errors';
import { ROUTES } from '../../src/sandbox/routes';
import { ROWS } from './endpoints';
import { titleOf } from './titles';
import { USED_BY } from './used-by';
import type { Row } from './rows/row';

const HEAD = `# API coverage

Every endpoint that the extension declares, as the tests restate it from the descriptions: "doc 1" is the description of the jobs and of the conventions, "doc 2" that of merge requests and error tracking. The last column names the commands and surfaces by which a person reaches it. The sandbox answers where it says so. Written by \`npm run coverage-table\`; a test fails when it is not up to date.
`;

/** The page \`docs/api-coverage.md\`, made of the rows that the contract tests drive. */
export function coveragePage(): string {
  const sources = [...new Set(Object.values(ROWS).map(({ source }) => source))];
  return [HEAD, ...sources.map(section), queries()].join('\n');
}

/** What is asked of the GraphQL interface: the REST one has no list of errors, and tells the emoji of one note at a time. */
function queries(): string {
  const names = Object.entries({ ...sentryErrors, ...noteReactions }).flatMap(([name, row]) =>
    typeof row === 'function' ? [] : [`| \`${row.name}\` | \`${name}\` | yes |`],
  );
  return [
    `## GraphQL, beyond the description: ${names.length} queries`,
    '',
    '| Query | Name in the client | Sandbox |',
    '|---|---|---|',
    ...names,
    '',
  ].join('\n');
}

function section(source: string): string {
  const rows = Object.entries(ROWS).filter(([, row]) => row.source === source);
  const lines = rows.map(
    ([name, row]) =>
      `| ${row.method} \`${row.path}\` | \`${name}\` | ${row.success.join(', ')} | ${answers(row) ? 'yes' : 'no'} | ${usesOf(name)} |`,
  );
  const title = source.replace(/^./, (letter) => letter.toUpperCase());
  return [
    `## ${title}: ${rows.length} endpoints`,
    '',
    '| Endpoint | Name in the client | Success | Sandbox | Reached by |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** Titles of commands as the palette shows them, and surfaces. */
function usesOf(name: string): string {
  const use = Object.entries(USED_BY).find(([each]) => each === name)?.[1];
  if (use === undefined) return 'not yet';
  return [...(use.commands ?? []).map((id) => `*${titleOf(id)}*`), use.seen].filter(Boolean).join(', ');
}

/** Whether the sandbox has a route for it. */
function answers({ method, path }: Row): boolean {
  return ROUTES.some(({ endpoint }) => endpoint.method === method && endpoint.path === path);
}
