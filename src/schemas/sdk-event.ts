import * as z from 'zod/mini';
import { part } from './wire';

/**
 * An event of the public SDK protocol. SDKs differ in what they send, so nothing is required and what does not fit is
 * missing. Names in camelCase are those of a tracker's own API and of GraphQL, which tell the same.
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
    /** Pairs of line and code: `tuple` of zod is kept out of what every window loads. */
    context: part(z.array(z.array(z.nullish(z.union([z.number(), z.string()]))))),
    traceContext: part(z.array(z.looseObject({ line: z.number(), code: z.string() }))),
  }),
  {},
);
export type SdkFrame = z.infer<typeof frameSchema>;

/** The oldest call first. */
export const sdkFramesSchema = z.array(frameSchema);

const stackSchema = part(z.looseObject({ frames: part(sdkFramesSchema) }));

/** A list, or an object that holds one as `values`. */
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

/** The first cause comes first. */
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
  /** Of a tracker's own API: exceptions as one of several parts. */
  entries: part(
    z.array(
      z.catch(z.looseObject({ type: text, data: part(z.looseObject({ values: exceptionsSchema })) }), {}),
    ),
  ),
});
export type SdkEvent = z.infer<typeof sdkEventSchema>;

const answeredText = z.catch(z.optional(z.string()), undefined);

/** What a server answers to an event that was sent to it: its ID, or why it was refused. */
export const sentEventSchema = z.catch(z.object({ id: answeredText, detail: answeredText }), () => ({}));
