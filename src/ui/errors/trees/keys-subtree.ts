import type { ClientKeys } from '../../../app/errors/client-keys';
import type { HardCodedKeys } from '../../../app/errors/hard-coded-keys';
import type { KeyRotations } from '../../../app/errors/key-rotation';
import { type ClientKeyKey, type ErrorPlace, errorPlaceId } from '../../../app/shared/error-keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { ROTATION_STEPS } from '../../../domain/errors/rotation';
import {
  clientKeyRow,
  clientKeysRow,
  keysMissingRow,
  noKeyRow,
  rotationRow,
  rotationStepRow,
} from '../../../presentation/errors/client-key-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry } from '../../tree-node';
import type { KeyRows } from './deps';
import type { KeyNodeData } from './node';

/** Sources of the data in rows of client keys. */
export interface KeysDeps {
  readonly clientKeys: Pick<ClientKeys, 'get' | 'peek' | 'isBusy' | 'onDidChange'>;
  readonly rotations: Pick<KeyRotations, 'of' | 'onDidChange'>;
  readonly uses: Pick<HardCodedKeys, 'count' | 'onDidChange'>;
}

/** The rows of client keys. Sends no requests until the section is expanded. */
export class KeysSubtree implements KeyRows, Disposable {
  readonly #deps: KeysDeps;
  readonly #changed = new Emitter<ErrorPlace>();
  readonly #subscriptions = new DisposableStore();
  /** Projects whose section was expanded. A search for hard-coded keys may change their rows. */
  readonly #opened = new Map<string, ErrorPlace>();

  readonly onDidChange = this.#changed.event;

  constructor(deps: KeysDeps) {
    this.#deps = deps;
    const fire = (place: ErrorPlace): void => {
      this.#changed.fire(place);
    };
    this.#subscriptions.add(deps.clientKeys.onDidChange(fire));
    this.#subscriptions.add(deps.rotations.onDidChange(fire));
    this.#subscriptions.add(
      deps.uses.onDidChange(() => {
        for (const place of this.#opened.values()) fire(place);
      }),
    );
  }

  /** Every project has the section; problems are shown inside. */
  has(_place: ErrorPlace): boolean {
    return true;
  }

  row(data: KeyNodeData): Row {
    const { clientKeys, rotations, uses } = this.#deps;
    switch (data.kind) {
      case 'client-keys':
        return clientKeysRow(clientKeys.peek(data.place), {
          busy: clientKeys.isBusy(data.place),
          rotation: rotations.of(data.place),
        });
      case 'client-key': {
        const { clientKey } = data;
        const known = clientKeys.peek(clientKey)?.keys.find(({ id }) => id === clientKey.key);
        // The list changed; the row is about to be updated.
        if (known === undefined) return emptyRow(t('Key #{0}', clientKey.key));
        return clientKeyRow(known, { rotation: rotations.of(clientKey), uses: uses.count(clientKey) });
      }
      case 'no-client-key':
        return noKeyRow();
      case 'rotation': {
        const rotation = rotations.of(data.place);
        return rotation === undefined ? emptyRow(t('Rotation')) : rotationRow(rotation);
      }
      case 'rotation-step': {
        const rotation = rotations.of(data.place);
        const step = ROTATION_STEPS.find((each) => each === data.step);
        return rotation === undefined || step === undefined
          ? emptyRow(t('Rotation'))
          : rotationStepRow(step, rotation);
      }
    }
  }

  async entries(data: KeyNodeData): Promise<readonly Entry[]> {
    switch (data.kind) {
      case 'client-keys':
        return this.#keys(data.place);
      case 'rotation':
        return ROTATION_STEPS.map((step): Entry => ({
          key: step,
          data: { kind: 'rotation-step', place: data.place, step },
        }));
      case 'client-key':
      case 'no-client-key':
      case 'rotation-step':
        return [];
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #keys(place: ErrorPlace): Promise<readonly Entry[]> {
    const { clientKeys, rotations } = this.#deps;
    this.#opened.set(errorPlaceId(place), place);
    const { keys, missing, cut } = await clientKeys.get(place);
    const note = (name: string, row: Row): Entry => ({ key: `note ${name}`, data: { kind: 'note', row } });
    const { base, project, path } = place;
    return [
      ...(rotations.of(place) === undefined
        ? []
        : [{ key: 'rotation', data: { kind: 'rotation', place } } as const]),
      ...(missing === undefined ? [] : [note('missing', keysMissingRow(missing))]),
      ...(missing === undefined && keys.length === 0
        ? [{ key: 'none', data: { kind: 'no-client-key', place } } as const]
        : []),
      ...keys.map(({ id }): Entry => {
        const clientKey: ClientKeyKey = { base, project, path, key: id };
        return { key: `key ${id}`, data: { kind: 'client-key', clientKey } };
      }),
      ...(cut ? [note('cut', emptyRow(t('Not all client keys are shown')))] : []),
    ];
  }
}
