import type { CommitTitle, GitPort, TitledCommit } from '../shared/git-port';

/** Titles and authors of commits, by SHA, from the open clones. Fetches nothing. */
export async function titlesInClones(
  git: Pick<GitPort, 'clones' | 'commitTitles'>,
  shas: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, CommitTitle>> {
  const found = new Map<string, CommitTitle>();
  for (const { repository } of await git.clones(signal)) {
    const missing = shas.filter((sha) => !found.has(sha));
    if (missing.length === 0) break;
    // Skips clones that can't be read.
    const known = await git
      .commitTitles(repository, missing, signal)
      .catch(() => new Map<string, CommitTitle>());
    for (const [sha, title] of known) found.set(sha, title);
  }
  return found;
}

/** The newest commits whose title contains a text, from the clones with these IDs. Fetches nothing. */
export async function commitsInClones(
  git: Pick<GitPort, 'commitsWithTitle'>,
  repositories: readonly string[],
  {
    text,
    most,
    signal,
  }: { readonly text: string; readonly most: number; readonly signal?: AbortSignal | undefined },
): Promise<readonly TitledCommit[]> {
  // Skips clones that can't be read.
  const found = await Promise.all(
    repositories.map((each) => git.commitsWithTitle(each, text, most, signal).catch(() => [])),
  );
  const bySha = new Map(found.flat().map((commit) => [commit.sha, commit]));
  return [...bySha.values()].slice(0, most);
}
