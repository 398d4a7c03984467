import type { LogPlaceKey } from '../../../app/logs/place';
import type { SearchRun } from '../../../app/logs/search';
import type { JobLookup } from '../../../app/pipelines/job-lookup';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { type LineSearch, readSearch } from '../../../domain/logs/search-input';
import { logsChecked, searchProblem } from '../../../presentation/logs/search-page';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { unlessSignedOut } from '../../jobs/commands/choice';
import {
  choosePipeline,
  type PipelineChoiceDeps,
  type PipelineQuestion,
} from '../../pipelines/commands/choice';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';

export interface SearchCommandDeps extends PipelineChoiceDeps {
  readonly lookup: Pick<JobLookup, 'read'>;
  readonly activeJob: () => JobKey | undefined;
  readonly tools: {
    readonly results: {
      /** Searches, and shows the results in a document. */
      run(key: PipelineKey, search: LineSearch, run: Pick<SearchRun, 'signal' | 'onProgress'>): Promise<void>;
      /** The search whose results are in the active editor. */
      active(): { readonly key: PipelineKey; readonly typed: string } | undefined;
    };
    openLogAt(place: LogPlaceKey): Promise<void>;
  };
}

const QUESTION = (): PipelineQuestion => ({
  title: t('Search Pipeline Logs'),
  placeholder: t('Select a pipeline to search its logs'),
  none: t('No pipelines in the projects of this workspace.'),
});

export function searchCommands(deps: SearchCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.searchLogs,
      failure: () => t("Couldn't search the logs."),
      run: async (argument) => {
        const target = argument?.target;
        const key =
          target?.kind === 'pipeline'
            ? target.pipeline
            : ((await pipelineOfActiveLog(deps)) ?? (await choosePipeline(deps, QUESTION())));
        if (key === undefined) return;
        const search = await ask(deps, key);
        if (search !== undefined) await run(deps, key, search);
      },
    },
    defineCommand({
      id: COMMAND.repeatLogSearch,
      args: COMMAND_ARGUMENTS.repeatLogSearch,
      failure: () => t("Couldn't search the logs again."),
      run: async (argument) => {
        const target = argument?.target;
        const typed = argument?.typed;
        const again =
          target?.kind === 'pipeline' && typed !== undefined
            ? { key: target.pipeline, typed }
            : deps.tools.results.active();
        const read = again === undefined ? undefined : readSearch(again.typed);
        if (again !== undefined && read?.ok === true) await run(deps, again.key, read.search);
        else deps.prompts.showMessage('info', t('Open the results of a log search first.'), []);
      },
    }),
    defineCommand({
      id: COMMAND.openLogLine,
      args: COMMAND_ARGUMENTS.openLogLine,
      failure: () => t("Couldn't open the log."),
      run: ({ base, project, job, name, line }) =>
        deps.tools.openLogAt({ key: { base, project, job }, name, line }),
    }),
  ];
}

/** The pipeline of the active log or of the active search results. */
async function pipelineOfActiveLog({
  activeJob,
  lookup,
  tools,
}: SearchCommandDeps): Promise<PipelineKey | undefined> {
  const job = activeJob();
  // Logs stay open after sign-out; then another pipeline is asked for.
  const target = job === undefined ? undefined : await lookup.read(job).catch(unlessSignedOut);
  const pipeline = target?.job.pipeline?.id;
  if (target === undefined || pipeline === undefined) return tools.results.active()?.key;
  const { base, project } = target.key;
  return { base, project, pipeline };
}

async function ask({ prompts, tools }: SearchCommandDeps, key: PipelineKey): Promise<LineSearch | undefined> {
  let search: LineSearch | undefined;
  const accepted = await prompts.input({
    title: t('Search Logs of Pipeline #{0}', key.pipeline),
    step: [1, 1],
    prompt: t('Enter text (case-insensitive) or a regular expression between slashes (add i to ignore case)'),
    placeholder: t('timeout or /error: .*refused/i'),
    value: tools.results.active()?.typed ?? '',
    accept: (typed) => {
      const read = readSearch(typed);
      if (!read.ok) return Promise.resolve(searchProblem(read.problem, read.detail));
      ({ search } = read);
      return Promise.resolve(undefined);
    },
  });
  return accepted === true ? search : undefined;
}

async function run(
  { tools, prompts }: SearchCommandDeps,
  key: PipelineKey,
  search: LineSearch,
): Promise<void> {
  await prompts.progress.cancellable(
    t('Searching the logs of pipeline #{0}…', key.pipeline),
    (signal, reportProgress) =>
      tools.results.run(key, search, {
        signal,
        onProgress: (checked, of) => {
          reportProgress(logsChecked(checked, of));
        },
      }),
  );
}
