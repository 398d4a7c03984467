import type { JobTarget } from '../../../app/jobs/actions';
import { type LastPassing, NotComparableError, type PassingSearch } from '../../../app/logs/compare';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { hasLog, noLogReason } from '../../../domain/jobs/log-availability';
import { noPassing, notComparable, passedJobsChecked } from '../../../presentation/logs/compare-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import type { AddressParts } from '../../../presentation/shared/document-address';
import { refName } from '../../../presentation/shared/ref-name';
import { parts } from '../../../presentation/shared/row';
import { statusIcon, statusWord } from '../../../presentation/shared/status-icons';
import { ago, duration } from '../../../presentation/shared/time-labels';
import type { Job } from '../../../schemas/job';
import type { JobQuestion } from '../../jobs/commands/choice';
import { anyJob, type JobChoiceDeps } from '../../jobs/commands/job-of-tool';
import type { CommandRow } from '../../shared/commands/command-row';

/** One side of a comparison. */
interface Side {
  readonly key: JobKey;
  readonly name: string;
  /** The displayed log, and the log without values that differ from run to run. */
  readonly raw: string;
  readonly normal: string;
}

export interface CompareCommandDeps extends JobChoiceDeps {
  readonly tools: {
    earlierAttempts(key: PipelineKey, job: Job, signal: AbortSignal): Promise<readonly Job[]>;
    lastPassing(key: JobKey, job: Job, walk: PassingSearch): Promise<LastPassing>;
    /**
     * Returns the displayed text of a log.
     * @throws NotComparableError
     */
    readLog(key: JobKey, signal: AbortSignal): Promise<string>;
    /** Removes values that differ from run to run. */
    comparable(text: string, signal: AbortSignal): Promise<string>;
    compare(earlier: Side, later: Side): Promise<void>;
    /**
     * Toggles between comparable and raw text; false if no comparison is open. `pressed`: the document whose
     * button was clicked.
     */
    toggleCompared(pressed: AddressParts | undefined): Promise<boolean>;
  };
}

/** Finds the run to compare with. If there is none, shows a message and returns undefined. */
type Find = (deps: CompareCommandDeps, target: JobTarget) => Promise<Job | undefined>;

export function compareCommands(deps: CompareCommandDeps): readonly CommandRow[] {
  const failure = (): string => t("Couldn't compare the logs.");
  const comparing = (
    id: RowCommandId,
    title: string,
    find: Find,
    fits: JobQuestion['fits'] = hasLog,
  ): CommandRow => ({
    id,
    failure,
    run: async (argument) => {
      const known = await anyJob(deps, argument, {
        title,
        placeholder: t('Select a job to compare its log'),
        none: t('No recent jobs in this workspace have a log to compare.'),
        fits,
      });
      const target = known && (await withLog(deps, known));
      if (target === undefined) return;
      const other = await find(deps, target);
      if (other !== undefined) await compare(deps, target, other);
    },
  });
  return [
    comparing(
      COMMAND.compareLogEarlier,
      t('Compare Log with Previous Attempt'),
      anEarlierAttempt,
      (job, { retried }) => retried && hasLog(job),
    ),
    comparing(COMMAND.compareLogPassing, t('Compare Log with Last Passed Run'), requireLastPassing),
    {
      id: COMMAND.toggleComparedText,
      failure: () => t("Couldn't toggle the raw text of the comparison."),
      run: async (argument) => {
        if (!(await deps.tools.toggleCompared(argument?.document)))
          deps.prompts.showMessage('info', t('Open a log comparison first.'), []);
      },
    },
  ];
}

/**
 * Returns the job if it has a log; otherwise shows why not. Reads a pending job again, because it may have
 * started.
 */
async function withLog(
  { lookup, prompts }: CompareCommandDeps,
  known: JobTarget,
): Promise<JobTarget | undefined> {
  const mayHaveStarted = noLogReason(known.job, known.kind) === 'not-started';
  const target = mayHaveStarted ? await lookup.read(known.key) : known;
  const why = noLogReason(target.job, target.kind);
  if (why === undefined) return target;
  prompts.showMessage('info', notComparable(why, target.job.name, target.job.id), []);
  return undefined;
}

async function anEarlierAttempt(deps: CompareCommandDeps, { key, job }: JobTarget): Promise<Job | undefined> {
  const { prompts, now } = deps;
  const pipeline = job.pipeline?.id;
  const { base, project } = key;
  const attempts =
    pipeline === undefined
      ? []
      : await deps.prompts.progress.cancellable(t('Finding previous attempts of {0}…', job.name), (signal) =>
          deps.tools.earlierAttempts({ base, project, pipeline }, job, signal),
        );
  if (attempts.length === 0) {
    prompts.showMessage(
      'info',
      t('{0} (#{1}) has no previous attempt with a log in its pipeline.', job.name, job.id),
      [],
    );
    return undefined;
  }
  if (attempts.length === 1) return attempts[0];
  return prompts.pick({
    title: t('Compare Log with Previous Attempt'),
    placeholder: t('Select the attempt of {0} to compare with', job.name),
    items: attempts.map((attempt) => ({
      label: `#${attempt.id}`,
      description: parts(statusWord(attempt), duration(attempt.duration), ago(attempt.finished_at, now())),
      icon: statusIcon(attempt).id.replace('~spin', ''),
      value: attempt,
    })),
  });
}

export async function requireLastPassing(
  deps: Pick<CompareCommandDeps, 'prompts' | 'tools'>,
  { key, job }: JobTarget,
): Promise<Job | undefined> {
  const { prompts } = deps;
  const passing = await deps.prompts.progress.cancellable(
    t('Finding the last passed run of {0}…', job.name),
    (signal, reportProgress) =>
      deps.tools.lastPassing(key, job, {
        signal,
        onProgress: (jobs) => {
          reportProgress(passedJobsChecked(jobs));
        },
      }),
  );
  if (!passing.found) {
    prompts.showMessage('info', noPassing(job.name, passing), []);
    return undefined;
  }
  if (!passing.sameRef) {
    const where = refName(passing.job.ref);
    prompts.showMessage(
      'info',
      t(
        'No passed run of {0} found on {1}. Comparing with a run on {2} instead.',
        job.name,
        refName(job.ref),
        where,
      ),
      [],
    );
  }
  return passing.job;
}

async function compare(
  { prompts, tools }: CompareCommandDeps,
  { key, job }: JobTarget,
  other: Job,
): Promise<void> {
  const { name } = job;
  const otherKey = { ...key, job: other.id };
  try {
    const [earlier, later] = await prompts.progress.cancellable(
      t('Comparing the logs of {0} #{1} and #{2}…', name, other.id, job.id),
      (signal) => {
        const side = async (of: JobKey): Promise<Side> => {
          const raw = await tools.readLog(of, signal);
          return { key: of, name, raw, normal: await tools.comparable(raw, signal) };
        };
        return Promise.all([side(otherKey), side(key)]);
      },
    );
    await tools.compare(earlier, later);
    if (earlier.normal === later.normal) {
      const message = t('The two logs of {0} differ only in timestamps, IDs, and similar values.', name);
      prompts.showMessage('info', message, []);
    }
  } catch (error) {
    if (!(error instanceof NotComparableError)) throw error;
    prompts.showMessage('info', notComparable(error.reason, name, error.job), []);
  }
}
