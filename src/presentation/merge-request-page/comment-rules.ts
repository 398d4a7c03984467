import { lacksRole } from '../../domain/projects/access-level';
import type { NoteOf } from './discussion-model';
import type { OverviewModel } from './model';

/** False if the discussion is locked and the user isn't a member. An unknown role doesn't prevent comments. */
export const canComment = ({ mergeRequest, access }: OverviewModel): boolean =>
  !(mergeRequest.discussion_locked && lacksRole(access, 'guest'));

/** True if the signed-in user wrote the comment. */
export const isOwnNote = ({ me }: OverviewModel, { author }: NoteOf): boolean =>
  me !== undefined && author?.username === me;
