import { commands } from 'vscode';
import type { ErrorPlace } from '../app/error-keys';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { RotationStopped, type Rotation, type RotationStep } from '../domain/errors/rotation';
import type { MessageAction, PickItem } from '../editor/prompts';
import {
  abandonedWords,
  deleteOldRisk,
  placeItems,
  type PlaceChoice,
} from '../presentation/client-key-words';
import { COMMAND } from '../presentation/command-ids';
import { explain } from '../presentation/error-sentences';
import { clientKeyOf, copyDsn, type ClientKeyPorts } from './client-key-choosing';
import type { CommandRow } from './command-row';
import { errorPlaceOf } from './error-place';
import { underWay } from './merge-request-choosing';

/** What a step has not done, before it is known better. */
const NOT_DONE: Readonly<Record<RotationStep, () => string>> = {
  create: () => t('The server has not confirmed the new client key.'),
  place: () => t('The rotation did not go on.'),
  confirm: () => t('The new client key was not confirmed.'),
  delete: () => t('The server has not confirmed that the old client key is deleted.'),
};

/** Rotates client keys step by step (doc 2 §5); what is under way goes on where it was, in a later session too. */
export function rotationCommands(ports: ClientKeyPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.rotateClientKey,
      failure: () => t('The rotation was not begun.'),
      run: (argument, failing) => begin(ports, argument, failing),
    },
    {
      id: COMMAND.continueRotation,
      failure: () => t('The rotation did not go on.'),
      run: async (argument, failing) => {
        const place = await rotationOf(ports, argument);
        if (place !== undefined) await goOn(ports, place, failing);
      },
    },
    {
      id: COMMAND.abandonRotation,
      failure: () => t('The rotation was not stopped.'),
      run: async (argument) => {
        const place = await rotationOf(ports, argument);
        if (place !== undefined) await abandon(ports, place);
      },
    },
  ];
}

async function begin(
  ports: ClientKeyPorts,
  argument: unknown,
  failing: (what: string) => void,
): Promise<void> {
  const { rotations, prompts } = ports;
  const title = t('Rotate Client Key');
  const target = targetOf(argument);
  const place = await errorPlaceOf(argument, ports, title);
  if (place === undefined) return;
  const running = rotations.of(place);
  if (running !== undefined && target?.kind === 'client-key' && target.clientKey.key !== running.old) {
    // Going on with another key than the one that was meant would delete the wrong one.
    prompts.tell(
      'info',
      t(
        'A rotation of key #{0} is under way in {1}: end it before another key is rotated.',
        running.old,
        place.path,
      ),
      [continueAction(place), stopAction(ports, place)],
    );
    return;
  }
  if (running === undefined) {
    const isKey = target?.kind === 'client-key';
    const key = await clientKeyOf(ports, isKey ? argument : projectArgument(place), title);
    if (key === undefined) return;
    await underWay(t('Reading client keys…'), () => rotations.begin(key));
  }
  await goOn(ports, place, failing);
}

const continueAction = (place: ErrorPlace): MessageAction => ({
  title: t('Continue Rotation'),
  run: async () => {
    await commands.executeCommand(COMMAND.continueRotation, projectArgument(place));
  },
  failure: NOT_DONE.place,
});

const stopAction = (ports: ClientKeyPorts, place: ErrorPlace): MessageAction => ({
  title: t('Stop Rotation'),
  run: () => abandon(ports, place),
  failure: () => t('The rotation was not stopped.'),
});

const projectArgument = (place: ErrorPlace) => ({
  target: { kind: 'project', project: { base: place.base, project: place.project }, path: place.path },
});

/** The project whose rotation a command is about: that of the row, the only one, or one that a person picks. */
async function rotationOf(
  { rotations, prompts }: ClientKeyPorts,
  argument: unknown,
): Promise<ErrorPlace | undefined> {
  const target = targetOf(argument);
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
    prompts.tell('info', t('No rotation of a client key is under way here.'), []);
    return undefined;
  }
  if (all.length === 1) return only.place;
  return prompts.pick({
    title: t('Rotation of Client Keys'),
    placeholder: t('The project'),
    items: all.map(({ place, rotation }) => ({
      label: place.path,
      description: t('key #{0}', rotation.old),
      icon: 'sync',
      value: place,
    })),
  });
}

