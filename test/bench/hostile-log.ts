import { SLICE_BYTES } from '../../src/app/logs/slices';
import { inSlices } from '../../src/base/slices';
import type { LogParser } from '../../src/domain/logs/parser';
import type { ProblemScan } from '../../src/domain/logs/problem-matchers/scan';
import { HARD_TO_MATCH } from '../builders/hostile-lines';
import { HARD_TO_PARSE } from '../builders/hostile-logs';
import { traceOf } from './traces';

const MEGABYTE = 1_000_000;
const ROUNDS = 3;
const ROWS = 5;

interface Cost {
  /** The longest computation between two turns of the event loop, in milliseconds of CPU time. */
  readonly longest: number;
  readonly whole: number;
}
interface Subject {
  readonly name: string;
  readonly log: Uint8Array;
}

/**
 * Measures the parser and the problem scan with logs that are expensive to read, and with an ordinary one.
 */
export async function benchHostile(
  newParser: () => LogParser,
  newScan: (trace: LogParser) => ProblemScan,
): Promise<void> {
  const parse = (log: Uint8Array): Promise<Cost> => Promise.resolve(costOfParsing(newParser(), log));
  const scan = async (log: Uint8Array): Promise<Cost> => {
    const trace = newParser();
    trace.push(log);
    trace.end();
    return await costOfScan(newScan(trace));
  };
  const text = Object.entries(HARD_TO_MATCH).map(([name, make]) => ({
    name,
    log: Buffer.from(make(MEGABYTE)),
  }));
  const bytes = Object.entries(HARD_TO_PARSE).map(([name, make]) => ({ name, log: make(MEGABYTE) }));
  await rows('the parser', bytes, parse);
  await rows('the search for problems', text, scan);
}

async function rows(
  what: string,
  subjects: readonly Subject[],
  cost: (log: Uint8Array) => Promise<Cost>,
): Promise<void> {
  const ordinary = await best(traceOf(MEGABYTE), cost);
  const costs: (Cost & { readonly name: string })[] = [];
  for (const { name, log } of subjects) costs.push({ name, ...(await best(log, cost)) });
  console.log(`Logs of 1 MB that are made to be costly, ${what} (goal: 50 ms at the most between two turns)`);
  const row = ({ name, longest, whole }: Cost & { readonly name: string }): void => {
    const ratio = `${(whole / ordinary.whole).toFixed(1)} x ordinary`;
    console.log(`  ${name.padEnd(44)}${`${longest.toFixed(1)} ms`.padStart(10)}${ratio.padStart(18)}`);
  };
  row({ name: 'an ordinary log', ...ordinary });
  console.log('  the longest computations:');
  for (const each of costs.sort((one, other) => other.longest - one.longest).slice(0, ROWS)) row(each);
  console.log('  the most costly as a whole:');
  for (const each of costs.sort((one, other) => other.whole - one.whole).slice(0, ROWS)) row(each);
}

/** Returns the best of several rounds, because other processes can only make a round slower. */
async function best(log: Uint8Array, cost: (log: Uint8Array) => Promise<Cost>): Promise<Cost> {
  let [longest, whole] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const taken = await cost(log);
    longest = Math.min(longest, taken.longest);
    whole = Math.min(whole, taken.whole);
  }
  return { longest, whole };
}

function costOfParsing(parser: LogParser, log: Uint8Array): Cost {
  let [longest, whole] = [0, 0];
  for (let at = 0; at < log.length; at += SLICE_BYTES) {
    const taken = msOf(() => parser.push(log.subarray(at, at + SLICE_BYTES)));
    longest = Math.max(longest, taken);
    whole += taken;
  }
  return { longest, whole };
}

async function costOfScan(scan: ProblemScan): Promise<Cost> {
  let [longest, whole] = [0, 0];
  await inSlices(
    (isOver) => {
      let done = false;
      const taken = msOf(() => {
        done = scan.step(true, isOver);
      });
      longest = Math.max(longest, taken);
      whole += taken;
      return done;
    },
    () => true,
  );
  return { longest, whole };
}

function msOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
