import type { Nowhere } from '../app/job-lookup';
import type { SearchRun } from '../app/log-search';
import { readLogPlace, type LogPlaceKey } from '../app/log-place';
import type { PipelineKey } from '../app/keys';
import type { PipelineLookup } from '../app/pipeline-lookup';
import { targetOf } from '../app/targets';
import { isRecord } from '../base/record';
import { t } from '../base/localize';
import { readSearch, type LineSearch } from '../domain/search-input';
import { cancellable } from '../editor/cancellable';
import type { PickItem, Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { refName } from '../presentation/pipeline-rows';
import { parts } from '../presentation/row';
import { logsLooked, searchProblem } from '../presentation/search-words';
import { statusIcon, statusWord } from '../presentation/status-icons';
import { ago } from '../presentation/time-words';
import type { CommandRow } from './command-row';
import { tellNowhere } from './nowhere';

export interface SearchCommandPorts {
  readonly prompts: Prompts;
  readonly pipelineLookup: PipelineLookup;
  readonly now: () => number;
  readonly tools: {
    readonly results: {
      /** Searches, and shows in a document what is found. */
      run(key: PipelineKey, search: LineSearch, run: Pick<SearchRun, 'signal' | 'onLooked'>): Promise<void>;
      /** What the results in the active editor are of. */
      active(): { readonly key: PipelineKey; readonly typed: string } | undefined;
    };
    openLogAt(place: LogPlaceKey): Promise<void>;
  };
}

export function searchCommands(ports: SearchCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.searchLogs,
      failure: () => t('The logs were not searched.'),
      run: async (argument) => {
        const target = targetOf(argument);
        const key = target?.kind === 'pipeline' ? target.pipeline : await choosePipeline(ports);
        if (key === undefined) return;
        const search = await ask(ports, key);
        if (search !== undefined) await run(ports, key, search);
      },
    },
    {
      id: COMMAND.repeatLogSearch,
      failure: () => t('The logs were not searched again.'),
      run: async (argument) => {
        const again = givenSearch(argument) ?? ports.tools.results.active();
        const read = again === undefined ? undefined : readSearch(again.typed);
        if (again !== undefined && read?.ok === true) await run(ports, again.key, read.search);
        else ports.prompts.tell('info', t('Open the results of a search in logs first.'), []);
      },
    },
    {
      id: COMMAND.openLogLine,
      failure: () => t('The log was not opened.'),
      run: async (argument) => {
        const place = readLogPlace(argument);
        if (place !== undefined) await ports.tools.openLogAt(place);
      },
    },
  ];
}

function givenSearch(argument: unknown): { readonly key: PipelineKey; readonly typed: string } | undefined {
  const target = targetOf(argument);
  if (target?.kind !== 'pipeline' || !isRecord(argument)) return undefined;
  const { typed } = argument;
  return typeof typed === 'string' ? { key: target.pipeline, typed } : undefined;
}

async function ask(
  { prompts, tools }: SearchCommandPorts,
  key: PipelineKey,
): Promise<LineSearch | undefined> {
  let search: LineSearch | undefined;
  const accepted = await prompts.input({
    title: t('Search Logs of Pipeline #{0}', key.pipeline),
    step: [1, 1],
    prompt: t('Plain text in capitals or small letters, or a regular expression between slashes'),
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

async function run({ tools }: SearchCommandPorts, key: PipelineKey, search: LineSearch): Promise<void> {
  await cancellable(t('Searching the logs of pipeline #{0}', key.pipeline), (signal, say) =>
    tools.results.run(key, search, {
      signal,
      onLooked: (looked, of) => {
        say(logsLooked(looked, of));
      },
    }),
  );
}

async function choosePipeline({
  pipelineLookup,
  prompts,
  now,
}: SearchCommandPorts): Promise<PipelineKey | undefined> {
  let nowhere: Nowhere | undefined;
  let nothing: string | undefined;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<PipelineKey>[]> => {
    const recent = await pipelineLookup.recent(signal);
    if (typeof recent === 'string') nowhere = recent;
    else if (recent.length === 0) nothing = t('The projects of this workspace have no pipelines.');
    if (typeof recent === 'string') return [];
    return recent.map(({ key, pipeline, path }) => ({
      label: `#${pipeline.id} ${refName(pipeline.ref)}`.trim(),
      description: parts(statusWord(pipeline), path, ago(pipeline.created_at, now())),
      icon: statusIcon(pipeline).id.replace('~spin', ''),
      value: key,
    }));
  };
  const chosen = await prompts.pick({
    title: t('Search Logs of a Pipeline'),
    placeholder: t('The pipeline whose logs to search'),
    items,
    looking: t('Looking for pipelines…'),
  });
  if (nowhere !== undefined) tellNowhere(prompts, nowhere);
  else if (nothing !== undefined) prompts.tell('info', nothing, []);
  return chosen;
}
