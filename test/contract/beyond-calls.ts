import type { Client } from '../../src/api/client';
import * as approvals from '../../src/api/endpoints/approvals';
import * as awards from '../../src/api/endpoints/award-emoji';
import * as talk from '../../src/api/endpoints/discussions';
import * as actions from '../../src/api/endpoints/pipeline-actions';
import * as pipelines from '../../src/api/endpoints/pipelines';
import { listProjects } from '../../src/api/endpoints/project-lists';
import { getProject } from '../../src/api/endpoints/projects';
import * as repository from '../../src/api/endpoints/repository';
import { getUser, getVersion } from '../../src/api/endpoints/server';
import type { BEYOND_ROWS } from './rows/beyond';

/** What the paths of these endpoints can name. */
export interface Place {
  readonly id: string;
  readonly pipeline_id: number;
  readonly merge_request_iid: number;
  readonly discussion_id: string;
  readonly note_id: number;
  readonly draft_note_id: number;
  readonly award_id: number;
  readonly file_path: string;
  readonly sha: string;
}

export type BeyondName = keyof typeof BEYOND_ROWS;

/** One call of each endpoint beyond the description; one that is forgotten here does not compile. */
export const BEYOND_CALLS: Readonly<Record<BeyondName, (client: Client, at: Place) => Promise<unknown>>> = {
  getUser: (client) => client.call(getUser, {}),
  getVersion: (client) => client.call(getVersion, {}),
  getProject: (client, { id }) => client.call(getProject, { id }),
  listProjects: (client) => client.page(listProjects, {}),
  listPipelines: (client, { id }) => client.page(pipelines.listPipelines, { id }),
  getPipeline: (client, { id, pipeline_id }) => client.call(pipelines.getPipeline, { id, pipeline_id }),
  retryPipeline: (client, { id, pipeline_id }) => client.call(actions.retryPipeline, { id, pipeline_id }),
  cancelPipeline: (client, { id, pipeline_id }) => client.call(actions.cancelPipeline, { id, pipeline_id }),
  createPipeline: (client, { id }) => client.call(actions.createPipeline, { id, ref: 'main' }),

  listBranches: (client, { id }) => client.page(repository.listBranches, { id }),
  getRawFile: (client, { id, file_path }) => client.text(repository.getRawFile, { id, file_path }),
  getCommit: (client, { id, sha }) => client.call(repository.getCommit, { id, sha }),
  listCommitDiff: (client, { id, sha }) => client.page(repository.listCommitDiff, { id, sha }),
  listMembers: (client, { id }) => client.page(repository.listMembers, { id }),
  listLabels: (client, { id }) => client.page(repository.listLabels, { id }),
  listMilestones: (client, { id }) => client.page(repository.listMilestones, { id }),

  listDiscussions: (client, at) => client.page(talk.listDiscussions, request(at)),
  createDiscussion: (client, at) => client.call(talk.createDiscussion, { ...request(at), body: 'Why?' }),
  resolveDiscussion: (client, at) => client.call(talk.resolveDiscussion, { ...thread(at), resolved: true }),
  createReply: (client, at) => client.call(talk.createReply, { ...thread(at), body: 'Because.' }),
  editNote: (client, at) => client.call(talk.editNote, { ...thread(at), note_id: at.note_id, body: 'How?' }),
  deleteNote: (client, at) => client.call(talk.deleteNote, { ...thread(at), note_id: at.note_id }),
  listDraftNotes: (client, at) => client.page(talk.listDraftNotes, request(at)),
  createDraftNote: (client, at) => client.call(talk.createDraftNote, { ...request(at), note: 'Maybe' }),
  editDraftNote: (client, at) =>
    client.call(talk.editDraftNote, { ...request(at), draft_note_id: at.draft_note_id, note: 'Surely' }),
  deleteDraftNote: (client, at) =>
    client.call(talk.deleteDraftNote, { ...request(at), draft_note_id: at.draft_note_id }),
  publishDraftNotes: (client, at) => client.call(talk.publishDraftNotes, request(at)),
  listNoteAwards: (client, at) => client.page(awards.listNoteAwards, { ...request(at), note_id: at.note_id }),
  giveNoteAward: (client, at) =>
    client.call(awards.giveNoteAward, { ...request(at), note_id: at.note_id, name: 'eyes' }),
  takeNoteAward: (client, at) =>
    client.call(awards.takeNoteAward, { ...request(at), note_id: at.note_id, award_id: at.award_id }),
  getApprovals: (client, at) => client.call(approvals.getApprovals, request(at)),
  approveMergeRequest: (client, at) => client.call(approvals.approveMergeRequest, request(at)),
  unapproveMergeRequest: (client, at) => client.call(approvals.unapproveMergeRequest, request(at)),
};

const request = ({ id, merge_request_iid }: Place) => ({ id, merge_request_iid });
const thread = (at: Place) => ({ ...request(at), discussion_id: at.discussion_id });

/** The calls by their names. */
export const beyondNames = (): BeyondName[] => Object.keys(BEYOND_CALLS).filter(isName);
const isName = (name: string): name is BeyondName => Object.hasOwn(BEYOND_CALLS, name);
