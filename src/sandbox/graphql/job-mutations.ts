import { isRecord } from '../../base/record';
import * as actions from '../world/job-actions';
import { ACCESS, type User } from '../world/model';
import type { World } from '../world/world';
import type { GraphqlObject } from './object';
import { jobObject } from './pipeline-objects';
import { QueryError } from './query-error';

const INACCESSIBLE =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** Returns the number in the ID of a job; NaN for other IDs. */
export const jobNumber = (id: unknown): number =>
  Number(/^gid:\/\/gitlab\/Ci::Build\/(\d+)$/.exec(String(id))?.[1]);

/** Mutations of jobs (server-behavior.md#delayed-jobs). `user`: undefined without a token that allows writes. */
export function jobMutations(world: World, user: User | undefined): GraphqlObject {
  return {
    jobUnschedule: (args) => {
      const input: unknown = args['input'];
      const id = isRecord(input) ? jobNumber(input['id']) : Number.NaN;
      const project = world.projects.find(({ jobs }) => jobs.find(id) !== undefined);
      const job = project?.jobs.find(id);
      const mayWrite =
        user !== undefined &&
        project?.archived === false &&
        project.members.includes(user.role) &&
        ACCESS[user.role] >= ACCESS.developer;
      if (job === undefined || !mayWrite) throw new QueryError(INACCESSIBLE);
      actions.unschedule(world, job);
      return { job: () => jobObject(job, [job]), errors: () => [], clientMutationId: null };
    },
  };
}
