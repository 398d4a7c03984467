import { t } from '../../base/localize';
import type { HitLine } from '../../domain/logs/hit-lines';
import type { SearchProblem } from '../../domain/logs/search-input';
import type { Job } from '../../schemas/job';
import { explain } from '../shared/error-messages';
import { parts } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import {
  type LogPlace,
  type PageLine,
  type PagePart,
  type PagePiece,
  type TextPage,
  textPage,
} from '../shared/text-page';
import { wrapped } from '../shared/wrapped';

/** What a search has found so far. */
export interface SearchState {
  readonly typed: string;
  readonly pipeline: number;
  readonly base: string;
  readonly project: number | string;
  readonly results: readonly {
    readonly key: { readonly base: string; readonly project: number | string; readonly job: number };
    readonly job: Job;
    /** Of a pipeline below this one: its number. */
    readonly below?: number;
    readonly lines: readonly HitLine[];
    readonly hits: number;
    readonly stoppedAt?: 'most' | 'time';
  }[];
  /** Logs that were looked at, of so many; undefined before that is known. */
  readonly logs: { readonly checked: number; readonly of: number } | undefined;
  /** Known once it is over. */
  readonly end:
    | {
        readonly how: 'all' | 'stopped' | 'most' | 'failed' | 'forgotten';
        readonly slow: readonly Job[];
        readonly withoutLog: number;
        readonly failed: readonly { readonly job: Job; readonly error: unknown }[];
        readonly moreJobs: boolean;
        /** Pipelines below that were searched, and that were not. */
        readonly below: number;
        readonly notBelow: number;
      }
    | undefined;
}

/** Why a search cannot be made, while it is typed. */
export function searchProblem(problem: SearchProblem, detail: string): string | undefined {
  const sentences: Readonly<Record<SearchProblem, () => string>> = {
    empty: () => t('Type what to look for.'),
    long: () => t('It is longer than {0} characters.', detail),
    flags: () =>
      t(
        'The flags "{0}" are not known: after the last slash, "i" finds capitals and small letters alike.',
        detail,
      ),
    invalid: () => t('This is not a regular expression: {0}.', detail.replace(/\.$/, '')),
    costly: () =>
      t(
        'This expression repeats something that repeats itself or can be read in several ways, which can take forever.',
      ),
    everything: () => t('This expression also finds nothing at all, so it would find every line.'),
  };
  return sentences[problem]();
}

/** Tab of the results. */
export const searchLabel = (typed: string, pipeline: number): string => t('{0} in #{1}', typed, pipeline);
export const logsChecked = (checked: number, of: number): string =>
  of === 1 ? t('{0} of 1 log', checked) : t('{0} of {1} logs', checked, of);

/** The document: what was searched, then each log with its hits and two lines around each of them. */
export function searchPage(state: SearchState): TextPage {
  const head: PageLine[] = [
    [{ text: t('Search in the logs of pipeline #{0}: {1}', state.pipeline, state.typed), style: 'title' }],
    [summary(state)],
    ...notes(state)
      .flatMap(wrapped)
      .map((line): PageLine => [{ text: line, style: 'quiet' }]),
    [],
  ];
  return textPage([{ lines: head }, ...state.results.map((result) => partOf(result))]);
}

function summary({ results, logs, end }: SearchState): string {
  if (end?.how === 'forgotten') return t('What was found is not kept between windows. Search again.');
  if (end?.how === 'all' && logs?.of === 0) return t('No job of this pipeline has a log.');
  const hits = results.reduce((sum, result) => sum + result.hits, 0);
  const found =
    hits === 0
      ? end === undefined
        ? t('Nothing found so far')
        : t('Nothing found')
      : results.length === 1
        ? hits === 1
          ? t('1 line in 1 log')
          : t('{0} lines in 1 log', hits)
        : t('{0} lines in {1} logs', hits, results.length);
  if (logs === undefined) return parts(found, end === undefined ? t('looking for logs…') : undefined);
  const checked = logsChecked(logs.checked, logs.of);
  if (end === undefined) return parts(found, t('searching, {0}…', checked));
  return parts(found, end.how === 'all' ? t('all logs searched ({0})', logs.of) : t('{0} searched', checked));
}

