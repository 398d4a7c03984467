import { ACTIVITY_VALUES } from '../../schemas/activity-act';
import type { ActivityView } from '../../schemas/stored/reviews';

/** An action on the activity of a merge request. */
export type ActivityCommand =
  | { readonly act: 'filterActivity'; readonly filter: ActivityView['filter'] }
  | { readonly act: 'sortActivity'; readonly order: ActivityView['order'] }
  | { readonly act: 'showOlderActivity' }
  | { readonly act: 'comparePush'; readonly id: number; readonly startSha: string };
export type ActivityAct = ActivityCommand['act'];

/** The value of a button that compares the versions before and after a push. */
export const compareValue = ({ id, startSha }: { readonly id: number; readonly startSha: string }): string =>
  `${id} ${startSha}`;

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
    case 'comparePush': {
      const versions = ACTIVITY_VALUES.push.safeParse(value);
      const [id = '', startSha = ''] = versions.success ? versions.data.split(' ') : [];
      return versions.success ? { act, id: Number(id), startSha } : undefined;
    }
    default:
      return undefined;
  }
}
