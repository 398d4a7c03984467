import type { Job } from '../model';
import { hasAfterScript } from '../recipe';
import { green, LogWriter, red, runnerText, sectionEnd, yellow } from './writer';

const RUNNER_VERSION = '18.4.0';

/** Writes the runner's output before the script: executor, environment, sources, and cache. */
export function writeLogStart(log: LogWriter, job: Job): void {
  const { project, ref, sha } = job.pipeline;
  const runner = job.runner?.description ?? 'docker-01';
  log.line(
    runnerText(
      `Running with gitlab-runner ${RUNNER_VERSION} (139a0ac0) on ${runner}, system ID: ${job.runner?.systemId ?? ''}`,
    ),
  );
  log.section('prepare_executor', 'Preparing the "docker" executor', () => {
    log.line(runnerText('Using Docker executor with image node:22-slim ...'), 0.3);
    log.line(runnerText('Using effective pull policy of [always] for container node:22-slim'), 0.3);
    log.line(runnerText('Pulling docker image node:22-slim ...'), 0.8);
    log.line(
      runnerText('Using docker image sha256:5dbd0c6f for node:22-slim with digest node@sha256:91e9f2c1 ...'),
      0.3,
    );
  });
  log.section('prepare_script', 'Preparing environment', () => {
    log.line(`Running on runner-t1-project-${project.id}-concurrent-0 via ${runner}...`, 0.3);
  });
  log.section('get_sources', 'Getting source from Git repository', () => {
    log.line(green('Fetching changes with git depth set to 20...'), 0.3);
    log.line(`Initialized empty Git repository in /builds/${project.path}/.git/`);
    log.line(green('Created fresh repository.'), 0.4);
    log.line(green(`Checking out ${sha.slice(0, 8)} as detached HEAD (ref is ${ref})...`));
    log.line('');
    log.line(green('Skipping Git submodules setup'));
  });
  log.section('restore_cache', 'Restoring cache', () => {
    log.line(green('Checking cache for 1f0c-non_protected...'), 0.2);
    log.line(yellow('WARNING: file does not exist'));
    log.line(green('Failed to extract cache'));
  });
}

/** Writes the runner's output after the script, including the outcome of the job. */
export function writeLogEnd(log: LogWriter, job: Job): void {
  const { outcome, reason } = job.plan;
  if (hasAfterScript(job.spec)) afterScript(log);
  if (outcome === 'success' && (job.spec.archive === true || job.spec.junit === true)) {
    log.section('upload_artifacts_on_success', 'Uploading artifacts for successful job', () => {
      log.line(green('Uploading artifacts...'), 0.4);
      log.line('dist/: found 42 matching artifact files and directories ');
      log.line(
        `Uploading artifacts as "archive" to coordinator... 201 Created  id=${job.id} responseStatus=201 Created`,
      );
    });
  }
  log.section(
    'cleanup_file_variables',
    'Cleaning up project directory and file based variables',
    () => undefined,
  );
  log.raw(
    outcome === 'success' ? `${green('Job succeeded')}\n` : `${failure(FAILURES[reason] ?? 'exit code 1')}\n`,
    0.1,
  );
}

function afterScript(log: LogWriter): void {
  log.section('after_script', 'Running after_script', () => {
    log.line(green('Running after script...'), 0.2);
    log.command('rm -rf tmp');
  });
}

/**
 * Returns the end of a canceled job's log: closes open sections, runs the after_script, and writes the
 * outcome.
 */
export function writeCanceledEnd(written: string, { spec, status }: Job, seconds: number): string {
  const open: string[] = [];
  for (const [, kind, name = ''] of written.matchAll(/section_(start|end):\d+:([\w.-]+)/g)) {
    if (kind === 'start') open.unshift(name);
    else open.shift();
  }
  const log = new LogWriter();
  const ends = open.map((name) => sectionEnd(name, seconds)).join('');
  log.raw(`${written.endsWith('\n') ? '' : '\n'}${ends}`);
  if (hasAfterScript(spec)) afterScript(log);
  if (status === 'canceled') log.raw(`${failure('canceled')}\n`);
  return log
    .chunks(seconds * 1000, 0)
    .map(({ text }) => text)
    .join('');
}

const FAILURES: Readonly<Record<string, string>> = {
  job_execution_timeout: 'execution took longer than 1h0m0s seconds',
  runner_system_failure: 'prepare environment: Cannot connect to the Docker daemon at tcp://docker:2375',
};

/** The line feed is before the reset sequence, as in the output of a runner. */
function failure(how: string): string {
  return red(`ERROR: Job failed: ${how}\n`);
}
