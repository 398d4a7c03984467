import * as z from 'zod/mini';

/** Line that the demo server prints when it accepts requests. It listens only on the loopback interface. */
export const demoServerSchema = z.object({
  url: z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)),
  tokens: z.object({ maintainer: z.string() }),
});

/** Data that is stored next to the clone of a demo. Contains no token: each start of the server creates new ones. */
export const demoRecordSchema = z.object({
  /** Process ID of the extension host that prepared or runs the demo. */
  owner: z.number(),
  /** URL of the server when it ran last. */
  url: z.string(),
  /**
   * The commits and tags that branches and tags of the server had at each start. Everything else in the clone is from the
   * user. Undefined if an earlier version of the extension created the demo.
   */
  commits: z.optional(z.array(z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)))),
  /** Whether the views and the walkthrough were shown in the window of the demo. */
  shown: z.boolean(),
});
export type DemoRecord = z.infer<typeof demoRecordSchema>;
