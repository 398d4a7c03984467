import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Archive } from '../../src/app/jobs/archive';
import { parseConfiguration } from '../../src/app/jobs/ci-configuration';
import { configuredInputs, configuredNames } from '../../src/domain/jobs/configured-inputs';
import { regexTimeout } from '../../src/ui/shared/editor/regex-timeout';
import { HOSTILE_ARCHIVES, hostileArchive } from '../builders/hostile-archives';
import { HOSTILE_CONFIGURATIONS, hostileConfiguration } from '../builders/hostile-configurations';

const JOB = 'deploy';
/** The longest configuration that is parsed as a whole, and the longest entry. */
const LENGTHS = [49_000, 199_000];
const ENTRIES = 120_000;
const ROWS = 5;
const MEGABYTE = 1_000_000;

interface Cost {
  readonly name: string;
  /** The longest time between two turns of the event loop, in milliseconds. */
  readonly longest: number;
  /** Growth of the memory in megabytes, without the text or archive. */
  readonly memory: number;
}

/** Measures CI configurations and archives that are expensive to read: the longest block of the host, and the memory. */
export async function bench(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function')
    throw new Error('This version of Node.js has no garbage collection to call.');
  const gc = (): void => void Reflect.apply(collect, undefined, []);
  for (const length of LENGTHS) {
    const costs: Cost[] = [];
    for (const name of HOSTILE_CONFIGURATIONS) {
      const text = hostileConfiguration(name, length);
      costs.push(await costOf(name, gc, () => Promise.resolve(inputsOf(text))));
    }
    print(`${costs.length} CI configurations of ${length} characters`, costs);
  }
  const costs: Cost[] = [];
  for (const name of HOSTILE_ARCHIVES) {
    const bytes = hostileArchive(name, name.includes('too long') ? ENTRIES / 100 : ENTRIES);
    costs.push(await costOf(name, gc, () => listed(bytes)));
  }
  print(`${costs.length} archives of ${ENTRIES} entries`, costs);
}

function inputsOf(text: string): unknown {
  const configuration = parseConfiguration(text, configuredNames(JOB), regexTimeout);
  return configuration === 'too-complex' ? configuration : configuredInputs(configuration.value, JOB);
}

async function listed(bytes: Uint8Array): Promise<unknown> {
  try {
    const archive = await Archive.open(bytes);
    archive.list('');
    return archive;
  } catch (error) {
    return error;
  }
}

/** Runs work once. Keeps its result until the memory is measured. */
async function costOf(name: string, gc: () => void, work: () => Promise<unknown>): Promise<Cost> {
  gc();
  const { heapUsed: before } = process.memoryUsage();
  let [longest, last, isDone] = [0, performance.now(), false];
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  turn();
  isDone = true;
  gc();
  const { heapUsed: after } = process.memoryUsage();
  return { name, longest, memory: result === undefined ? 0 : Math.max(0, after - before) / MEGABYTE };
}

function print(title: string, costs: readonly Cost[]): void {
  console.log(`\n${title}`);
  const top = (by: (cost: Cost) => number): readonly Cost[] =>
    [...costs].sort((one, other) => by(other) - by(one)).slice(0, ROWS);
  for (const { name, longest } of top((cost) => cost.longest))
    console.log(`  longest block ${longest.toFixed(0).padStart(6)} ms  ${name}`);
  for (const { name, memory } of top((cost) => cost.memory))
    console.log(`  memory        ${memory.toFixed(1).padStart(6)} MB  ${name}`);
}
