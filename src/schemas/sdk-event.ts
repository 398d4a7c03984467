import * as z from 'zod/mini';
import { part } from './wire';

/**
 * Fields of events of the public SDK protocol. SDKs send different fields, so all are optional, and invalid
 * values are read as absent. camelCase names are those of a tracker's API and of GraphQL, for the same data.
 */
const text = part(z.string());
const number = part(z.number());
const flag = part(z.boolean());
const texts = part(z.array(z.string()));

const frameSchema = z.catch(
  z.looseObject({
    filename: text,
    fileName: text,
    abs_path: text,
    absPath: text,
    module: text,
    function: text,
    platform: text,
    lineno: number,
    lineNo: number,
    line: number,
    colno: number,
    colNo: number,
    col: number,
    in_app: flag,
    inApp: flag,
    pre_context: texts,
    context_line: text,
    post_context: texts,
    /**
     * Pairs of line number and code. Not a `tuple` of zod, so that it isn't part of the bundle that each
     * window loads.
     */
    context: part(z.array(z.array(z.nullish(z.union([z.number(), z.string()]))))),
    traceContext: part(z.array(z.looseObject({ line: z.number(), code: z.string() }))),
  }),
  {},
);
export type SdkFrame = z.infer<typeof frameSchema>;

/** Frames of a stack trace; the oldest call is first. */
export const sdkFramesSchema = z.array(frameSchema);

const stackSchema = part(z.looseObject({ frames: part(sdkFramesSchema) }));

/** A list, or an object with the list in `values`. */
const listOf = <T>(each: z.ZodMiniType<T>) =>
  part(
    z.union([
      z.array(each),
      z.pipe(
        z.looseObject({ values: z.array(each) }),
        z.transform(({ values }) => values),
      ),
    ]),
  );

/** Exceptions of an event; the root cause is first. */
const exceptionsSchema = listOf(
  z.catch(z.looseObject({ type: text, value: text, module: text, stacktrace: stackSchema }), {}),
);

const messageSchema = part(z.union([z.string(), z.looseObject({ formatted: text, message: text })]));

export const sdkEventSchema = z.looseObject({
  event_id: text,
  eventID: text,
  platform: text,
  sdk: part(z.looseObject({ name: text })),
  exception: exceptionsSchema,
  stacktrace: stackSchema,
  threads: listOf(z.catch(z.looseObject({ crashed: flag, current: flag, stacktrace: stackSchema }), {})),
  logentry: messageSchema,
  message: messageSchema,
  /** Sent by a tracker's API: exceptions are one of several entries. */
  entries: part(
    z.array(
      z.catch(z.looseObject({ type: text, data: part(z.looseObject({ values: exceptionsSchema })) }), {}),
    ),
  ),
});
export type SdkEvent = z.infer<typeof sdkEventSchema>;

const responseText = z.catch(z.optional(z.string()), undefined);

/** The response to an event: its ID, or the reason that it was rejected. */
export const sentEventSchema = z.catch(z.object({ id: responseText, detail: responseText }), () => ({}));
