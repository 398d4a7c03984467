import type { CommentableFiles } from '../../../app/changes/commentable-files';
import type { SuggestionOffers } from '../../../app/discussions/apply-suggestions/suggestion-offers';
import type { CommentOutbox } from '../../../app/discussions/comment-outbox';
import type { Discussions } from '../../../app/discussions/discussions';
import type { Reactions } from '../../../app/discussions/reactions';
import type { ReadOnlyProjects } from '../../../app/discussions/read-only-projects';
import type { Suggestions } from '../../../app/discussions/suggestions';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { TextParts } from '../../../app/projects/text-parts';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import type { MarkdownPlaces } from '../../../presentation/shared/markdown/markdown';
import type { User } from '../../../schemas/user';
import type { WorkingSides } from '../../changes/editor/working-sides';
import type { WorkingTexts } from '../../changes/editor/working-texts';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import type { PendingComments } from '../editor/pending-comments';
import type { CommentUser } from './comment-items';

export interface CommentViewDeps {
  readonly discussions: Discussions;
  readonly outbox: CommentOutbox;
  readonly reactions: Reactions;
  readonly frames: CommentableFiles;
  readonly readOnly: Pick<ReadOnlyProjects, 'reasonFor' | 'readReason'>;
  readonly suggestions: Pick<Suggestions, 'of'>;
  readonly suggestionOffers: Pick<SuggestionOffers, 'of'>;
  readonly readerOf: (base: string) => Promise<CommentUser>;
  /** Resolves links and references in comments. */
  readonly placesOf: (key: MergeRequestKey) => MarkdownPlaces;
  readonly textParts: Pick<TextParts, 'peek' | 'load' | 'onDidChange'>;
  /** True for a thread that should be expanded as soon as it is loaded. */
  readonly isWanted: (discussion: string) => boolean;
}

export interface CommentThreadsDeps extends Omit<CommentViewDeps, 'isWanted'> {
  readonly mergeRequests: Pick<MergeRequests, 'retain'>;
  readonly pending: Pick<PendingComments, 'show'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Files of the workspace that are used as sides. */
  readonly workingSides: Pick<WorkingSides, 'onDidChange'>;
  readonly workingTexts: Pick<WorkingTexts, 'onDidChange'>;
  /** Returns the current user. */
  readonly userOf: (base: string) => Promise<User>;
  readonly prompts: Pick<Prompts, 'showStatus'>;
  readonly report: Report;
}
