import { type LogSet, logSet, OPEN_SETS, type SetName } from './cases';
import { type FailedResult, falseAlarms, missingOfTool, type Opened, tryFailed } from './corpus';

/** Options of a report. Of sealed logs, only numbers are printed. */
export interface ReportOptions {
  readonly set?: string | undefined;
  readonly sealed?: boolean | undefined;
}

/** Prints how many logs of each set are read right, and lists the others. */
export function report({ set, sealed = false }: ReportOptions): void {
  const names: readonly SetName[] = sealed ? ['sealed'] : OPEN_SETS;
  const chosen = names.filter((name) => set === undefined || name === set);
  if (chosen.length === 0) throw new Error(`Unknown set "${set ?? ''}". Sets: ${names.join(', ')}`);
  for (const name of chosen) reportSet(logSet(name), { listsMisses: !sealed });
}

function reportSet(logs: LogSet, { listsMisses }: { readonly listsMisses: boolean }): void {
  const results = logs.failed.map((one) => tryFailed(one));
  const alarms = logs.passed.map((one) => ({ id: one.id, found: falseAlarms(one) }));
  const tools = logs.tools.map((one) => ({ id: one.id, missing: missingOfTool(one) }));
  const noisy = alarms.filter(({ found }) => found.length > 0);
  const incomplete = tools.filter(({ missing }) => missing.length > 0);
  if (listsMisses) {
    for (const line of results.flatMap(missesOf)) console.log(line);
    for (const { id, found } of noisy) console.log(`✘ ${id}, passed: ${found.join(', ')}`);
    for (const { id, missing } of incomplete) console.log(`✘ ${id}: not found: ${missing.join(', ')}`);
  }
  console.log(`\n${logs.name}: ${results.length} failed logs (median ${medianLength(logs)} lines)`);
  printFailed(results);
  const kinds = new Set(results.map(({ kind }) => kind));
  if (kinds.size > 1) {
    for (const kind of kinds) {
      const hits = results.filter((one) => one.kind === kind).map(({ opened }) => opened);
      console.log(`    ${kind}: ${shares(hits)}`);
    }
  }
  console.log(`  Passed jobs without a false error: ${share(alarms.length - noisy.length, alarms.length)}`);
  if (tools.length > 0)
    console.log(`  Tools with all problems: ${share(tools.length - incomplete.length, tools.length)}`);
}

function printFailed(results: readonly FailedResult[]): void {
  const located = results.filter((one) => one.located > 0);
  const complete = located.filter(({ missing }) => missing.length === 0);
  console.log(`  Failing line: ${shares(results.map(({ opened }) => opened))}`);
  console.log(`  Last line of the script: ${shares(results.map(({ lastLine }) => lastLine))}`);
  console.log(`  Logs with all problems: ${share(complete.length, located.length)}`);
}

function missesOf({ id, expected, opened, missing }: FailedResult): readonly string[] {
  const degree = opened.isNear ? '·' : '✘';
  return [
    ...(opened.isExact
      ? []
      : [`${degree} ${id}: opens at "${opened.text.trim()}" instead of "${expected.trim()}"`]),
    ...(missing.length === 0 ? [] : [`✘ ${id}: not found: ${missing.join(', ')}`]),
  ];
}

/** How many of the lines are right. */
const shares = (lines: readonly Opened[]): string => {
  const exact = share(lines.filter(({ isExact }) => isExact).length, lines.length);
  const near = share(lines.filter(({ isNear }) => isNear).length, lines.length);
  const best = share(lines.filter(({ isBest }) => isBest).length, lines.length);
  return `exact ${exact}, within 3 lines ${near}, best line ${best}`;
};

const share = (right: number, all: number): string =>
  `${right} of ${all}${all === 0 ? '' : ` (${Math.round((right / all) * 1_000) / 10} %)`}`;

function medianLength({ failed }: LogSet): number {
  const lengths = failed.map(({ log }) => log.split('\n').length).toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}
