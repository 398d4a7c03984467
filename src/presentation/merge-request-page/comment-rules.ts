import { lacksRole } from '../../domain/projects/access-level';
import type { NoteOf } from './discussion-model';
import type { MergeRequestPageModel } from './model';

/** True if the project is archived, which makes its merge requests read-only. */
export const isArchived = ({ parts: { project } }: MergeRequestPageModel): boolean =>
  project?.archived === true;

/** True if nothing can be changed: the project is archived, or the token can only read. */
export const isPageReadOnly = (model: MergeRequestPageModel): boolean =>
  isArchived(model) || model.access === 'read-only-token';

/**
 * False if the project is archived, if the token can only read, or if the discussion is locked and the user isn't a member. An unknown role
 * doesn't prevent comments.
 */
export const canComment = (model: MergeRequestPageModel): boolean =>
  !isPageReadOnly(model) && !(model.mergeRequest.discussion_locked && lacksRole(model.access, 'guest'));

/** True if the signed-in user wrote the comment. */
export const isOwnNote = ({ me }: MergeRequestPageModel, { author }: NoteOf): boolean =>
  me !== undefined && author?.username === me;
