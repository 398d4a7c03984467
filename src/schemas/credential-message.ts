import * as z from 'zod/mini';

/** Message that the credential helper of git sends to the extension. */
export const credentialMessageSchema = z.object({
  /** Identifies the git command. */
  secret: z.string(),
  operation: z.enum(['get', 'store', 'erase']),
  /** Input from git to the helper. */
  input: z.string(),
});
export type CredentialMessage = z.infer<typeof credentialMessageSchema>;
