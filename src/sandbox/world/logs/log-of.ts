import type { Job } from '../model';
import type { ScriptKind } from '../recipe';
import * as build from './build-scripts';
import { writeCanceledEnd, writeLogEnd, writeLogStart } from './frame';
import * as test from './test-scripts';
import { type Chunk, LogWriter } from './writer';

const SCRIPTS: Readonly<Record<ScriptKind, build.Script>> = {
  install: build.install,
  compile: build.compile,
  image: build.image,
  deploy: build.deploy,
  release: build.release,
  'load-test': build.load,
  'soak-test': build.soak,
  'unit-tests': test.unitTests,
  'integration-tests': test.integrationTests,
  lint: test.lint,
  'browser-tests': test.browserTests,
  scan: test.scan,
  review: test.review,
};

/**
 * Returns the log of a job up to a given time; undefined if there is none, because the job hasn't started, is
 * a trigger job, or was erased. The log isn't stored but computed from the job and the time.
 */
export function logOf(job: Job, now: number): string | undefined {
  const { startedAt, cancelingAt, erasedAt, spec } = job;
  if (startedAt === undefined || erasedAt !== undefined || spec.triggers !== undefined) return undefined;
  const until = (cancelingAt ?? now) - startedAt;
  const chunks = scriptOf(job, startedAt).filter(({ at }) => at <= until);
  if (cancelingAt !== undefined) {
    const written = chunks.map(({ text }) => text).join('');
    chunks.push({ at: until, text: writeCanceledEnd(written, job, Math.floor(cancelingAt / 1000)) });
  }
  const shown = spec.timestamps === true ? withTimestamps(chunks, startedAt) : chunks;
  return shown.map(({ text }) => text).join('');
}

function scriptOf(job: Job, startedAt: number): Chunk[] {
  const log = new LogWriter();
  const { outcome, reason, run } = job.plan;
  const fails = outcome === 'failed';
  writeLogStart(log, job);
  log.section('step_script', 'Executing "step_script" stage of the job script', () => {
    if (job.variables.length > 0) {
      log.line(`Custom variables: ${job.variables.map(({ key }) => key).join(', ')}`, 0.2);
    }
    const inputs = Object.entries(job.inputs ?? {});
    if (inputs.length > 0) {
      const values = inputs.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      log.line(`Inputs: ${values.join(', ')}`, 0.2);
    }
    const script = fails && reason !== 'script_failure' ? build.stuck : SCRIPTS[job.spec.script];
    script(log, job, fails);
  });
  writeLogEnd(log, job);
  return log.chunks(startedAt, run);
}

/** The runner splits longer lines and marks the rest as a continuation. Here, characters are never split. */
const PARTS = /[^]{1,400}/gu;

/**
 * The parts that a runner writes separately: a section marker without its header, the text before a marker,
 * or the rest of a line.
 */
const MARKER = String.raw`section_(?:start|end):\d+:[^\r\n]*\r\u001b\[0K`;
const WRITES = new RegExp(String.raw`${MARKER}|[^\n]+?(?=section_(?:start|end):\d)|[^\n]*\n|[^\n]+$`, 'g');

/**
 * Adds timestamps like a runner with FF_TIMESTAMPS: 32 bytes before each line. The last of them is `+` if the
 * line continues the previous one.
 */
function withTimestamps(chunks: readonly Chunk[], startedAt: number): Chunk[] {
  let continued = false;
  return chunks.map(({ at, text }, index) => {
    const micros = String((index * 37) % 1000).padStart(3, '0');
    const time = new Date(startedAt + at).toISOString().replace('Z', `${micros}Z`);
    const lines: string[] = [];
    for (const write of text.match(WRITES) ?? []) {
      for (const part of write.match(PARTS) ?? []) {
        lines.push(`${time} 01O${continued ? '+' : ' '}${part.endsWith('\n') ? part : `${part}\n`}`);
        continued = !part.endsWith('\n');
      }
    }
    return { at, text: lines.join('') };
  });
}
