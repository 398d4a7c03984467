/** Returns the first 8 characters of a SHA, as the service shows it. */
export function shortSha(sha: string): string;
export function shortSha(sha: string | null | undefined): string | undefined;
export function shortSha(sha: string | null | undefined): string | undefined {
  return sha?.slice(0, 8);
}
