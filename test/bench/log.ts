// What reading a log costs: the parser beside others, and the same log in the real host beside a plain file.
// Prints ratios to baselines of the same run; asserts nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Anser from 'anser';
import { createAnsiSequenceParser } from 'ansi-sequence-parser';
import { TraceParser } from '../../src/domain/trace/trace-parser';
import { measure, type Subject } from './measure';
import { traceOf } from './traces';

const MEGABYTE = 1_000_000;
const CHUNK = 64 * 1024;

export async function bench(): Promise<void> {
  await benchParser();
  benchMemory();
  const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/host'], {
    stdio: 'inherit',
    env: { ...process.env, SWITCHYARD_TEST_TIMEOUT_MS: '900000' },
  });
  await once(host, 'exit');
}

async function benchParser(): Promise<void> {
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
      subject('our parser, to text', () => parsed(bytes).text()),
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

function parsed(bytes: Uint8Array): TraceParser {
  const parser = new TraceParser();
  for (let at = 0; at < bytes.length; at += CHUNK) parser.push(bytes.subarray(at, at + CHUNK));
  parser.end();
  return parser;
}

function benchMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const bytes = traceOf(10 * MEGABYTE);
  const before = held();
  const parser = new TraceParser();
  let peak = 0;
  for (let at = 0; at < bytes.length; at += MEGABYTE) {
    parser.push(bytes.subarray(at, at + MEGABYTE));
    peak = Math.max(peak, held() - before);
  }
  const each = (peak / bytes.length).toFixed(1);
  console.log(`  memory held by the parser at the most: ${each} bytes for each byte (goal: under 20)`);
  console.log(`  ${parser.lineCount.toLocaleString('en')} lines, ${parser.sections.length} sections`);
}
