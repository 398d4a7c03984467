import { branchSchema, pickedCommitSchema } from '../../schemas/repository';
import { endpoint, nothing, one } from '../endpoint';
import { required, string } from '../params';

// Changes of branches without a clone, all of them additional (server-behavior.md#revert-and-cherry-pick).

const BRANCHES = '/projects/:id/repository/branches';

/** `GET …/repository/branches/:branch`: 404 if the branch doesn't exist. */
export const getBranch = endpoint({
  method: 'GET',
  path: `${BRANCHES}/:branch`,
  response: one(branchSchema),
});

/** `POST …/repository/branches`: 400 if the branch exists or `ref` doesn't. */
export const createBranch = endpoint({
  method: 'POST',
  path: BRANCHES,
  body: { branch: required(string), ref: required(string) },
  response: one(branchSchema),
  success: [201],
});

/** `DELETE …/repository/branches/:branch`. */
export const deleteBranch = endpoint({
  method: 'DELETE',
  path: `${BRANCHES}/:branch`,
  response: nothing,
  success: [204],
});

/** `POST …/repository/commits/:sha/revert`: commits to `branch`; 400 if that conflicts or changes nothing. */
export const revertCommit = endpoint({
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/revert',
  body: { branch: required(string) },
  response: one(pickedCommitSchema),
  success: [200, 201],
});

/** `POST …/repository/commits/:sha/cherry_pick`: same as `revertCommit`. */
export const cherryPickCommit = endpoint({
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/cherry_pick',
  body: { branch: required(string) },
  response: one(pickedCommitSchema),
  success: [200, 201],
});
