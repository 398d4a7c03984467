import type { JobTarget } from '../app/job-actions';
import type { JobAction } from '../domain/job-rules';
import { isRiskyToPlay, type Confirmations } from '../domain/risks';
import type { Prompts } from '../editor/prompts';
import { refName } from '../presentation/pipeline-rows';
import { eraseRisk, forceRisk, playRisk } from '../presentation/risk-words';

export interface ConfirmPorts {
  readonly prompts: Prompts;
  /** What the person wants to be asked about, as the settings say at this moment. */
  readonly confirmations: () => Confirmations;
}

type Ask = (ports: ConfirmPorts, targets: readonly JobTarget[]) => Promise<boolean> | undefined;

const nothing: Ask = () => undefined;
const namesOf = (targets: readonly JobTarget[]): readonly string[] => targets.map(({ job }) => job.name);

const RISKS: Readonly<Record<JobAction, Ask>> = {
  retry: nothing,
  cancel: nothing,
  play: ({ prompts, confirmations }, targets) => {
    const { playPattern } = confirmations();
    const risky = targets.filter(({ job }) => isRiskyToPlay(job.name, playPattern));
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
  ports: ConfirmPorts,
  action: JobAction,
  targets: readonly JobTarget[],
): Promise<boolean> | undefined {
  return RISKS[action](ports, targets);
}
