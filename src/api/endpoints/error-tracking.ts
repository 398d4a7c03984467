import { clientKeySchema, errorTrackingSettingsSchema } from '../../schemas/client-key';
import { endpoint, list, nothing, one } from '../endpoint';
import { boolean, integer } from '../params';

/** `POST /projects/:id/error_tracking/client_keys`: no body. The response contains a secret. */
export const createClientKey = endpoint({
  method: 'POST',
  path: '/projects/:id/error_tracking/client_keys',
  response: one(clientKeySchema),
  success: [200, 201],
  secret: true,
});

/**
 * `GET /projects/:id/error_tracking/client_keys`. The response contains secrets
 * (server-behavior.md#keys-and-dsns).
 */
export const listClientKeys = endpoint({
  method: 'GET',
  path: '/projects/:id/error_tracking/client_keys',
  query: { page: integer, per_page: integer },
  response: list(clientKeySchema),
  pages: ['offset'],
  secret: true,
});

/**
 * `DELETE /projects/:id/error_tracking/client_keys/:key_id`. Most servers respond with 200 and the key
 * (server-behavior.md#success-codes).
 */
export const deleteClientKey = endpoint({
  method: 'DELETE',
  path: '/projects/:id/error_tracking/client_keys/:key_id',
  response: nothing,
  success: [200, 204],
});

/**
 * `GET /projects/:id/error_tracking/settings`.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const getErrorTrackingSettings = endpoint({
  method: 'GET',
  path: '/projects/:id/error_tracking/settings',
  response: one(errorTrackingSettingsSchema),
});

/**
 * `PATCH /projects/:id/error_tracking/settings`.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const changeErrorTrackingSettings = endpoint({
  method: 'PATCH',
  path: '/projects/:id/error_tracking/settings',
  body: { active: boolean, integrated: boolean },
  response: one(errorTrackingSettingsSchema),
});
