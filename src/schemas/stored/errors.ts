import * as z from 'zod/mini';
import { errorOrderSchema } from '../sentry-error';
import { elements } from '../wire';
import { lenient, projectReference, storedFields, storedList } from './stored-value';

export const errorFilterSchema = storedFields({
  search: z.catch(z.string(), ''),
  order: z.catch(errorOrderSchema, 'last_seen'),
});

/** The steps of a client key rotation, in order (server-behavior.md#key-rotation). */
export const rotationStepSchema = z.enum(['create', 'place', 'confirm', 'delete']);

const rotationSchema = z.object({
  old: z.int(),
  fresh: z.optional(z.int()),
  step: rotationStepSchema,
  before: lenient(elements(z.int())),
});

export const keyRotationsSchema = storedList(
  z.object({
    place: z.object({ base: z.string(), project: projectReference, path: z.string() }),
    // The new key is known after the first step.
    rotation: rotationSchema.check(z.refine(({ step, fresh }) => step === 'create' || fresh !== undefined)),
  }),
);
