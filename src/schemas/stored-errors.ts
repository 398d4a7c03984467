import * as z from 'zod/mini';
import { errorOrderSchema } from './sentry-error';
import { lenient, projectReference, storedFields, storedList } from './stored-value';
import { elements } from './wire';

export const errorFilterSchema = storedFields({
  search: z.catch(z.string(), ''),
  order: z.catch(errorOrderSchema, 'last_seen'),
});

/** The steps of replacing a client key, in their order (server-behavior.md#key-rotation). */
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
    // After the first step the new key is known.
    rotation: rotationSchema.check(z.refine(({ step, fresh }) => step === 'create' || fresh !== undefined)),
  }),
);
