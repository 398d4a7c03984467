import * as z from 'zod/mini';
import { lenient, storedList, storedRecord } from './stored-value';

/** An account. Earlier versions stored it without an id. */
const accountSchema = z.object({
  base: z.string(),
  username: lenient(z.string()),
  user: lenient(z.number()),
  id: z.catch(z.string(), 'first'),
});
export type StoredAccountFields = z.infer<typeof accountSchema>;

/** A sign-in or, without an account, a sign-out. */
const entrySchema = z.object({
  server: z.string(),
  version: z.number(),
  account: lenient(accountSchema),
});

/** Who is signed in where. Earlier versions stored the accounts alone. */
export const storedAccountsSchema = storedList(z.union([entrySchema, accountSchema]));

/** Whom stored state belongs to, by the server's address. */
export const accountOwnersSchema = storedRecord(z.string());
