import { type ChangesLayout, changesLayoutSchema } from '../../schemas/stored/reviews';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** Whether changed files are shown as a tree or as a list. */
export class ChangesLayoutStore extends StoredValue<ChangesLayout> {
  constructor(memory: KeyValueStore) {
    super(memory, 'changes-layout', (stored) => changesLayoutSchema.parse(stored));
  }

  override set(layout: ChangesLayout): Promise<void> {
    return super.set(layout);
  }
}
