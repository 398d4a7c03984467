import * as z from 'zod/mini';
import { createValuesSchema } from './new-merge-request';
import { targetSchema } from './target';
import { verdictSchema } from './verdict';

const row = z.object({
  target: z.optional(targetSchema),
  /** The commit that was displayed when the command was run. */
  sha: z.optional(z.string()),
  /** URI of the document whose menu was used. */
  document: z.optional(
    z.object({ scheme: z.string(), authority: z.string(), path: z.string(), query: z.string() }),
  ),
});

/**
 * The argument of most commands: a row, or the content of a link. Undefined if the command is run from the
 * Command Palette.
 */
export const commandArgumentSchema = z.optional(row);
export type CommandArgument = z.infer<typeof commandArgumentSchema>;

/** A row, for commands that don't use it. */
const ignoredRow = z.pipe(
  commandArgumentSchema,
  z.transform(() => undefined),
);

const optionalLine = (least: number) => z.catch(z.optional(z.int().check(z.minimum(least))), undefined);

const withNote = z.optional(z.extend(row, { note: z.optional(z.number()) }));

const history = z.union([
  z.object({
    base: z.string(),
    project: z.union([z.number(), z.string()]),
    name: z.string(),
    ref: z.catch(z.optional(z.string()), undefined),
  }),
  ignoredRow,
]);

/** Arguments of commands that accept more than a row, by command name. */
export const COMMAND_ARGUMENTS = {
  find: z.union([z.string(), ignoredRow]),
  openAddress: z.string(),
  /** A link in a text of a merge request. */
  openLink: z.object({
    address: z.string(),
    mergeRequest: z.object({
      base: z.string(),
      project: z.union([z.number(), z.string()]),
      iid: z.number(),
    }),
  }),
  /** `base`: the account to sign in to again. */
  signIn: z.union([z.object({ base: z.string() }), ignoredRow]),
  /** A line of a job log; the first line is 0. */
  openLogLine: z.object({
    base: z.string(),
    project: z.union([z.number(), z.string()]),
    job: z.number(),
    name: z.string(),
    line: optionalLine(0),
  }),
  repeatLogSearch: z.optional(z.extend(row, { typed: z.optional(z.string()) })),
  loadOlderRuns: history,
  refreshHistory: history,
  toggleHistoryRef: history,
  /**
   * With `write`, moves the focus to the text box for a new comment, or for a reply to the thread of `note`. With
   * `draft`, edits that pending comment. With `review`, moves the focus to the open form of a review.
   */
  openMergeRequest: z.optional(
    z.extend(row, {
      note: z.optional(z.number()),
      write: z.optional(z.boolean()),
      draft: z.optional(z.number()),
      review: z.optional(z.boolean()),
    }),
  ),
  /** `verdict`: the one to select in the form. */
  submitReview: z.optional(z.extend(row, { verdict: z.optional(verdictSchema) })),
  openThread: withNote,
  /** `id`: the ID of a row. `file` is the SHA-1 of the path, as in the server's URLs. The first `line` is 1. */
  openFileDiff: z.optional(
    z.extend(row, {
      id: z.catch(z.optional(z.string()), undefined),
      file: z.optional(z.string()),
      line: optionalLine(1),
    }),
  ),
  compareVersions: z.optional(
    z.extend(row, {
      version: z.optional(z.object({ id: z.optional(z.number()), startSha: z.optional(z.string()) })),
      /** Whether to open the changes too. */
      open: z.optional(z.boolean()),
    }),
  ),
  /** With `offer`, asks for confirmation before deleting. */
  deleteMergedBranch: z.optional(z.extend(row, { offer: z.optional(z.boolean()) })),
  /** With `line`, copies the line of code that reads the key from the environment. */
  copyClientKey: z.optional(z.extend(row, { line: z.optional(z.boolean()) })),
  createMergeRequest: z.optional(
    z.extend(row, {
      values: z.optional(createValuesSchema),
      /** The Source Control view passes the repository whose menu was used. */
      rootUri: z.optional(
        z.pipe(
          z.unknown(),
          z.transform((uri) => String(uri)),
        ),
      ),
    }),
  ),
} as const;

type Schemas = typeof COMMAND_ARGUMENTS;

/** The arguments that callers pass to these commands. */
export type CommandArguments = { readonly [Name in keyof Schemas]: z.input<Schemas[Name]> };

export type CreateArgument = z.infer<Schemas['createMergeRequest']>;

/** The target of a button on a page, without the merge request that the page shows. */
export const pageItemSchema = z.looseObject({
  kind: z.string(),
  pipeline: z.optional(z.looseObject({})),
  version: z.optional(z.unknown()),
});

/** Validates the argument of a command. */
export type ArgumentSchema<Argument> = z.ZodMiniType<Argument>;

/** A command was run with an invalid argument, for example by a link or another extension. */
export class InvalidArgumentError extends Error {
  override readonly name = 'InvalidArgumentError';
}

/** @throws InvalidArgumentError */
export function readArgument<Argument>(schema: ArgumentSchema<Argument>, given: unknown): Argument {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new InvalidArgumentError(read.error.issues.map(({ path }) => path.join('.')).join(', '));
}

/** The argument of a command that is also in menus of VS Code's own objects, such as comments. */
export type RowOr<Pressed> =
  | (NonNullable<CommandArgument> & { readonly pressed?: Pressed | undefined })
  | undefined;

/** Accepts a row, or an object for which `read` returns a value. */
export const rowOr = <Pressed>(
  read: (given: unknown) => Pressed | undefined,
): ArgumentSchema<RowOr<Pressed>> =>
  z.union([
    z.pipe(
      z.unknown().check(z.refine((given) => read(given) !== undefined)),
      z.transform((given) => ({ pressed: read(given) })),
    ),
    commandArgumentSchema,
  ]);
