import type { Job } from '../model';
import type { ScriptKind } from '../recipe';
import * as build from './build-scripts';
import { writeCanceledEnd, writeLogEnd, writeLogStart } from './frame';
import * as test from './test-scripts';
import { withTimestamps } from './timestamps';
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
