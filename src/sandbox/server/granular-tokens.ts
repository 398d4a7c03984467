import { randomBytes } from 'node:crypto';
import type { Role } from '../world/model';

/** A fine-grained token. Permissions are names of the API, such as `read_job`. */
export interface GranularToken {
  readonly role: Role;
  readonly permissions: readonly string[];
}

/** Has the format of real tokens, so that code that masks those also masks these. */
export const newToken = (): string => `glpat-${randomBytes(15).toString('base64url')}`;

/** The fine-grained tokens of a sandbox, and the groups that accept no others (server-behavior.md#token-errors). */
export class GranularTokens {
  readonly #tokens = new Map<string, GranularToken>();
  readonly #groups = new Set<string>();

  /** Returns a new token. */
  issue(token: GranularToken): string {
    const secret = newToken();
    this.#tokens.set(secret, token);
    return secret;
  }

  find(secret: string): GranularToken | undefined {
    return this.#tokens.get(secret);
  }

  /** Refuses other tokens for the projects of a group. */
  require(group: string): void {
    this.#groups.add(group);
  }

  isRequiredFor(projectPath: string): boolean {
    return [...this.#groups].some((group) => projectPath.startsWith(`${group}/`));
  }

  clear(): void {
    this.#tokens.clear();
    this.#groups.clear();
  }
}
