import { headsWith } from '../merge-requests/merged-results';
import type { PipelineHead } from '../pipelines/query';
import type { Projects } from '../projects/projects';
import type { ProjectKey } from '../shared/keys';

/** The followed branch, and known data of its merge request. */
export interface FollowedHead {
  readonly project: ProjectKey;
  readonly head: PipelineHead;
}

/** The heads of each project. They determine which pipelines the filter "current branch" lists. */
export class BranchHeads {
  readonly #projects: Pick<Projects, 'headsOf'>;
  /** Set by `BranchWatch`; undefined if no branch is followed. */
  followed: FollowedHead | undefined;

  constructor(projects: Pick<Projects, 'headsOf'>) {
    this.#projects = projects;
  }

  headsOf(project: ProjectKey): readonly PipelineHead[] {
    return headsWith(this.#projects.headsOf(project), project, this.followed);
  }
}
