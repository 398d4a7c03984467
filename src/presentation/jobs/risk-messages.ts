import { t } from '../../base/localize';
import { timeOfDay } from '../shared/time-labels';

/** A confirmation question; `action` is the label of the button. `decline`: the label of the other one, instead of Cancel. */
export interface RiskQuestion {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
  readonly decline?: string;
}

/** Returns the names, one per line, followed by a sentence. */
const below = (names: readonly string[], sentence: string): string => `${names.join('\n')}\n\n${sentence}`;

export function runRisk(names: readonly string[], ref: string | undefined): RiskQuestion {
  const [name = ''] = names;
  return {
    message:
      names.length === 1
        ? ref === undefined
          ? t('Run {0}?', name)
          : t('Run {0} for {1}?', name, ref)
        : t('Run {0, plural, one {# job} other {# jobs}}?', names.length),
    detail:
      names.length === 1
        ? t('Manual jobs with a name like this require confirmation.')
        : below(names, t('Manual jobs with names like these require confirmation.')),
    action: t('Run'),
  };
}

export function forceRisk(names: readonly string[]): RiskQuestion {
  const [name = ''] = names;
  const lost = t(
    'The rest of "after_script" will be skipped, so cleanup and uploads may be incomplete. Force canceling jobs requires at least the Maintainer role.',
  );
  return {
    message:
      names.length === 1
        ? t('Force cancel {0}?', name)
        : t('Force cancel {0, plural, one {# job} other {# jobs}}?', names.length),
    detail: names.length === 1 ? lost : below(names, lost),
    action: t('Force Cancel'),
    decline: t('Keep Running'),
  };
}

export function cancelPipelineRisk(pipeline: number, ref: string): RiskQuestion {
  return {
    message: t('Cancel pipeline #{0} for {1}?', pipeline, ref),
    detail: t(
      'All unfinished jobs will be canceled, and their progress will be lost. You can retry them later.',
    ),
    action: t('Cancel Pipeline'),
    decline: t('Keep Running'),
  };
}

/**
 * Confirmation if a pipeline was created after a request that the server didn't confirm. `name` is that of
 * the ref.
 */
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
      "{0} didn't confirm your last request to run a pipeline. Pipeline #{1} may be the result.",
      new URL(base).host,
      id,
    ),
    action: t('Run Pipeline'),
  };
}

interface TypedRisk {
  readonly title: string;
  readonly prompt: string;
  readonly expected: string;
  readonly otherwise: string;
}

/** Confirmation by typing: the name of a job, or the number of jobs. */
export function eraseRisk(names: readonly string[]): TypedRisk {
  const [name = ''] = names;
  const expected = names.length === 1 ? name : String(names.length);
  return {
    title:
      names.length === 1
        ? t('Erase Log and Artifacts of {0}', name)
        : t('Erase Logs and Artifacts of {0, plural, one {# Job} other {# Jobs}}', names.length),
    prompt:
      names.length === 1
        ? t('The log and artifacts will be permanently erased. Type "{0}" to erase them.', name)
        : t(
            'The logs and artifacts of these jobs will be permanently erased: {0}. Type "{1}" to erase them.',
            names.join(', '),
            names.length,
          ),
    expected,
    otherwise: t('The text doesn\'t match "{0}".', expected),
  };
}

/** Shown once if matching the patterns takes too long. */
export const slowConfirmationPattern = (): string =>
  t(
    'A pattern for manual jobs that require confirmation took too long to evaluate. Every manual job requires confirmation until you change the patterns.',
  );
