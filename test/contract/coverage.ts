import * as noteReactions from '../../src/api/queries/note-reactions';
import * as sentryErrors from '../../src/api/queries/sentry-errors';
import { COMMAND } from '../../src/presentation/shared/command-ids';
import { ROUTES } from '../../src/sandbox/routes';
import { ROWS } from './endpoints';
import type { Row } from './rows/row';
import { titleOf } from './titles';

const HEAD = `# API coverage

Every endpoint that the extension declares, as the tests restate it from the documentation of the API. Jobs, merge requests, and client keys are the core endpoints, all others are additional (see [Server behavior](server-behavior.md#core-and-additional-endpoints)). The last column names the commands and surfaces by which a person reaches it. The sandbox answers where it says so. Written by \`npm run coverage-table\`; a test fails when it is not up to date.
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
    `## GraphQL (additional): ${names.length} queries`,
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
      `| ${row.method} \`${row.path}\` | \`${name}\` | ${row.success.join(', ')} | ${answers(row) ? 'yes' : 'no'} | ${usesOf(row)} |`,
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
function usesOf({ usedBy }: Row): string {
  if (usedBy === undefined) return 'not yet';
  return [...(usedBy.commands ?? []).map((name) => `*${titleOf(COMMAND[name])}*`), usedBy.seen]
    .filter(Boolean)
    .join(', ');
}

/** Whether the sandbox has a route for it. */
function answers({ method, path }: Row): boolean {
  return ROUTES.some(({ endpoint }) => endpoint.method === method && endpoint.path === path);
}
