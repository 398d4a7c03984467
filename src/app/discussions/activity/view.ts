import { type ActivityView, activityViewSchema } from '../../../schemas/stored/reviews';
import { StoredValue } from '../../shared/stored-value';
import type { KeyValueStore } from '../../shared/stores';

/** Which activity pages of merge requests show, and in which order. */
export class ActivityViewStore extends StoredValue<ActivityView> {
  constructor(memory: KeyValueStore) {
    super(memory, 'activity-view', (stored) => activityViewSchema.parse(stored));
  }

  async change(view: Partial<ActivityView>): Promise<void> {
    await this.set({ ...this.current, ...view });
  }

  /** Shows comments if they are hidden, because one of them will be revealed. */
  async showComments(): Promise<void> {
    if (this.current.filter === 'history') await this.change({ filter: 'all' });
  }
}
