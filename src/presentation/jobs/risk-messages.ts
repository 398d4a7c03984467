import { t } from '../../base/localize';
import { timeOfDay } from '../shared/time-labels';

/** A question before what cannot be undone, in the words of the port that asks it. */
export interface RiskQuestion {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
  readonly safe: string;
}

export function playRisk(names: readonly string[], ref: string | undefined): RiskQuestion {
  const [name = ''] = names;
  return {
    message:
      names.length === 1
        ? ref === undefined
          ? t('Play {0}?', name)
          : t('Play {0} for {1}?', name, ref)
        : t('Play {0} jobs?', names.length),
    detail:
      names.length === 1
        ? t('Manual jobs with a name like this require confirmation.')
        : t('{0}\n\nManual jobs with names like these require confirmation.', names.join('\n')),
    action: t('Play'),
    safe: t('Do Not Play'),
  };
}

export function forceRisk(names: readonly string[]): RiskQuestion {
  const [name = ''] = names;
  const lost = t(
    'The rest of its script "after_script" is skipped: what it would clean up or upload is left as it is. The role Maintainer is needed.',
  );
  return {
    message: names.length === 1 ? t('Force cancel {0}?', name) : t('Force cancel {0} jobs?', names.length),
    detail: names.length === 1 ? lost : t('{0}\n\n{1}', names.join('\n'), lost),
    action: t('Force Cancel'),
    safe: t('Let It Finish'),
  };
}

export function cancelPipelineRisk(pipeline: number, ref: string): RiskQuestion {
  return {
    message: t('Cancel pipeline #{0} for {1}?', pipeline, ref),
    detail: t(
      'All of its jobs that are not over are canceled. What they did so far is lost; they can be retried.',
    ),
    action: t('Cancel Pipeline'),
    safe: t('Let It Run'),
  };
}

/** Asked if a pipeline was created after a request for one that the server didn't confirm. `name`: of its ref. */
export function anotherPipelineRisk(
  { id, created_at: at }: { readonly id: number; readonly created_at?: string | null | undefined },
  name: string,
  base: string,
  now: number,
): RiskQuestion {
  const time = Date.parse(at ?? '');
  return {
    message: Number.isNaN(time)
      ? t('Pipeline #{0} was created for {1}. Run another one?', id, name)
      : t('A pipeline was created for {0} at {1}. Run another one?', name, timeOfDay(time, now)),
    detail: t(
      "{0} didn't confirm the last request for a pipeline. Pipeline #{1} may be its result.",
      new URL(base).host,
      id,
    ),
    action: t('Run Pipeline'),
    safe: t('Cancel'),
  };
}

interface TypedRisk {
  readonly title: string;
  readonly prompt: string;
  readonly expected: string;
  readonly otherwise: string;
}

/** Erasing is asked about by typing: of one job its name, of several their number. */
export function eraseRisk(names: readonly string[]): TypedRisk {
  const [name = ''] = names;
  const expected = names.length === 1 ? name : String(names.length);
  return {
    title:
      names.length === 1
        ? t('Erase Log and Artifacts of {0}', name)
        : t('Erase Logs and Artifacts of {0} Jobs', names.length),
    prompt:
      names.length === 1
        ? t(
            'Its log and its artifacts are lost for good. Type the name of the job to erase them: "{0}".',
            name,
          )
        : t(
            'The logs and artifacts of these jobs are lost for good: {0}. Type their number to erase them: "{1}".',
            names.join(', '),
            names.length,
          ),
    expected,
    otherwise: t('That is not "{0}". Nothing is erased.', expected),
  };
}

/** Said once, when the pattern takes too long for the names of jobs. */
export const slowPlayPattern = (): string =>
  t(
    'The pattern in the setting "switchyard.confirm.playPattern" took too long and is disabled. Every manual job requires confirmation until the setting changes.',
  );
