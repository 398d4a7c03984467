import { headsWith } from '../merge-requests/merged-results';
import type { PipelineHead } from '../pipelines/query';
import type { Projects } from '../projects/projects';
import type { ProjectKey } from '../shared/keys';

/** The branch that is followed, with what is known of its merge request. */
export interface FollowedHead {
  readonly project: ProjectKey;
  readonly head: PipelineHead;
}

/** What is checked out of each project: decides which pipelines the filter "current branch" lists. */
export class BranchHeads {
  readonly #projects: Pick<Projects, 'headsOf'>;
  /** Set by `BranchWatch`; undefined where no branch is followed. */
  followed: FollowedHead | undefined;

  constructor(projects: Pick<Projects, 'headsOf'>) {
    this.#projects = projects;
  }

  headsOf(project: ProjectKey): readonly PipelineHead[] {
    return headsWith(this.#projects.headsOf(project), project, this.followed);
  }
}