const nameOf = ({ name, id }: Job): string => `${name} #${id}`;

function notes({ end }: SearchState): readonly string[] {
  if (end === undefined) return [];
  const { how, slow, withoutLog, failed, moreJobs, below, notBelow } = end;
  const unread = failed.map(({ job }) => nameOf(job));
  return [
    ...(how === 'stopped' ? [t('It was stopped before all logs were searched.')] : []),
    ...(how === 'failed' ? [t('It ended before all logs were searched.')] : []),
    ...(how === 'most' ? [t('There are more hits than are shown: search for something rarer.')] : []),
    ...(below === 1 ? [t('Searched with it: the pipeline that it started.')] : []),
    ...(below > 1 ? [t('Searched with it: the {0} pipelines that it started.', below)] : []),
    ...(notBelow === 1
      ? [t('Not searched: 1 pipeline below it, too deep, one too many, or one that you may not read.')]
      : []),
    ...(notBelow > 1
      ? [
          t(
            'Not searched: {0} pipelines below it, too deep, too many, or such that you may not read.',
            notBelow,
          ),
        ]
      : []),
    ...(moreJobs ? [t('The pipeline has more jobs than were searched.')] : []),
    ...(slow.length > 0
      ? [t('Given up, because their lines took too long to search: {0}.', slow.map(nameOf).join(', '))]
      : []),
    ...(withoutLog === 1 ? [t('1 job has no log: it did not start, or its log was erased.')] : []),
    ...(withoutLog > 1
      ? [t('{0} jobs have no log: they did not start, or their logs were erased.', withoutLog)]
      : []),
    ...(failed[0] === undefined
      ? []
      : [t('Not read: {0}. {1}', unread.join(', '), explain(failed[0].error).why)]),
  ];
}

function partOf({ key, job, below, lines, hits, stoppedAt }: SearchState['results'][number]): PagePart {
  const place = { base: key.base, project: key.project, job: job.id, name: job.name };
  const name = nameOf(job);
  const why = {
    most: t('only the first {0} are shown', hits),
    time: t('stopped: its lines took too long to search'),
  };
  const told = parts(
    statusWord(job),
    below === undefined ? undefined : t('pipeline #{0}', below),
    job.stage,
    hits === 1 ? t('1 line') : t('{0} lines', hits),
    stoppedAt === undefined ? undefined : why[stoppedAt],
  );
  const width = String((lines.at(-1)?.line ?? 0) + 1).length;
  const shown: PageLine[] = [];
  let before: number | undefined;
  for (const line of lines) {
    if (before !== undefined && line.line > before + 1)
      shown.push([{ text: `${' '.repeat(width + 1)}⋯`, style: 'quiet' }]);
    shown.push(lineOf(line, width, place));
    before = line.line;
  }
  return { name, lines: [[{ text: name, style: 'title', place }, ` · ${told}`], ...shown, []] };
}

/** `  42: text` for a hit, `  41  text` for a line beside one. */
function lineOf({ line, text, spans }: HitLine, width: number, place: LogPlace): PageLine {
  const number = String(line + 1);
  const indent = ' '.repeat(width - number.length + 2);
  if (spans.length === 0) return [indent, { text: `${number}  ${text}`, style: 'quiet' }];
  const pieces: PagePiece[] = [indent, { text: number, place: { ...place, line } }, ': '];
  let at = 0;
  for (const [start, end] of spans) {
    pieces.push(text.slice(at, start), { text: text.slice(start, end), style: 'hit' });
    at = end;
  }
  return [...pieces, text.slice(at)];
}
