import { env, Uri } from 'vscode';
import type { JobLookup } from '../app/job-lookup';
import type { JobKey } from '../app/keys';
import type { Pipelines } from '../app/pipelines';
import { targetOf, type Target } from '../app/targets';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import type { CommandRow } from './command-row';

export interface LinkCommandPorts {
  readonly lookup: JobLookup;
  readonly pipelines: Pipelines;
  readonly prompts: Prompts;
  readonly activeJob: () => JobKey | undefined;
}

export function linkCommands(ports: LinkCommandPorts): readonly CommandRow[] {
  const withPage = async (argument: unknown, use: (page: string) => PromiseLike<unknown>): Promise<void> => {
    const page = await pageOf(ports, argument);
    if (page === undefined) {
      const how = t(
        'Choose a row of the Pipelines view or open a job log first; then its page can be opened and its link copied.',
      );
      ports.prompts.tell('info', how, []);
    } else await use(page);
  };
  return [
    {
      id: COMMAND.openInBrowser,
      failure: () => t('The page was not opened.'),
      run: (argument) => withPage(argument, (page) => env.openExternal(Uri.parse(page, true))),
    },
    {
      id: COMMAND.copyLink,
      failure: () => t('The link was not copied.'),
      run: (argument) => withPage(argument, (page) => env.clipboard.writeText(page)),
    },
  ];
}

/** The web page of a row, or of the job whose log is being read. */
async function pageOf(
  { lookup, pipelines, activeJob }: LinkCommandPorts,
  argument: unknown,
): Promise<string | undefined> {
  const target: Target | undefined = targetOf(argument);
  switch (target?.kind) {
    case 'project':
      return webPage(`${target.project.base}/${target.path}`);
    case 'pipeline': {
      const known = pipelines.facts(target.pipeline) ?? (await pipelines.content(target.pipeline)).detail;
      return webPage(known?.web_url);
    }
    case 'job':
    case 'bridge':
      return webPage(lookup.ofTarget(target)?.job.web_url);
    case 'older':
      return undefined;
    case undefined: {
      const key = activeJob();
      return key === undefined ? undefined : webPage((await lookup.read(key)).job.web_url);
    }
  }
}

/** Only web addresses are opened, whatever the server calls one. */
function webPage(url: string | null | undefined): string | undefined {
  return url !== null && url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url)
    ? url
    : undefined;
}
