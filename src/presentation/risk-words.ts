import { t } from '../base/localize';

/** A question before what cannot be undone, in the words of the port that asks it. */
export interface RiskQuestion {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
  readonly safe: string;
}

export function playRisk(names: readonly string[], ref: string | undefined): RiskQuestion {
  const [name = ''] = names;
  const rule = t(
    'It is a manual job, and its name matches the pattern in the setting "switchyard.confirm.playPattern".',
  );
  return {
    message:
      names.length === 1
        ? ref === undefined
          ? t('Play {0}?', name)
          : t('Play {0} for {1}?', name, ref)
        : t('Play {0} jobs?', names.length),
    detail:
      names.length === 1
        ? rule
        : t(
            '{0}\n\nTheir names match the pattern in the setting "switchyard.confirm.playPattern".',
            names.join('\n'),
          ),
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
