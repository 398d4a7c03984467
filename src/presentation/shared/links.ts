import { t } from '../../base/localize';
import { webAddress } from '../../base/web-address';

/** A link as Markdown has it: the name is text there, whatever it holds. */
export function markdownLink(text: string, address: string): string {
  const name = text.replace(/[\\`*_{}[\]<>()#|!~&]/g, (character) => `\\${character}`);
  const inBrackets: Readonly<Record<string, string>> = { '(': '%28', ')': '%29', ' ': '%20' };
  return `[${name}](${address.replace(/[() ]/g, (character) => inBrackets[character] ?? character)})`;
}

/** Only web addresses are opened and copied, whatever the server calls one. */
export const webPage = webAddress;

/** The page that lists the files of a job, below the job's own; not stated by the API. */
export const artifactsPage = (job: string): string => `${job.replace(/\/$/, '')}/artifacts/browse`;

/** The page of a commit of a pipeline, below the same project; not stated by the API. */
export function commitPage(pipeline: string | null | undefined, sha: string): string | undefined {
  const project = /^(.*\/-)\/pipelines\/\d+$/.exec(webPage(pipeline) ?? '')?.[1];
  return project === undefined || !/^[0-9a-f]{7,64}$/.test(sha) ? undefined : `${project}/commit/${sha}`;
}

export const jobReference = (name: string, id: number): string => t('{0} (job #{1})', name, id);
export const pipelineReference = (id: number): string => t('Pipeline #{0}', id);
