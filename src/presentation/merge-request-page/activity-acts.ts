import { ACTIVITY_VALUES } from '../../schemas/activity-act';
import type { ActivityView } from '../../schemas/stored/reviews';

/** An action on the activity of a merge request. */
export type ActivityCommand =
  | { readonly act: 'filterActivity'; readonly filter: ActivityView['filter'] }
  | { readonly act: 'sortActivity'; readonly order: ActivityView['order'] }
  | { readonly act: 'showOlderActivity' };
export type ActivityAct = ActivityCommand['act'];

/** Reads an action; undefined if it isn't one of these, or its value is invalid. */
export function activityCommand(act: string, value: string | undefined): ActivityCommand | undefined {
  switch (act) {
    case 'filterActivity': {
      const filter = ACTIVITY_VALUES.filter.safeParse(value);
      return filter.success ? { act, filter: filter.data } : undefined;
    }
    case 'sortActivity': {
      const order = ACTIVITY_VALUES.order.safeParse(value);
      return order.success ? { act, order: order.data } : undefined;
    }
    case 'showOlderActivity':
      return { act };
    default:
      return undefined;
  }
}
