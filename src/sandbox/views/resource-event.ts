import type * as z from 'zod/mini';
import type { labelEventSchema, milestoneEventSchema, stateEventSchema } from '../../schemas/resource-event';
import type { Call } from '../http/call';
import type { MergeRequest } from '../world/merge-requests/model';
import type { LabelEvent, MilestoneEvent, StateEvent } from '../world/merge-requests/resource-events';
import { labelView, milestoneView } from './merge-request-parts';
import { isoTime } from './time';
import { userView } from './user';

const facts = ({ base }: Call, request: MergeRequest, event: LabelEvent | MilestoneEvent | StateEvent) => ({
  id: event.id,
  user: userView(event.user, base),
  created_at: isoTime(event.at),
  resource_type: 'MergeRequest',
  resource_id: request.id,
});

export const labelEventView = (
  call: Call,
  request: MergeRequest,
  event: LabelEvent,
): z.input<typeof labelEventSchema> => ({
  ...facts(call, request, event),
  label: labelView(event.label.name),
  action: event.action,
});

export const milestoneEventView = (
  call: Call,
  request: MergeRequest,
  event: MilestoneEvent,
): z.input<typeof milestoneEventSchema> => ({
  ...facts(call, request, event),
  milestone: milestoneView(event.milestone, request.project, call.base),
  action: event.action,
});

export const stateEventView = (
  call: Call,
  request: MergeRequest,
  event: StateEvent,
): z.input<typeof stateEventSchema> => ({ ...facts(call, request, event), state: event.state });
