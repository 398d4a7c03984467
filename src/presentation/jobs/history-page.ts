import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { historyFacts, type JobHistoryFacts, type JobRun, type Trend } from '../../domain/jobs/history';
import { type DateKind, dateText, numberText, percentText } from '../shared/format';
import { refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import {
  clipped,
  type LogPlace,
  padding,
  type PageLine,
  type PagePiece,
  type PageStyle,
  pageTable,
  type TextPage,
  textPage,
  textWidth,
} from '../shared/text-page';
import { ago, duration } from '../shared/time-labels';

/** State of a job's history. */
export interface HistoryState {
  readonly base: string;
  readonly project: number | string;
  readonly name: string;
  /** Show only runs on this ref. */
  readonly ref: string | undefined;
  readonly runs: readonly JobRun[];
  /** Number of jobs of the project that were checked. */
  readonly checked: number;
  /** When the oldest of them was created. */
  readonly backTo: string | undefined;
  readonly hasOlder: boolean;
  /** A request is in progress. */
  readonly loading: boolean;
  /** Why loading stopped early. */
  readonly problem: string | undefined;
  readonly now: number;
}

export const historyLabel = (name: string, ref: string | undefined): string =>
  ref === undefined ? t('History of {0}', name) : t('History of {0} on {1}', name, refName(ref));
export const jobsChecked = (jobs: number, runs: number): string =>
  t('{0, plural, one {# run} other {# runs}} found in {1, plural, one {# job} other {# jobs}}', runs, jobs);

/** Returns the document: a summary of the runs, then each run with a link to its log. */
export function historyPage(state: HistoryState): TextPage {
  const runs = state.runs.filter(({ ref }) => state.ref === undefined || ref === state.ref);
  const title: PageLine = [{ text: historyLabel(state.name, state.ref), style: 'title' }];
  if (state.loading && state.checked === 0) return textPage([{ lines: [title, [quiet(t('Loading…'))]] }]);
  const head: PageLine[] = [
    title,
    [quiet(scope(state, runs.length))],
    ...(state.problem === undefined ? [] : [[{ text: state.problem, style: 'bad' } as const]]),
    [],
  ];
  if (runs.length === 0) return textPage([{ lines: [...head, [nothing(state)]] }]);
  const facts = historyFacts(runs);
  return textPage([
    { lines: [...head, ...summary(state, facts), []] },
    { name: t('Runs'), lines: table(state, runs, facts) },
  ]);
}

function scope(
  { runs, checked, backTo, hasOlder, loading: isLoading, ref }: HistoryState,
  shown: number,
): string {
  const since = backTo === undefined ? undefined : day(backTo);
  const among = hasOlder
    ? t(
        '{0, plural, one {# run} other {# runs}} in {1, plural, one {the latest job that ran in the project} other {the latest # jobs that ran in the project}}',
        shown,
        checked,
      )
    : t(
        '{0, plural, one {# run} other {# runs}} in {1, plural, one {the only job that ran in the project} other {all # jobs that ran in the project}}',
        shown,
        checked,
      );
  const back = hasOlder && since !== undefined ? t('back to {0}', since) : undefined;
  const elsewhere =
    ref === undefined || shown === runs.length
      ? undefined
      : t('{0} on other branches and tags', numberText(runs.length - shown));
  return parts(among, back, elsewhere, isLoading ? t('loading…') : undefined);
}

const nothing = ({ loading: isLoading, hasOlder, ref }: HistoryState): string =>
  isLoading
    ? t('No runs found yet.')
    : ref !== undefined
      ? t('No runs found on {0}.', refName(ref))
      : hasOlder
        ? t("No runs found yet. Older jobs haven't been checked.")
        : t('This job has never run.');

/** Returns names and values in two columns. */
function summary(state: HistoryState, facts: JobHistoryFacts): readonly PageLine[] {
  const { durations, trend, lastPassed, failingSince } = facts;
  const rows: (readonly [name: string, value: PageLine])[] = [
    [t('Pass rate'), passRate(facts)],
    [t('Flaky'), [flaky(facts)]],
  ];
  if (durations !== undefined) {
    const { median, p90, shortest, longest, runs } = durations;
    const durationText = t(
      'median {0} · 90% within {1} · range {2} to {3}',
      time(median),
      time(p90),
      time(shortest),
      time(longest),
    );
    rows.push([
      t('Duration'),
      [
        durationText,
        ' ',
        quiet(t('{0, plural, one {(based on # passed run)} other {(based on # passed runs)}}', runs)),
      ],
    ]);
  }
  if (trend !== undefined) rows.push([t('Trend'), trendLine(trend)], ['', [change(trend)]]);
  rows.push([
    t('Last passed'),
    lastPassed === undefined ? [t('none of these runs')] : runLine(state, lastPassed),
  ]);
  if (failingSince !== undefined) rows.push([t('Failing since'), runLine(state, failingSince)]);
  return pageTable(rows.map(([name, value]) => [{ text: name, style: 'title' }, value]));
}

const BAR = 20;

function passRate({ passed, finished }: JobHistoryFacts): PageLine {
  if (finished === 0) return [t('no runs have passed or failed yet')];
  const share = passed / finished;
  const full = Math.round(share * BAR);
  const percent = percentText(
    // Show 100% only if no run failed.
    passed < finished ? Math.min(0.99, share) : 1,
  );
  return [
    { text: '█'.repeat(full), style: 'good' },
    { text: '░'.repeat(BAR - full), style: 'bad' },
    ` ${percent} · `,
    t(
      '{0} of {1, plural, one {# finished run} other {# finished runs}} passed',
      numberText(passed),
      finished,
    ),
  ];
}

const flaky = ({ flakyCommits }: JobHistoryFacts): string =>
  flakyCommits === 0
    ? t('no commits failed and then passed')
    : t(
        '{0, plural, one {# commit failed and then passed without changes} other {# commits failed and then passed without changes}}',
        flakyCommits,
      );

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Returns a bar chart of durations, with its scale. */
function trendLine({ points, runsInPoint }: Trend): PageLine {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const bars = points
    .map(
      (point) =>
        BLOCKS[most === least ? 3 : Math.round(((point - least) / (most - least)) * (BLOCKS.length - 1))],
    )
    .join('');
  const ends =
    most === least
      ? t('all {0}', time(least))
      : t('{0} is {1}, {2} is {3}', BLOCKS[0], time(least), '█', time(most));
  const each = t(
    '{0, plural, one {each bar is # run} other {each bar is the median of # runs}}',
    runsInPoint,
  );
  return [bars, quiet(`  ${parts(t('oldest first'), ends, each)}`)];
}

/** Minimum relative difference that is shown as a change. */
const NOTABLE = 0.05;

function change({ older, newer }: Trend): string {
  const ratio = older === 0 ? 0 : newer / older - 1;
  const percent = percentText(Math.abs(ratio));
  if (Math.abs(ratio) < NOTABLE)
    return t('about the same: median {0} in the newer half, {1} in the older half', time(newer), time(older));
  return ratio > 0
    ? t('{0} slower: median {1} in the newer half, {2} in the older half', percent, time(newer), time(older))
    : t('{0} faster: median {1} in the newer half, {2} in the older half', percent, time(newer), time(older));
}

function runLine(state: HistoryState, run: JobRun): PageLine {
  const { pipeline, sha, title } = run;
  const rest = parts(
    '',
    pipeline === undefined ? undefined : t('pipeline #{0}', pipeline),
    state.ref === undefined ? refName(run.ref) : undefined,
    sha === undefined ? undefined : [shortSha(sha), clipped(title ?? '', 60)].join(' ').trim(),
  );
  const when = ago(run.finished ?? run.created, state.now) ?? t('unknown time');
  return [`${when} · `, { text: `#${run.id}`, place: placeOf(state, run) }, rest === '' ? '' : ` · ${rest}`];
}

const STYLES: Readonly<Record<string, PageStyle>> = { success: 'good', failed: 'bad', canceled: 'quiet' };

interface Column {
  readonly name: string;
  readonly most: number;
  readonly right?: boolean;
  readonly cell: (run: JobRun) => string;
}

function table(state: HistoryState, runs: readonly JobRun[], { flakyRuns }: JobHistoryFacts): PageLine[] {
  const status = (run: JobRun): string =>
    parts(statusWord(run), flakyRuns.has(run.id) ? t('flaky') : undefined);
  const columns: readonly Column[] = [
    { name: t('Job'), most: 14, cell: ({ id }) => `#${id}` },
    { name: t('Status'), most: 26, cell: status },
    { name: t('Started'), most: 26, cell: ({ started, created }) => moment(started ?? created, state.now) },
    { name: t('Duration'), most: 12, right: true, cell: (run) => time(run.duration) },
    { name: t('Queued'), most: 12, right: true, cell: (run) => time(run.queued) },
    ...(state.ref === undefined
      ? [{ name: t('Ref'), most: 24, cell: ({ ref }: JobRun) => refName(ref) }]
      : []),
    {
      name: t('Pipeline'),
      most: 14,
      cell: ({ pipeline }) => (pipeline === undefined ? '–' : `#${pipeline}`),
    },
    { name: t('Commit'), most: 8, cell: ({ sha }) => shortSha(sha) ?? '–' },
    { name: t('Started by'), most: 22, cell: ({ who }) => who ?? '–' },
    { name: t('Runner'), most: 32, cell: ({ runner }) => runner ?? '–' },
  ];
  const rows = runs.map((run) => columns.map(({ cell, most }) => clipped(cell(run), most)));
  const widths = columns.map(({ name }, at) =>
    Math.max(...[name, ...rows.map((row) => row[at] ?? '')].map(textWidth)),
  );
  const lineOf = (cells: readonly string[], piece: (text: string, at: number) => PagePiece): PageLine =>
    cells.flatMap((text, at) => {
      const pad = padding(text, widths[at] ?? 0);
      const gap = at === 0 ? '' : '  ';
      return columns[at]?.right === true ? [gap, pad, piece(text, at)] : [gap, piece(text, at), pad];
    });
  const names = columns.map(({ name }) => name);
  return [
    lineOf(names, (text) => ({ text, style: 'title' })),
    ...runs.map((run, at) =>
      lineOf(rows[at] ?? [], (text, column) => {
        if (column === 0) return { text, place: placeOf(state, run) };
        return column === 1 ? { text, style: STYLES[run.status] } : text;
      }),
    ),
  ];
}

const placeOf = ({ base, project, name }: HistoryState, { id }: JobRun): LogPlace => ({
  base,
  project,
  job: id,
  name,
});
const quiet = (text: string): PagePiece => ({ text, style: 'quiet' });

function time(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  return duration(seconds) ?? '–';
}

/** The year is shown only if it isn't the current one. */
function moment(text: string | undefined, now: number): string {
  const date = new Date(text ?? NaN);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return validDate(date, isThisYear ? 'short moment' : 'short moment with year') ?? '–';
}
function day(text: string): string {
  return validDate(new Date(text), 'day') ?? text;
}
function validDate(date: Date, kind: DateKind): string | undefined {
  // Some languages use a narrow no-break space, which has different widths in different fonts.
  return Number.isNaN(date.getTime()) ? undefined : dateText(date, kind).replace(/\u202f/g, ' ');
}
