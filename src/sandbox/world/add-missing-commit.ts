import type { Project } from './model';
import { commitAt } from './repositories/commits';
import type { World } from './world';

/**
 * Adds a commit to the project if necessary. Jobs return the commit that they ran for, even if it comes from
 * another branch, a tag, or a fork.
 */
export function addMissingCommit(
  { repositories }: World,
  project: Project,
  sha: string,
  branch: string,
): void {
  if (project.commits.has(sha)) return;
  const commit = commitAt(repositories.of(project), sha);
  if (commit !== undefined) project.commits.set(sha, { ...commit, branch });
}
