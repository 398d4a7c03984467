import type { ErrorPlace } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import { type Rotation, type RotationStep, RotationStoppedError } from '../../../domain/errors/rotation';
import {
  abandonedMessage,
  deleteOldRisk,
  placeItems,
  rotateRisk,
  type RotationChoice,
} from '../../../presentation/errors/client-key-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { failureText } from '../../../presentation/shared/error-messages';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { requireRole } from '../../shared/commands/role-check';
import { execute } from '../../shared/editor/execute';
import type { MessageAction, PickItem } from '../../shared/editor/prompts';
import { type ClientKeyDeps, clientKeyOf, copyDsn } from './client-key-choice';
import { errorPlaceOf, type PickerTexts } from './place';

/** Default failure message of each step. */
const NOT_DONE: Readonly<Record<RotationStep, () => string>> = {
  create: () => t("Couldn't create the new client key."),
  place: () => t("Couldn't continue the rotation."),
  confirm: () => t("Couldn't confirm the new client key."),
  delete: () => t("Couldn't delete the old client key."),
};

/** A key that may have been created already is searched for instead of created again. */
const notDone = ({ step, before }: Rotation): string =>
  NOT_DONE[step === 'create' && before !== undefined ? 'confirm' : step]();

/**
 * Commands that rotate client keys step by step (server-behavior.md#key-rotation). A rotation can be
 * continued in a later session.
 */
export function rotationCommands(deps: ClientKeyDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.rotateClientKey,
      failure: () => t("Couldn't start the rotation."),
      run: (argument, failing) => begin(deps, argument, failing),
    },
    {
      id: COMMAND.continueRotation,
      failure: () => t("Couldn't continue the rotation."),
      run: async (argument, failing) => {
        const place = await rotationOf(deps, argument, {
          title: t('Continue Client Key Rotation'),
          placeholder: t('Select a rotation to continue'),
        });
        if (place !== undefined) await goOn(deps, place, failing);
      },
    },
    {
      id: COMMAND.stopRotation,
      failure: () => t("Couldn't stop the rotation."),
      run: async (argument) => {
        const place = await rotationOf(deps, argument, {
          title: t('Stop Client Key Rotation'),
          placeholder: t('Select a rotation to stop'),
        });
        if (place !== undefined) await abandon(deps, place);
      },
    },
  ];
}

async function begin(
  deps: ClientKeyDeps,
  argument: CommandArgument,
  failing: (what: string) => void,
): Promise<void> {
  const { rotations, prompts } = deps;
  const title = t('Rotate Client Key');
  const target = argument?.target;
  const place = await errorPlaceOf(argument, deps, {
    title,
    placeholder: t('Select a project to rotate a client key of'),
  });
  if (place === undefined) return;
  requireRole({ roles: deps.projects }, 'manageClientKeys', place);
  const running = rotations.of(place);
  if (running !== undefined && target?.kind === 'client-key' && target.clientKey.key !== running.old) {
    // Continuing with a key other than the selected one would delete the wrong key.
    prompts.showMessage(
      'info',
      t(
        'Key #{0} of {1} is already being rotated. Finish or stop that rotation before you rotate another key.',
        running.old,
        place.path,
      ),
      [continueAction(place), stopAction(deps, place)],
    );
    return;
  }
  if (running === undefined) {
    const isKey = target?.kind === 'client-key';
    const key = await clientKeyOf(deps, isKey ? argument : projectArgument(place), {
      title,
      placeholder: (path) => t('Select a client key of {0} to rotate', path),
    });
    if (key === undefined || !(await prompts.confirm(rotateRisk(key.key, place.path)))) return;
    await deps.prompts.progress.inStatusBar(t('Loading client keys…'), () => rotations.begin(key));
  }
  await goOn(deps, place, failing);
}

const continueAction = (place: ErrorPlace): MessageAction => ({
  title: t('Continue Rotation'),
  run: async () => {
    await execute(COMMAND.continueRotation, projectArgument(place));
  },
  failure: NOT_DONE.place,
});

const stopAction = (deps: ClientKeyDeps, place: ErrorPlace): MessageAction => ({
  title: t('Stop Rotation'),
  run: () => abandon(deps, place),
  failure: () => t("Couldn't stop the rotation."),
});

const projectArgument = ({ base, project, path }: ErrorPlace): CommandArgument => ({
  target: { kind: 'project', project: { base, project }, path },
});

/** Returns the project of the row or the only one with a rotation, or asks for one. */
async function rotationOf(
  { rotations, prompts }: ClientKeyDeps,
  argument: CommandArgument,
  { title, placeholder }: PickerTexts,
): Promise<ErrorPlace | undefined> {
  const target = argument?.target;
  const named =
    target?.kind === 'project'
      ? { ...target.project, path: target.path }
      : target?.kind === 'client-key'
        ? target.clientKey
        : undefined;
  if (named !== undefined && rotations.of(named) !== undefined) return named;
  const all = rotations.list();
  const [only] = all;
  if (only === undefined || named !== undefined) {
    prompts.showMessage('info', t('No client key rotation is in progress.'), []);
    return undefined;
  }
  if (all.length === 1) return only.place;
  return prompts.pick({
    title,
    placeholder,
    items: all.map(({ place, rotation }) => ({
      label: place.path,
      description: t('key #{0}', rotation.old),
      icon: 'sync',
      value: place,
    })),
  });
}

