import type { JobTarget } from '../../../app/jobs/actions';
import { projectId, type ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { type Confirmations, jobsRequiringConfirmation } from '../../../domain/jobs/risks';
import type { JobAction } from '../../../domain/jobs/rules';
import {
  eraseRisk,
  forceRisk,
  runRisk,
  slowConfirmationPattern,
} from '../../../presentation/jobs/risk-messages';
import { refName } from '../../../presentation/shared/ref-name';
import { LIST_SETTINGS, SECTION, TEXTS } from '../../../presentation/shared/settings';
import type { Prompts } from '../../shared/editor/prompts';
import { regexTimeout } from '../../shared/editor/regex-timeout';

export interface ConfirmDeps {
  readonly prompts: Prompts;
  /** Returns which actions require confirmation in a project with the current settings. */
  readonly confirmations: (project: ProjectKey) => Confirmations;
}

type Ask = (deps: ConfirmDeps, targets: readonly JobTarget[]) => Promise<boolean> | undefined;

const nothing: Ask = () => undefined;
const namesOf = (targets: readonly JobTarget[]): readonly string[] => targets.map(({ job }) => job.name);

/** A settings search that finds both settings with patterns. */
const PATTERN_SETTINGS = `@id:${SECTION}.${TEXTS.confirmRunJobPattern.key},${SECTION}.${LIST_SETTINGS.confirmAdditionalRunJobPatterns.key}`;

/** Patterns that took too long, and are no longer evaluated. */
const tooSlow = new Set<string>();

/** Returns the jobs that require confirmation, in any of their projects. */
function riskyTargets({ prompts, confirmations }: ConfirmDeps, targets: readonly JobTarget[]): JobTarget[] {
  const byProject = new Map<string, JobTarget[]>();
  for (const target of targets) {
    const id = projectId(target.key);
    byProject.set(id, [...(byProject.get(id) ?? []), target]);
  }
  return [...byProject.values()].flatMap((some) => {
    const patterns = some[0] === undefined ? [] : confirmations(some[0].key).runPatterns;
    return riskyIn(some, patterns, prompts);
  });
}

function riskyIn(
  targets: readonly JobTarget[],
  patterns: readonly string[],
  prompts: Prompts,
): readonly JobTarget[] {
  const name = JSON.stringify(patterns);
  if (tooSlow.has(name)) return targets;
  const evaluate = (): ReturnType<typeof jobsRequiringConfirmation> =>
    jobsRequiringConfirmation(namesOf(targets), patterns, regexTimeout);
  const first = evaluate();
  // A fast pattern also takes long if the machine is busy at that moment.
  const { risky, inTime } = first.inTime ? first : evaluate();
  if (!inTime) {
    tooSlow.add(name);
    prompts.showMessage('info', slowConfirmationPattern(), [
      {
        title: t('Open Setting'),
        run: () => prompts.runCommand('workbench.action.openSettings', PATTERN_SETTINGS),
        failure: () => t("Couldn't open the settings."),
      },
    ]);
  }
  return targets.filter(({ job }) => risky.has(job.name));
}

const askToPlay: Ask = (deps, targets) => {
  const risky = riskyTargets(deps, targets);
  if (risky.length === 0) return undefined;
  const refs = new Set(risky.map(({ job }) => refName(job.ref)));
  return deps.prompts.confirm(runRisk(namesOf(risky), refs.size === 1 ? [...refs][0] : undefined));
};

const RISKS: Readonly<Record<JobAction, Ask>> = {
  retry: nothing,
  cancel: nothing,
  unschedule: nothing,
  play: askToPlay,
  runNow: askToPlay,
  forceCancel: ({ prompts, confirmations }, targets) =>
    targets.some(({ key }) => confirmations(key).forceCancel)
      ? prompts.confirm(forceRisk(namesOf(targets)))
      : undefined,
  erase: ({ prompts, confirmations }, targets) =>
    targets.some(({ key }) => confirmations(key).erase)
      ? prompts.typed(eraseRisk(namesOf(targets)))
      : undefined,
};

/** Asks for confirmation of risky actions. Returns undefined without asking if none is required. */
export function askIfRisky(
  deps: ConfirmDeps,
  action: JobAction,
  targets: readonly JobTarget[],
): Promise<boolean> | undefined {
  return RISKS[action](deps, targets);
}
