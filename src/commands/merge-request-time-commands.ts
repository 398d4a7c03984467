import type { MergeRequestKey } from '../app/keys';
import type { TimeChange } from '../app/time-tracking';
import type { TimeTimer } from '../app/time-timer';
import { t } from '../base/localize';
import { exactDuration, readDuration, typedDuration } from '../domain/time-duration';
import { COMMAND, type CommandId } from '../presentation/command-ids';
import { MERGE_REQUEST_VERBS, UNNAMED } from '../presentation/merge-request-action-words';
import { DURATION_PROBLEMS, trackedTime, UNITS_HINT } from '../presentation/merge-time-words';
import type { CommandRow } from './command-row';
import {
  chooseMergeRequest,
  nameOf,
  underWay,
  type Chosen,
  type ChoosingPorts,
} from './merge-request-choosing';

export interface TimePorts extends ChoosingPorts {
  readonly timer: TimeTimer;
  /** What is checked out of a project of the workspace. */
  readonly branchOf: (key: MergeRequestKey) => Promise<string | undefined>;
}

const verb = MERGE_REQUEST_VERBS.trackTime;

export function timeCommands(ports: TimePorts): readonly CommandRow[] {
  return [
    rowOf(ports, COMMAND.setEstimate, setEstimate),
    rowOf(ports, COMMAND.spendTime, spend),
    rowOf(ports, COMMAND.resetTime, reset),
    rowOf(ports, COMMAND.startTimer, startTimer),
    {
      id: COMMAND.stopTimer,
      failure: () => t('The time was not told; the timer still runs.'),
      run: () => stopTimer(ports),
    },
  ];
}

function rowOf(
  ports: TimePorts,
  id: CommandId,
  act: (ports: TimePorts, chosen: Chosen) => Promise<void>,
): CommandRow {
  return {
    id,
    failure: () => verb.notDone(UNNAMED()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(ports, 'trackTime', argument);
      if (chosen === undefined) return;
      failing(verb.notDone(chosen.name));
      await act(ports, chosen);
    },
  };
}

async function askDuration(
  { prompts }: TimePorts,
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

async function send(ports: TimePorts, { key, name }: Chosen, change: TimeChange): Promise<void> {
  const now = await underWay(verb.doing(name), () => ports.actions.trackTime(key, change));
  const { time_estimate: estimate = 0, total_time_spent: spent = 0 } = now.time_stats ?? {};
  ports.prompts.mention(t('{0}: {1} spent, {2} estimated.', name, trackedTime(spent), trackedTime(estimate)));
}

async function setEstimate(ports: TimePorts, chosen: Chosen): Promise<void> {
  const known = ports.store.peek(chosen.key)?.time_stats?.time_estimate ?? 0;
  let duration = '';
  const title = t('Time Estimate of {0}', chosen.name);
  const question = { title, value: exactDuration(known), signed: false, step: [1, 1] } as const;
  const answered = await askDuration(ports, question, (typed) => (duration = typed));
  if (answered === true) await send(ports, chosen, { kind: 'estimate', duration });
}

async function spend(ports: TimePorts, chosen: Chosen): Promise<void> {
  await spendTime(ports, chosen, '');
}

/** True where it was sent. */
async function spendTime(ports: TimePorts, chosen: Chosen, first: string): Promise<boolean> {
  let duration = first;
  let summary = '';
  const title = t('Time Spent on {0}', chosen.name);
  for (;;) {
    const question = { title, value: duration, signed: true, step: [1, 2] } as const;
    if ((await askDuration(ports, question, (typed) => (duration = typed))) !== true) return false;
    const answered = await ports.prompts.input({
      title,
      step: [2, 2],
      prompt: t('What it was spent on. Empty: nothing is said about it.'),
      value: summary,
      accept: (value) => {
        summary = value.trim();
        return Promise.resolve(undefined);
      },
    });
    if (answered === false) return false;
    if (answered === 'back') continue;
    await send(ports, chosen, { kind: 'spend', duration, ...(summary === '' ? {} : { summary }) });
    return true;
  }
}

async function reset(ports: TimePorts, chosen: Chosen): Promise<void> {
  const { key, name } = chosen;
  const known = await underWay(t('Looking at {0}…', name), () => ports.store.get(key));
  const { time_estimate: estimate = 0, total_time_spent: spent = 0 } = known.time_stats ?? {};
  const kind = await ports.prompts.pick<'reset-estimate' | 'reset-spent'>({
    title: t('Reset Time of {0}', name),
    placeholder: t('What becomes nothing again'),
    items: [
      {
        label: t('Reset Estimate'),
        description: trackedTime(estimate),
        icon: 'discard',
        value: 'reset-estimate',
      },
      {
        label: t('Reset Time Spent'),
        description: trackedTime(spent),
        icon: 'discard',
        value: 'reset-spent',
      },
    ],
  });
  if (kind === undefined) return;
  await send(ports, chosen, { kind });
  const before = kind === 'reset-estimate' ? estimate : spent;
  if (before === 0) return;
  const back: TimeChange =
    kind === 'reset-estimate'
      ? { kind: 'estimate', duration: exactDuration(before) }
      : { kind: 'spend', duration: exactDuration(before) };
  const said =
    kind === 'reset-estimate'
      ? t('The estimate of {0} was {1} and is reset.', name, trackedTime(before))
      : t('The time spent on {0} was {1} and is reset.', name, trackedTime(before));
  ports.prompts.tell('info', said, [
    { title: t('Undo'), run: () => send(ports, chosen, back), failure: () => verb.notDone(name) },
  ]);
}

async function startTimer(ports: TimePorts, { key, name }: Chosen): Promise<void> {
  const { running } = ports.timer;
  if (running !== undefined) {
    ports.prompts.tell('info', t('Time is being taken for {0} already.', nameOf(running.key)), [
      {
        title: t('Stop Timer...'),
        run: () => stopTimer(ports),
        failure: () => t('The time was not told; the timer still runs.'),
      },
    ]);
    return;
  }
  const branch = await ports.branchOf(key).catch(() => undefined);
  const own = ports.store.peek(key)?.source_branch ?? undefined;
  // Only who works on its branch leaves it.
  await ports.timer.start(key, branch !== undefined && branch === own ? branch : undefined);
  ports.prompts.mention(t('Time is being taken for {0}.', name));
}

async function stopTimer(ports: TimePorts): Promise<void> {
  const { timer, prompts } = ports;
  const { running, seconds } = timer;
  if (running === undefined) {
    prompts.tell('info', t('No time is being taken.'), []);
    return;
  }
  const name = nameOf(running.key);
  const chosen = { key: running.key, name, sha: undefined };
  const taken = typedDuration(seconds);
  const what = await prompts.pick<'tell' | 'discard'>({
    title: t('Stop Timer of {0}', name),
    placeholder: t('{0} went by', taken),
    items: [
      {
        label: t('Tell {0}...', taken),
        description: t('can be changed first'),
        icon: 'check',
        value: 'tell',
      },
      { label: t('Discard'), description: t('the time is forgotten'), icon: 'trash', value: 'discard' },
    ],
  });
  if (what === undefined) return;
  // It stops with the answer of the server: what could not be told is not lost.
  if (what === 'tell' && !(await spendTime(ports, chosen, taken))) return;
  await timer.stop();
}
