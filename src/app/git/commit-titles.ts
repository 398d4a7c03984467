import type { CommitTitle, GitPort } from '../shared/git-port';

/** Titles and authors of commits, by SHA, from the clones that are open. Nothing is fetched. */
export async function titlesInClones(
  git: Pick<GitPort, 'clones' | 'commitTitles'>,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, CommitTitle>> {
  const found = new Map<string, CommitTitle>();
  for (const { repository } of await git.clones(signal)) {
    const missing = shas.filter((sha) => !found.has(sha));
    if (missing.length === 0) break;
    // A clone that can't be read contributes nothing.
    const known = await git
      .commitTitles(repository, missing, signal)
      .catch(() => new Map<string, CommitTitle>());
    for (const [sha, title] of known) found.set(sha, title);
  }
  return found;
}
