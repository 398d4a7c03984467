import type * as errorTracking from '../../../src/api/endpoints/error-tracking';
import { PAGE, reading, type Row, SEEN } from './row';

const read = reading('merge requests and client keys');
const beyond = reading('additional');
const KEYS = '/projects/:id/error_tracking/client_keys';

export const ERROR_TRACKING_ROWS: Readonly<Record<keyof typeof errorTracking, Row>> = {
  createClientKey: {
    ...read,
    method: 'POST',
    path: KEYS,
    success: [200, 201],
    usedBy: { commands: ['createClientKey', 'rotateClientKey'] },
  },
  listClientKeys: {
    ...read,
    path: KEYS,
    query: PAGE,
    responseKind: 'list',
    usedBy: {
      seen: `${SEEN.errors}: row Client Keys`,
      commands: ['copyClientKey', 'findClientKeys', 'sendTestEvent'],
    },
  },
  deleteClientKey: {
    ...read,
    method: 'DELETE',
    path: `${KEYS}/:key_id`,
    success: [200, 204],
    responseKind: 'none',
    usedBy: { commands: ['deleteClientKey', 'rotateClientKey'] },
  },
  getErrorTrackingSettings: {
    ...beyond,
    path: '/projects/:id/error_tracking/settings',
    usedBy: { seen: `${SEEN.errors}: rows of projects`, commands: ['errorSettings'] },
  },
  changeErrorTrackingSettings: {
    ...beyond,
    method: 'PATCH',
    path: '/projects/:id/error_tracking/settings',
    body: ['active', 'integrated'],
    usedBy: { commands: ['errorSettings'] },
  },
};
