import type { Client } from '../../../src/api/client';
import { PAGE, reading, type Row } from './row';

/** Values for the path parameters of these endpoints. */
export interface Place {
  readonly id: string;
  readonly pipeline_id: number;
  /** A finished job with artifacts. */
  readonly job_id: number;
  readonly artifact_path: string;
  readonly merge_request_iid: number;
  readonly discussion_id: string;
  readonly note_id: number;
  readonly draft_note_id: number;
  readonly award_id: number;
  /** A resource group that a job uses. */
  readonly key: string;
  readonly file_path: string;
  readonly secret: string;
  readonly filename: string;
  readonly sha: string;
  /** Branches at this commit and at its parent. */
  readonly branch: string;
  readonly older_branch: string;
}

/** An additional endpoint, and a function that calls it. */
export interface BeyondRow extends Row {
  /** True if public projects allow requests without a token. */
  readonly open?: true;
  readonly call: (client: Client, at: Place) => Promise<unknown>;
}

// Source: public documentation of GitLab REST v4.
export const read = reading('additional');
export const list = { ...read, query: PAGE, responseKind: 'list' } as const;
export const post = { ...read, method: 'POST', success: [201] } as const;
export const act = { ...post, success: [200, 201] } as const;
export const remove = { ...read, method: 'DELETE', success: [204], responseKind: 'none' } as const;
