// Measures reading a log: the parser in comparison with others, and the same log in a real extension host in
// comparison with a plain file. Prints ratios to baselines of the same run; asserts nothing.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Anser from 'anser';
import { createAnsiSequenceParser } from 'ansi-sequence-parser';
import type { LogParser } from '../../src/domain/logs/parser';
import type { ProblemScan } from '../../src/domain/logs/problem-matchers/scan';
import { benchHostile } from './hostile-log';
import { measure, type Subject } from './measure';
import { traceOf } from './traces';

const MEGABYTE = 1_000_000;
const CHUNK = 64 * 1024;

export async function bench(): Promise<void> {
  const { LogParser: Parser } = await shipped<{ LogParser: typeof LogParser }>('parser');
  const newParser = (): LogParser => new Parser();
  await benchParser(newParser);
  await benchMemory(newParser);
  const { ProblemScan: Scan } = await shipped<{ ProblemScan: typeof ProblemScan }>('problem-matchers/scan');
  await benchHostile(newParser, (trace) => new Scan(trace, undefined));
  const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/host'], {
    stdio: 'inherit',
    env: { ...process.env, SWITCHYARD_TEST_TIMEOUT_MS: '900000' },
  });
  await once(host, 'exit');
}

type NewParser = () => LogParser;

/** Bundles a module as in the package, because the loader for TypeScript sources slows it down by a third. */
async function shipped<T>(part: string): Promise<T> {
  const outfile = path.resolve(`out/bench/${path.basename(part)}.mjs`);
  // Runs esbuild as a separate process, because its library doesn't work with the loader for TypeScript
  // sources.
  const options = ['--bundle', '--minify', '--format=esm', '--target=node20', '--log-level=error'];
  const entry = `src/domain/logs/${part}.ts`;
  execFileSync(path.resolve('node_modules/.bin/esbuild'), [entry, ...options, `--outfile=${outfile}`]);
  return (await import(pathToFileURL(outfile).href)) as T;
}

async function benchParser(newParser: NewParser): Promise<void> {
  const bytes = traceOf(10 * MEGABYTE);
  const text = bytes.toString();
  const subject = (name: string, once_: () => unknown): Subject => ({
    name,
    run: (times) => {
      for (let count = 0; count < times; count++) once_();
    },
  });
  const measured = await measure(
    [
      subject('a loop that looks for ESC', () => countEscapes(bytes)),
      subject('our parser, to text', () => parsed(newParser(), bytes).text()),
      subject('anser', () => Anser.ansiToJson(text, { use_classes: true })),
      subject('ansi-sequence-parser', () => createAnsiSequenceParser().parse(text)),
    ],
    1,
    7,
  );
  const anser = measured[2]?.ms ?? Number.NaN;
  console.log('Log of 10 MB: speed (goal of the parser: at least 0.25 of the loop and 3.5 x anser)');
  for (const { name, ms, ratio } of measured) {
    const speed = `${(10_000 / ms).toFixed(0)} MB/s`.padStart(11);
    const ofLoop = `${(1 / ratio).toFixed(2)} of the loop`.padStart(19);
    console.log(`  ${name.padEnd(28)}${speed}${ofLoop}${`${(anser / ms).toFixed(2)} x anser`.padStart(16)}`);
  }
}

function countEscapes(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 27) count++;
  return count;
}

function parsed(parser: LogParser, bytes: Uint8Array): LogParser {
  for (let at = 0; at < bytes.length; at += CHUNK) parser.push(bytes.subarray(at, at + CHUNK));
  parser.end();
  return parser;
}

async function benchMemory(newParser: NewParser): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = async (): Promise<number> => {
    // Buffers are released one turn after their owner is collected.
    for (let turn = 0; turn < 3; turn++) {
      collect();
      await setImmediate();
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const bytes = traceOf(10 * MEGABYTE);
  const before = await held();
  const parser = newParser();
  let peak = 0;
  for (let at = 0; at < bytes.length; at += MEGABYTE) {
    parser.push(bytes.subarray(at, at + MEGABYTE));
    peak = Math.max(peak, (await held()) - before);
  }
  const each = (peak / bytes.length).toFixed(1);
  console.log(`  memory held by the parser at the most: ${each} bytes for each byte (goal: under 20)`);
  console.log(`  ${parser.lineCount.toLocaleString('en')} lines, ${parser.sections.length} sections`);
}
