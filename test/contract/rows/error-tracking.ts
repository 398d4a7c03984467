import type * as errorTracking from '../../../src/api/endpoints/error-tracking';
import { PAGE, reading, type Row } from './row';

const read = reading('doc 2 §4');
const beyond = reading('beyond the description');
const KEYS = '/projects/:id/error_tracking/client_keys';

export const ERROR_TRACKING_ROWS: Readonly<Record<keyof typeof errorTracking, Row>> = {
  createClientKey: { ...read, method: 'POST', path: KEYS, success: [200, 201] },
  listClientKeys: { ...read, path: KEYS, query: PAGE, answer: 'list' },
  deleteClientKey: {
    ...read,
    method: 'DELETE',
    path: `${KEYS}/:key_id`,
    success: [200, 204],
    answer: 'none',
  },
  getErrorTrackingSettings: { ...beyond, path: '/projects/:id/error_tracking/settings' },
  changeErrorTrackingSettings: {
    ...beyond,
    method: 'PATCH',
    path: '/projects/:id/error_tracking/settings',
    body: ['active', 'integrated'],
  },
};
