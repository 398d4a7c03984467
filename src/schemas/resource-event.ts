import * as z from 'zod/mini';
import { milestoneSchema } from './merge-request';
import { userSchema } from './user';
import { datetime, optionalNumber, optionalText, part } from './wire';

/** Fields of all events. The user is null if the account was deleted. */
const event = {
  id: z.number(),
  user: part(userSchema),
  created_at: datetime,
  resource_type: optionalText,
  resource_id: optionalNumber,
};

const labelSchema = z.looseObject({ name: z.string(), color: optionalText, description: optionalText });

/** `action`: `add` or `remove`. The label is null if it was deleted. */
export const labelEventSchema = z.looseObject({ ...event, action: optionalText, label: part(labelSchema) });

/** `action`: `add` or `remove`. The milestone is null if it was deleted. */
export const milestoneEventSchema = z.looseObject({
  ...event,
  action: optionalText,
  milestone: part(milestoneSchema),
});

/** `state`: `closed`, `reopened`, or `merged`. */
export const stateEventSchema = z.looseObject({ ...event, state: optionalText });