/** Runs the next step, and further steps until one of them has to wait for the user. */
async function goOn(deps: ClientKeyDeps, place: ErrorPlace, failing: (what: string) => void): Promise<void> {
  const rotation = deps.rotations.of(place);
  if (rotation === undefined) return;
  failing(notDone(rotation));
  try {
    const next = await STEPS[rotation.step](deps, place, rotation);
    if (next) await goOn(deps, place, failing);
  } catch (error) {
    if (!(error instanceof RotationStoppedError) || error.reason === undefined) throw error;
    await showObstacle(deps, place, error, failing);
  }
}

type Step = (deps: ClientKeyDeps, place: ErrorPlace, rotation: Rotation) => Promise<boolean>;

/** Steps resolve to true if the next step can start immediately. */
const STEPS: Readonly<Record<RotationStep, Step>> = {
  create: async ({ rotations, prompts }, place) => {
    await prompts.progress.inStatusBar(t('Creating client key…'), () => rotations.create(place));
    return true;
  },
  place: async (deps, place, { old, fresh }) => {
    if (fresh === undefined) return false;
    const choice = await deps.prompts.pick<RotationChoice>({
      title: t('Rotate Client Key #{0}: Switch to Key #{1}', old, fresh),
      placeholder: t(
        'Replace the DSN in every application that sends events; both keys work in the meantime',
      ),
      items: placeItems(old, fresh).map((item): PickItem<RotationChoice> => item),
      stays: true,
    });
    switch (choice) {
      case undefined:
        return false;
      case 'placed':
        await deps.rotations.placed(place);
        return true;
      case 'copy':
        await copyDsn(deps, { ...place, key: fresh });
        deps.prompts.showMessage(
          'info',
          t(
            'DSN of key #{0} copied to the clipboard. Replace the old DSN with it, then continue the rotation.',
            fresh,
          ),
          [continueAction(place)],
        );
        return false;
      case 'set-up':
        await deps.insertSetup();
        return false;
      case 'find':
        await execute(COMMAND.findClientKeys);
        return false;
    }
  },
  confirm: async ({ rotations, prompts }, place, { fresh = 0 }) => {
    await prompts.progress.inStatusBar(t('Loading client keys…'), () => rotations.confirm(place));
    prompts.showStatus(t('Key #{0} exists and is active.', fresh));
    return true;
  },
  delete: async ({ rotations, prompts }, place, rotation) => {
    if (!(await prompts.typed(deleteOldRisk(rotation, place.path)))) return false;
    const { old, fresh = 0 } = rotation;
    const outcome = await prompts.progress.inStatusBar(t('Deleting client key #{0}…', old), () =>
      rotations.delete(place),
    );
    prompts.showMessage(
      'info',
      outcome === 'deleted'
        ? t('Rotation finished. Key #{0} deleted and replaced by key #{1}.', old, fresh)
        : t('Rotation finished. Key #{0} had already been deleted; key #{1} is kept.', old, fresh),
      [],
    );
    return false;
  },
};

/** Shows why a step can't be done, with possible actions. */
async function showObstacle(
  deps: ClientKeyDeps,
  place: ErrorPlace,
  stopped: RotationStoppedError,
  failing: (what: string) => void,
): Promise<void> {
  const { rotations, prompts } = deps;
  if (stopped.reason === 'several') {
    const fresh = await prompts.pick({
      title: t('Rotate Client Key #{0}: Select New Key', stopped.rotation.old),
      placeholder: t("Select the new key; the server didn't confirm which one it created"),
      items: stopped.candidates.map((id) => ({ label: t('Key #{0}', id), icon: 'key', value: id })),
    });
    if (fresh === undefined) return;
    await rotations.choose(place, fresh);
    await goOn(deps, place, failing);
    return;
  }
  const stop = stopAction(deps, place);
  const another: MessageAction = {
    title: t('Create Another Key'),
    run: async () => {
      await rotations.startOver(place);
      await goOn(deps, place, failing);
    },
    failure: NOT_DONE.create,
  };
  const isFresh = stopped.reason === 'fresh-gone' || stopped.reason === 'fresh-inactive';
  const steps =
    rotations.of(place) === undefined || stopped.reason === 'out-of-turn'
      ? []
      : isFresh
        ? [another, stop]
        : [stop];
  const what = notDone(stopped.rotation);
  prompts.showMessage('error', failureText(what, stopped), steps);
}

async function abandon({ rotations, prompts }: ClientKeyDeps, place: ErrorPlace): Promise<void> {
  const rotation = await rotations.abandon(place);
  if (rotation !== undefined) prompts.showMessage('info', abandonedMessage(rotation), []);
}
