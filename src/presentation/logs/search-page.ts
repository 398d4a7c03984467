import { t } from '../../base/localize';
import type { HitLine } from '../../domain/logs/hit-lines';
import type { SearchProblem } from '../../domain/logs/search-input';
import type { Job } from '../../schemas/job';
import { explain } from '../shared/error-messages';
import { listText } from '../shared/format';
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

/** State of a search. */
export interface SearchState {
  readonly typed: string;
  readonly pipeline: number;
  readonly base: string;
  readonly project: number | string;
  readonly results: readonly {
    readonly key: { readonly base: string; readonly project: number | string; readonly job: number };
    readonly job: Job;
    /** Number of the downstream pipeline, if the job is in one. */
    readonly below?: number;
    readonly lines: readonly HitLine[];
    readonly hits: number;
    readonly stoppedAt?: 'most' | 'time';
  }[];
  /** Number of searched logs, and of all logs; undefined until known. */
  readonly logs: { readonly checked: number; readonly of: number } | undefined;
  /** Undefined until the search ends. */
  readonly end:
    | {
        readonly how: 'all' | 'stopped' | 'most' | 'failed' | 'forgotten';
        readonly slow: readonly Job[];
        readonly withoutLog: number;
        readonly failed: readonly { readonly job: Job; readonly error: unknown }[];
        readonly moreJobs: boolean;
        /** Number of downstream pipelines that were searched, and that weren't. */
        readonly below: number;
        readonly notBelow: number;
      }
    | undefined;
}

/** Returns why a search term is invalid; shown while typing. */
export function searchProblem(problem: SearchProblem, detail: string): string | undefined {
  const sentences: Readonly<Record<SearchProblem, () => string>> = {
    empty: () => t('Enter a search term.'),
    long: () => t('The search term can have at most {0} characters.', detail),
    flags: () =>
      t('The flags "{0}" aren\'t supported. To ignore case, use "i" after the last slash.', detail),
    invalid: () => t('Invalid regular expression: {0}.', detail.replace(/\.$/, '')),
    nested: () =>
      t(
        'This expression repeats a group that contains quantifiers or alternatives, which can be extremely slow.',
      ),
    'back-reference': () => t('This expression contains a backreference, which can be extremely slow.'),
    repeats: () => t('This expression can have at most {0} quantifiers.', detail),
    everything: () => t('This expression also matches empty text, so it would match every line.'),
  };
  return sentences[problem]();
}

/** Title of the results' tab. */
export const searchLabel = (typed: string, pipeline: number): string => t('{0} in #{1}', typed, pipeline);
export const logsChecked = (checked: number, of: number): string =>
  t('{0} of {1, plural, one {# log} other {# logs}}', checked, of);

/** Returns the document: a summary, then each log with its matches and two lines around each. */
export function searchPage(state: SearchState): TextPage {
  const head: PageLine[] = [
    [{ text: t('Search in logs of pipeline #{0}: {1}', state.pipeline, state.typed), style: 'title' }],
    [summary(state)],
    ...notes(state)
      .flatMap(wrapped)
      .map((line): PageLine => [{ text: line, style: 'quiet' }]),
    [],
  ];
  return textPage([{ lines: head }, ...state.results.map((result) => partOf(result))]);
}

function summary({ results, logs, end }: SearchState): string {
  if (end?.how === 'forgotten')
    return t("Search results aren't kept between sessions. Search again to see them.");
  if (end?.how === 'all' && logs?.of === 0) return t('No jobs in this pipeline have a log.');
  const hits = results.reduce((sum, result) => sum + result.hits, 0);
  const found =
    hits === 0
      ? end === undefined
        ? t('No results so far')
        : t('No results found')
      : t(
          '{0, plural, one {# matching line} other {# matching lines}} in {1, plural, one {# log} other {# logs}}',
          hits,
          results.length,
        );
  if (logs === undefined) return parts(found, end === undefined ? t('finding logs…') : undefined);
  const { checked, of } = logs;
  const searched =
    end === undefined
      ? t('{0} of {1, plural, one {# log} other {# logs}} searched so far…', checked, of)
      : end.how === 'all'
        ? t('all logs searched ({0})', of)
        : t('{0} of {1, plural, one {# log} other {# logs}} searched', checked, of);
  return parts(found, searched);
}

const nameOf = ({ name, id }: Job): string => `${name} #${id}`;
const namesOf = (jobs: readonly Job[]): string => listText(jobs.map(nameOf));

function notes({ end }: SearchState): readonly string[] {
  if (end === undefined) return [];
  const { how, slow, withoutLog, failed, moreJobs, below, notBelow } = end;
  return [
    ...(how === 'stopped' ? [t('The search was canceled before all logs were searched.')] : []),
    ...(how === 'failed' ? [t('The search failed before all logs were searched.')] : []),
    ...(how === 'most'
      ? [t('Only some of the results are shown. Enter a more specific search term to narrow them down.')]
      : []),
    ...(below > 0
      ? [
          t(
            '{0, plural, one {# downstream pipeline was also searched.} other {# downstream pipelines were also searched.}}',
            below,
          ),
        ]
      : []),
    ...(notBelow > 0
      ? [
          t(
            "{0, plural, one {# downstream pipeline wasn't searched because it's nested too deeply, exceeds the limit, or you don't have access to it.} other {# downstream pipelines weren't searched because they're nested too deeply, exceed the limit, or you don't have access to them.}}",
            notBelow,
          ),
        ]
      : []),
    ...(moreJobs ? [t('Not all jobs were searched because the pipeline has too many.')] : []),
    ...(slow.length > 0
      ? [t('Logs not fully searched because their lines took too long to search: {0}.', namesOf(slow))]
      : []),
    ...(withoutLog > 0
      ? [
          t(
            "{0, plural, one {# job has no log because it hasn't started or its log was erased.} other {# jobs have no log because they haven't started or their logs were erased.}}",
            withoutLog,
          ),
        ]
      : []),
    ...(failed[0] === undefined
      ? []
      : [
          t("Couldn't load the logs of these jobs: {0}.", namesOf(failed.map(({ job }) => job))),
          explain(failed[0].error).why,
        ]),
  ];
}

function partOf({ key, job, below, lines, hits, stoppedAt }: SearchState['results'][number]): PagePart {
  const place = { base: key.base, project: key.project, job: job.id, name: job.name };
  const name = nameOf(job);
  const details = parts(
    statusWord(job),
    below === undefined ? undefined : t('pipeline #{0}', below),
    job.stage,
    stoppedAt === 'most'
      ? t('{0, plural, one {first # matching line shown} other {first # matching lines shown}}', hits)
      : t('{0, plural, one {# matching line} other {# matching lines}}', hits),
    stoppedAt === 'time' ? t('stopped: lines took too long to search') : undefined,
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
  return { name, lines: [[{ text: name, style: 'title', place }, ` · ${details}`], ...shown, []] };
}

/** `  42: text` for a match, `  41  text` for a line next to one. */
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
