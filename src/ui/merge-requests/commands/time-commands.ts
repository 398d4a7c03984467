import { KeptInput } from '../../../app/shared/kept-input';
import { mergeRequestId } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { exactDuration, readDuration, typedDuration } from '../../../domain/merge-requests/time-duration';
import {
  MERGE_REQUEST_VERBS,
  unnamedMergeRequest,
} from '../../../presentation/merge-requests/action-messages';
import { DURATION_PROBLEMS, UNITS_HINT } from '../../../presentation/merge-requests/time-tracking-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { chooseMergeRequest, type Chosen, mergeRequestName } from './choice';
import { resetTime } from './reset-time';
import { sendSpentTime, sendTimeChange, type TimeDeps } from './send-time';

export type { TimeDeps } from './send-time';

const verb = MERGE_REQUEST_VERBS.trackTime;

/** Estimates by merge request. */
const typedEstimates = new KeptInput<string>();
const typedTimes = new KeptInput<{ readonly duration: string; readonly summary: string }>();

export function timeCommands(deps: TimeDeps): readonly CommandRow[] {
  return [
    rowOf(deps, COMMAND.setEstimate, { title: () => t('Set Estimate') }, setEstimate),
    rowOf(deps, COMMAND.addTimeSpent, { title: () => t('Add Time Spent') }, spend),
    rowOf(deps, COMMAND.resetTime, { title: () => t('Reset Time Tracking') }, resetTime),
    rowOf(deps, COMMAND.startTimer, STARTING, startTimer),
    {
      id: COMMAND.stopTimer,
      failure: notStopped,
      run: (_argument, failing) => stopTimer(deps, failing),
    },
  ];
}

/** The title of the command, and the message if it fails. */
interface TimeCommandTexts {
  readonly title: () => string;
  readonly notDone?: (name: string) => string;
}

const STARTING: TimeCommandTexts = {
  title: () => t('Start Timer'),
  notDone: (name) => t("Couldn't start the timer for {0}.", name),
};

const notStopped = (): string => t("Couldn't stop the timer.");

function rowOf(
  deps: TimeDeps,
  id: RowCommandId,
  { title, notDone = verb.notDone }: TimeCommandTexts,
  act: (deps: TimeDeps, chosen: Chosen) => Promise<void>,
): CommandRow {
  return {
    id,
    failure: () => notDone(unnamedMergeRequest()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(deps, 'trackTime', argument, title());
      if (chosen === undefined) return;
      failing(notDone(chosen.name));
      await act(deps, chosen);
    },
  };
}

async function askDuration(
  { prompts }: TimeDeps,
  question: {
    readonly title: string;
    readonly value: string;
    readonly signed: boolean;
    readonly step: readonly [number, number];
  },
  take: (duration: string) => void,
): Promise<boolean | 'back'> {
  return prompts.input({
    title: question.title,
    step: question.step,
    prompt: UNITS_HINT(),
    placeholder: '1h 30m',
    value: question.value,
    warn: (value) => (value.trim() === '' ? undefined : problemOf(value, question.signed)),
    accept: (value) => {
      const problem = problemOf(value, question.signed);
      if (problem === undefined) take(value.trim());
      return Promise.resolve(problem);
    },
  });
}

function problemOf(value: string, signed: boolean): string | undefined {
  const read = readDuration(value, signed ? 'signed' : 'positive');
  return read.ok ? undefined : DURATION_PROBLEMS[read.problem]();
}

async function setEstimate(deps: TimeDeps, chosen: Chosen): Promise<void> {
  const known = deps.store.peek(chosen.key)?.time_stats?.time_estimate ?? 0;
  let duration = '';
  const id = mergeRequestId(chosen.key);
  const title = t('Set Estimate for {0}', chosen.name);
  const value = typedEstimates.take(id) ?? exactDuration(known);
  const question = { title, value, signed: false, step: [1, 1] } as const;
  const accepted = await askDuration(deps, question, (typed) => (duration = typed));
  if (accepted === true)
    await typedEstimates.during(id, duration, () =>
      sendTimeChange(deps, chosen, { kind: 'estimate', duration }),
    );
}

async function spend(deps: TimeDeps, chosen: Chosen): Promise<void> {
  await addTimeSpent(deps, chosen, '');
}

/** Asks for the time and sends it. True if it was sent. */
async function addTimeSpent(deps: TimeDeps, chosen: Chosen, first: string): Promise<boolean> {
  const id = mergeRequestId(chosen.key);
  let { duration, summary } = typedTimes.take(id) ?? { duration: first, summary: '' };
  const title = t('Add Time Spent on {0}', chosen.name);
  for (;;) {
    const question = { title, value: duration, signed: true, step: [1, 2] } as const;
    if ((await askDuration(deps, question, (typed) => (duration = typed))) !== true) return false;
    const result = await deps.prompts.input({
      title,
      step: [2, 2],
      prompt: t('Enter a summary of how the time was spent (optional)'),
      value: summary,
      accept: (value) => {
        summary = value.trim();
        return Promise.resolve(undefined);
      },
    });
    if (result === false) return false;
    if (result === 'back') continue;
    const change = { kind: 'spend', duration, ...(summary === '' ? {} : { summary }) } as const;
    return typedTimes.during(id, { duration, summary }, () => sendSpentTime(deps, chosen, change));
  }
}

async function startTimer(deps: TimeDeps, { key, name }: Chosen): Promise<void> {
  const { running } = deps.timer;
  if (running !== undefined) {
    deps.prompts.showMessage(
      'info',
      t('A timer is already running for {0}.', mergeRequestName(running.key)),
      [
        {
          title: t('Stop Timer...'),
          run: () => stopTimer(deps),
          failure: notStopped,
        },
      ],
    );
    return;
  }
  const branch = await orUndefined(deps.branchOf(key));
  const own = deps.store.peek(key)?.source_branch ?? undefined;
  // Only detects a switch of branches if the branch is checked out now.
  await deps.timer.start(key, branch !== undefined && branch === own ? branch : undefined);
  deps.prompts.showStatus(t('Timer started for {0}.', name));
}

async function stopTimer(deps: TimeDeps, failing: (what: string) => void = () => undefined): Promise<void> {
  const { timer, prompts } = deps;
  const { running, seconds } = timer;
  if (running === undefined) {
    prompts.showMessage('info', t('No timer is running.'), []);
    return;
  }
  const name = mergeRequestName(running.key);
  const chosen = { key: running.key, name, sha: undefined };
  const elapsed = typedDuration(seconds);
  const what = await prompts.pick<'tell' | 'discard'>({
    title: t('Stop Timer for {0}', name),
    placeholder: t('Select what to do with the elapsed time ({0})', elapsed),
    items: [
      {
        label: t('Add {0} as Time Spent...', elapsed),
        description: t('you can adjust the time first'),
        icon: 'check',
        value: 'tell',
      },
      {
        label: t('Discard'),
        description: t('stops the timer without adding time'),
        icon: 'trash',
        value: 'discard',
      },
    ],
  });
  if (what === undefined) return;
  // Stops the timer after the server has accepted the time, so that a failure doesn't discard it.
  if (what === 'tell') failing(t("Couldn't add the time spent. The timer is still running."));
  if (what === 'tell' && !(await addTimeSpent(deps, chosen, elapsed))) return;
  await timer.stop();
}
