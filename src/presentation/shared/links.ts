import { t } from '../../base/localize';
import { webAddress } from '../../base/web-address';
import type { CommandId } from './command-ids';

/** Returns a Markdown link. The name is escaped. */
export function markdownLink(text: string, address: string): string {
  const name = text.replace(/[\\`*_{}[\]<>()#|!~&]/g, (character) => `\\${character}`);
  const inBrackets: Readonly<Record<string, string>> = { '(': '%28', ')': '%29', ' ': '%20' };
  return `[${name}](${address.replace(/[() ]/g, (character) => inBrackets[character] ?? character)})`;
}

/** Returns a URL from the server that can be opened and copied: only web URLs are allowed. */
export const webPage = webAddress;

/** Returns the page that lists the artifacts of a job, below the job's page; the API doesn't document it. */
export const artifactsPage = (job: string): string => `${job.replace(/\/$/, '')}/artifacts/browse`;

/** Returns the page of a pipeline's commit, below the same project; the API doesn't document it. */
export function commitPage(pipeline: string | null | undefined, sha: string): string | undefined {
  const project = /^(.*\/-)\/pipelines\/\d+$/.exec(webPage(pipeline) ?? '')?.[1];
  return project === undefined || !/^[0-9a-f]{7,64}$/.test(sha) ? undefined : `${project}/commit/${sha}`;
}

export const jobReference = (name: string, id: number): string => t('{0} (job #{1})', name, id);
export const pipelineReference = (id: number): string => t('Pipeline #{0}', id);

/**
 * Returns a URI that runs a command with an argument. VS Code decodes the argument when it parses the URI, and again when
 * it opens it, so the argument contains no percent sign: otherwise, a name with `%22` could change other values.
 */
export function commandUri(command: CommandId, argument: unknown): string {
  const json = JSON.stringify([argument]).replaceAll('%', String.raw`\u0025`);
  return `command:${command}?${encodeURIComponent(json)}`;
}
