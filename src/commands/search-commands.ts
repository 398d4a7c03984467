import type { SearchRun } from '../app/log-search';
import { readLogPlace, type LogPlaceKey } from '../app/log-place';
import type { PipelineKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { isRecord } from '../base/record';
import { t } from '../base/localize';
import { readSearch, type LineSearch } from '../domain/search-input';
import { cancellable } from '../editor/cancellable';
import { COMMAND } from '../presentation/command-ids';
import { logsLooked, searchProblem } from '../presentation/search-words';
import type { CommandRow } from './command-row';
import { choosePipeline, type PipelineChoicePorts, type PipelineQuestion } from './pipeline-choice';

export interface SearchCommandPorts extends PipelineChoicePorts {
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

const QUESTION = (): PipelineQuestion => ({
  title: t('Search Logs of a Pipeline'),
  placeholder: t('The pipeline whose logs to search'),
  none: t('The projects of this workspace have no pipelines.'),
});

export function searchCommands(ports: SearchCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.searchLogs,
      failure: () => t('The logs were not searched.'),
      run: async (argument) => {
        const target = targetOf(argument);
        const key = target?.kind === 'pipeline' ? target.pipeline : await choosePipeline(ports, QUESTION());
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
