import { ARTIFACT_ROWS } from './artifacts';
import { BEYOND_MERGE_REQUEST_ROWS } from './beyond-merge-requests';
import { BEYOND_PROJECT_ROWS } from './beyond-projects';

export const BEYOND_ROWS = { ...ARTIFACT_ROWS, ...BEYOND_PROJECT_ROWS, ...BEYOND_MERGE_REQUEST_ROWS };
