import type { Client } from '../../../src/api/client';
import { PAGE, reading, type Row } from './row';

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

/** An additional endpoint, with one call of it. */
export interface BeyondRow extends Row {
  /** Public projects answer everybody. */
  readonly open?: true;
  readonly call: (client: Client, at: Place) => Promise<unknown>;
}

// Public documentation of GitLab REST v4.
export const read = reading('additional');
export const list = { ...read, query: PAGE, answer: 'list' } as const;
export const post = { ...read, method: 'POST', success: [201] } as const;
export const act = { ...post, success: [200, 201] } as const;
export const remove = { ...read, method: 'DELETE', success: [204], answer: 'none' } as const;
