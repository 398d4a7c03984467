import type * as z from 'zod/mini';
import type { commitSchema } from '../../schemas/diff';
import type { Project } from '../world/model';
import { commitAt } from '../world/repositories/commits';
import type { Repository } from '../world/repositories/repository';
import { isoTime } from './time';

/** Returns a commit in the format of branch heads. */
export function headView(
  repository: Repository,
  project: Project,
  sha: string,
  base: string,
): z.input<typeof commitSchema> {
  const commit = commitAt(repository, sha);
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    title: commit?.title ?? '',
    message: commit?.message ?? '',
    parent_ids: [...(commit?.parents ?? [])],
    author_name: commit?.author ?? '',
    author_email: commit?.email ?? '',
    authored_date: isoTime(commit?.at),
    committer_name: commit?.author ?? '',
    committer_email: commit?.email ?? '',
    committed_date: isoTime(commit?.at),
    created_at: isoTime(commit?.at),
    web_url: `${base}/${project.path}/-/commit/${sha}`,
  };
}
