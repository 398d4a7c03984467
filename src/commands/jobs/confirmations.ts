import type { JobTarget } from '../../app/jobs/actions';
import { t } from '../../base/localize';
import { type Confirmations, riskyToPlay } from '../../domain/jobs/risks';
import type { JobAction } from '../../domain/jobs/rules';
import type { Prompts } from '../../editor/shared/prompts';
import { regexTimeout } from '../../editor/shared/regex-timeout';
import { eraseRisk, forceRisk, playRisk, slowPlayPattern } from '../../presentation/jobs/risk-messages';
import { refName } from '../../presentation/shared/ref-name';
import { SECTION, TEXTS } from '../../presentation/shared/settings';

export interface ConfirmDeps {
  readonly prompts: Prompts;
  /** What the person wants to be asked about, as the settings say at this moment. */
  readonly confirmations: () => Confirmations;
}

type Ask = (deps: ConfirmDeps, targets: readonly JobTarget[]) => Promise<boolean> | undefined;

const nothing: Ask = () => undefined;
const namesOf = (targets: readonly JobTarget[]): readonly string[] => targets.map(({ job }) => job.name);

const PATTERN_SETTING = `@id:${SECTION}.${TEXTS.confirmPlayPattern.key}`;

/** A pattern that took too long, which is not used again. */
let tooSlow: string | undefined;

function riskyTargets(
  targets: readonly JobTarget[],
  pattern: string,
  prompts: Prompts,
): readonly JobTarget[] {
  if (pattern === tooSlow) return targets;
  const { risky, inTime } = riskyToPlay(namesOf(targets), pattern, regexTimeout);
  if (!inTime) {
    tooSlow = pattern;
    prompts.showMessage('info', slowPlayPattern(), [
      {
        title: t('Open Setting'),
        run: () => prompts.runCommand('workbench.action.openSettings', PATTERN_SETTING),
        failure: () => t("Couldn't open the settings."),
      },
    ]);
  }
  return targets.filter(({ job }) => risky.has(job.name));
}

const RISKS: Readonly<Record<JobAction, Ask>> = {
  retry: nothing,
  cancel: nothing,
  play: ({ prompts, confirmations }, targets) => {
    const risky = riskyTargets(targets, confirmations().playPattern, prompts);
    if (risky.length === 0) return undefined;
    const refs = new Set(risky.map(({ job }) => refName(job.ref)));
    return prompts.confirm(playRisk(namesOf(risky), refs.size === 1 ? [...refs][0] : undefined));
  },
  forceCancel: ({ prompts, confirmations }, targets) =>
    confirmations().forceCancel ? prompts.confirm(forceRisk(namesOf(targets))) : undefined,
  erase: ({ prompts, confirmations }, targets) =>
    confirmations().erase ? prompts.typed(eraseRisk(namesOf(targets))) : undefined,
};

/** Asks before what is risky; undefined (and nothing asked) where the action is none. */
export function askIfRisky(
  deps: ConfirmDeps,
  action: JobAction,
  targets: readonly JobTarget[],
): Promise<boolean> | undefined {
  return RISKS[action](deps, targets);
}