/** Does the next step; what comes after it is offered at once where it waits for a person anyway. */
async function goOn(
  ports: ClientKeyPorts,
  place: ErrorPlace,
  failing: (what: string) => void,
): Promise<void> {
  const rotation = ports.rotations.of(place);
  if (rotation === undefined) return;
  failing(NOT_DONE[rotation.step]());
  try {
    const next = await STEPS[rotation.step](ports, place, rotation);
    if (next) await goOn(ports, place, failing);
  } catch (error) {
    if (!(error instanceof RotationStopped) || error.obstacle === undefined) throw error;
    await tellObstacle(ports, place, error, failing);
  }
}

type Step = (ports: ClientKeyPorts, place: ErrorPlace, rotation: Rotation) => Promise<boolean>;

/** Each gives true where the next step may begin at once. */
const STEPS: Readonly<Record<RotationStep, Step>> = {
  create: async ({ rotations }, place) => {
    await underWay(t('Creating a client key…'), () => rotations.create(place));
    return true;
  },
  place: async (ports, place, { old, fresh }) => {
    if (fresh === undefined) return false;
    const choice = await ports.prompts.pick<PlaceChoice>({
      title: t('Rotation of Key #{0}: Place Key #{1}', old, fresh),
      placeholder: t('Put the new DSN wherever events are sent from; both keys work meanwhile'),
      items: placeItems(old, fresh).map((item): PickItem<PlaceChoice> => item),
    });
    switch (choice) {
      case undefined:
        return false;
      case 'placed':
        await ports.rotations.placed(place);
        return true;
      case 'copy':
        await copyDsn(ports, { ...place, key: fresh });
        ports.prompts.tell(
          'info',
          t('The DSN of key #{0} is on the clipboard. Place it, then continue the rotation.', fresh),
          [continueAction(place)],
        );
        return false;
      case 'set-up':
        await ports.insertSetup();
        return false;
      case 'find':
        await commands.executeCommand(COMMAND.findClientKeys);
        return false;
    }
  },
  confirm: async ({ rotations, prompts }, place, { fresh = 0 }) => {
    await underWay(t('Reading client keys…'), () => rotations.confirm(place));
    prompts.mention(t('Key #{0} is in the list, and active', fresh));
    return true;
  },
  delete: async ({ rotations, prompts }, place, rotation) => {
    if (!(await prompts.typed(deleteOldRisk(rotation, place.path)))) return false;
    const { old, fresh = 0 } = rotation;
    const outcome = await underWay(t('Deleting client key #{0}…', old), () => rotations.delete(place));
    prompts.tell(
      'info',
      outcome === 'deleted'
        ? t('Key #{0} is deleted, and key #{1} has taken its place. The rotation is over.', old, fresh)
        : t('Somebody else had deleted key #{0} already. The rotation is over; key #{1} stays.', old, fresh),
      [],
    );
    return false;
  },
};

/** Says why a step cannot be done, and offers what can. */
async function tellObstacle(
  ports: ClientKeyPorts,
  place: ErrorPlace,
  stopped: RotationStopped,
  failing: (what: string) => void,
): Promise<void> {
  const { rotations, prompts } = ports;
  if (stopped.obstacle === 'several') {
    const fresh = await prompts.pick({
      title: t('Rotation of Key #{0}: the New Key', stopped.rotation.old),
      placeholder: explain(stopped).why,
      items: stopped.candidates.map((id) => ({ label: t('Key #{0}', id), icon: 'key', value: id })),
    });
    if (fresh === undefined) return;
    await rotations.choose(place, fresh);
    await goOn(ports, place, failing);
    return;
  }
  const stop = stopAction(ports, place);
  const another: MessageAction = {
    title: t('Create Another Key'),
    run: async () => {
      await rotations.startOver(place);
      await goOn(ports, place, failing);
    },
    failure: NOT_DONE.create,
  };
  const isFresh = stopped.obstacle === 'fresh-gone' || stopped.obstacle === 'fresh-inactive';
  const steps =
    rotations.of(place) === undefined || stopped.obstacle === 'out-of-turn'
      ? []
      : isFresh
        ? [another, stop]
        : [stop];
  const what = NOT_DONE[stopped.rotation.step]();
  prompts.tell('error', t('{0} {1}', what, explain(stopped).why), steps);
}

async function abandon({ rotations, prompts }: ClientKeyPorts, place: ErrorPlace): Promise<void> {
  const rotation = await rotations.abandon(place);
  if (rotation !== undefined) prompts.tell('info', abandonedWords(rotation), []);
}
