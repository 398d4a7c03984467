import type { User } from '../model';
import type { Label } from './labels';
import type { Milestone } from './milestones';

interface Facts {
  readonly id: number;
  readonly user: User;
  readonly at: number;
}
type EventAction = 'add' | 'remove';
export interface LabelEvent extends Facts {
  readonly label: Label;
  readonly action: EventAction;
}
export interface MilestoneEvent extends Facts {
  readonly milestone: Milestone;
  readonly action: EventAction;
}
export interface StateEvent extends Facts {
  readonly state: 'closed' | 'reopened' | 'merged';
}

/** Changes that the service doesn't record as system notes (server-behavior.md#activity). Oldest first. */
export interface ResourceEvents {
  readonly labels: LabelEvent[];
  readonly milestones: MilestoneEvent[];
  readonly states: StateEvent[];
}

export const noEvents = (): ResourceEvents => ({ labels: [], milestones: [], states: [] });
