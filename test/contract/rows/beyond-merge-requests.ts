import * as approvals from '../../../src/api/endpoints/approvals';
import * as awardEmoji from '../../../src/api/endpoints/award-emoji';
import * as discussions from '../../../src/api/endpoints/discussions';
import * as events from '../../../src/api/endpoints/resource-events';
import { type BeyondRow, list, type Place, post, read, remove } from './beyond-row';
import { SEEN } from './row';

type Name = keyof typeof discussions | keyof typeof awardEmoji | keyof typeof approvals | keyof typeof events;

const request = ({ id, merge_request_iid }: Place) => ({ id, merge_request_iid });
const thread = (at: Place) => ({ ...request(at), discussion_id: at.discussion_id });

const MR = '/projects/:id/merge_requests/:merge_request_iid';

/** Rows of the additional endpoints for comments and approvals. */
export const BEYOND_MERGE_REQUEST_ROWS: Readonly<Record<Name, BeyondRow>> = {
  listDiscussions: {
    ...list,
    path: `${MR}/discussions`,
    open: true,
    usedBy: { seen: 'diffs; row Discussions', commands: ['openThread'] },
    call: (client, at) => client.page(discussions.listDiscussions, request(at)),
  },
  createDiscussion: {
    ...post,
    path: `${MR}/discussions`,
    body: ['body', 'position', 'internal'],
    usedBy: { commands: ['commentNow', 'startThread'] },
    call: (client, at) => client.call(discussions.createDiscussion, { ...request(at), body: 'Why?' }),
  },
  createNote: {
    ...post,
    path: `${MR}/notes`,
    body: ['body', 'internal'],
    usedBy: { commands: ['addComment', 'requestReviewAgain'] },
    call: (client, at) => client.call(discussions.createNote, { ...request(at), body: 'Fine.' }),
  },
  resolveDiscussion: {
    ...read,
    method: 'PUT',
    path: `${MR}/discussions/:discussion_id`,
    body: ['resolved'],
    usedBy: { commands: ['resolveThread', 'unresolveThread', 'replyAndResolve'] },
    call: (client, at) => client.call(discussions.resolveDiscussion, { ...thread(at), resolved: true }),
  },
  createReply: {
    ...post,
    path: `${MR}/discussions/:discussion_id/notes`,
    body: ['body'],
    usedBy: { commands: ['replyToThread', 'commentNow', 'replyAndResolve'] },
    call: (client, at) => client.call(discussions.createReply, { ...thread(at), body: 'Because.' }),
  },
  editNote: {
    ...read,
    method: 'PUT',
    path: `${MR}/discussions/:discussion_id/notes/:note_id`,
    body: ['body', 'resolved'],
    usedBy: { commands: ['editComment', 'saveComment'] },
    call: (client, at) =>
      client.call(discussions.editNote, { ...thread(at), note_id: at.note_id, body: 'How?' }),
  },
  deleteNote: {
    ...remove,
    path: `${MR}/discussions/:discussion_id/notes/:note_id`,
    usedBy: { commands: ['deleteComment'] },
    call: (client, at) => client.call(discussions.deleteNote, { ...thread(at), note_id: at.note_id }),
  },
  listDraftNotes: {
    ...list,
    path: `${MR}/draft_notes`,
    usedBy: { seen: 'diffs; row Discussions' },
    call: (client, at) => client.page(discussions.listDraftNotes, request(at)),
  },
  createDraftNote: {
    ...post,
    path: `${MR}/draft_notes`,
    body: ['note', 'in_reply_to_discussion_id', 'resolve_discussion', 'position'],
    usedBy: { commands: ['startReview', 'addToReview'] },
    call: (client, at) => client.call(discussions.createDraftNote, { ...request(at), note: 'Maybe' }),
  },
  editDraftNote: {
    ...read,
    method: 'PUT',
    path: `${MR}/draft_notes/:draft_note_id`,
    body: ['note', 'position'],
    usedBy: { commands: ['editComment', 'saveComment'] },
    call: (client, at) =>
      client.call(discussions.editDraftNote, {
        ...request(at),
        draft_note_id: at.draft_note_id,
        note: 'Surely',
      }),
  },
  deleteDraftNote: {
    ...remove,
    path: `${MR}/draft_notes/:draft_note_id`,
    usedBy: { commands: ['discardComment'] },
    call: (client, at) =>
      client.call(discussions.deleteDraftNote, { ...request(at), draft_note_id: at.draft_note_id }),
  },
  publishDraftNotes: {
    ...post,
    path: `${MR}/draft_notes/bulk_publish`,
    body: ['note', 'internal', 'reviewer_state'],
    success: [204],
    responseKind: 'none',
    usedBy: { commands: ['submitReview'] },
    call: (client, at) =>
      client.call(discussions.publishDraftNotes, {
        ...request(at),
        note: 'Almost there',
        internal: false,
        reviewer_state: 'reviewed',
      }),
  },
  listLabelEvents: {
    ...list,
    path: `${MR}/resource_label_events`,
    open: true,
    usedBy: { seen: SEEN.page },
    call: (client, at) => client.page(events.listLabelEvents, request(at)),
  },
  listMilestoneEvents: {
    ...list,
    path: `${MR}/resource_milestone_events`,
    open: true,
    usedBy: { seen: SEEN.page },
    call: (client, at) => client.page(events.listMilestoneEvents, request(at)),
  },
  listStateEvents: {
    ...list,
    path: `${MR}/resource_state_events`,
    open: true,
    usedBy: { seen: SEEN.page },
    call: (client, at) => client.page(events.listStateEvents, request(at)),
  },
  listNoteAwards: {
    ...list,
    path: `${MR}/notes/:note_id/award_emoji`,
    open: true,
    usedBy: { seen: 'reactions below comments of diffs' },
    call: (client, at) => client.page(awardEmoji.listNoteAwards, { ...request(at), note_id: at.note_id }),
  },
  addNoteAward: {
    ...post,
    path: `${MR}/notes/:note_id/award_emoji`,
    body: ['name'],
    usedBy: { seen: 'reactions below comments of diffs' },
    call: (client, at) =>
      client.call(awardEmoji.addNoteAward, { ...request(at), note_id: at.note_id, name: 'eyes' }),
  },
  removeNoteAward: {
    ...remove,
    path: `${MR}/notes/:note_id/award_emoji/:award_id`,
    usedBy: { seen: 'reactions below comments of diffs' },
    call: (client, at) =>
      client.call(awardEmoji.removeNoteAward, { ...request(at), note_id: at.note_id, award_id: at.award_id }),
  },
  getApprovals: {
    ...read,
    path: `${MR}/approvals`,
    open: true,
    usedBy: { seen: SEEN.page },
    call: (client, at) => client.call(approvals.getApprovals, request(at)),
  },
  getApprovalState: {
    ...read,
    path: `${MR}/approval_state`,
    open: true,
    usedBy: { seen: SEEN.page },
    call: (client, at) => client.call(approvals.getApprovalState, request(at)),
  },
  approveMergeRequest: {
    ...post,
    path: `${MR}/approve`,
    body: ['sha'],
    success: [201, 304],
    responseKind: 'optional',
    usedBy: { commands: ['approveMergeRequest'] },
    call: (client, at) => client.call(approvals.approveMergeRequest, request(at)),
  },
  unapproveMergeRequest: {
    ...post,
    path: `${MR}/unapprove`,
    success: [201, 304],
    responseKind: 'none',
    usedBy: { commands: ['revokeApproval'] },
    call: (client, at) => client.call(approvals.unapproveMergeRequest, request(at)),
  },
};
