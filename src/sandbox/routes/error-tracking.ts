import { endpoint, one } from '../../api/endpoint';
import * as tracking from '../../api/endpoints/error-tracking';
import { boolean, required } from '../../api/params';
import { errorTrackingSettingsSchema } from '../../schemas/client-key';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { clientKeyView, errorSettingsView } from '../views/error-tracking';
import type { ErrorSettings } from '../world/errors/model';
import type { Project } from '../world/model';
import { projectOf, requireMinimumRole } from './access';

/**
 * Returns the project of a path with its settings. Requires the Maintainer role. Responds with 404 if the
 * Monitor feature is disabled (server-behavior.md#error-tracking-settings).
 */
function monitored(call: Call, id: string | number): { project: Project; settings: ErrorSettings } {
  const project = projectOf(call, id);
  requireMinimumRole(call, project, 'maintainer');
  const settings = call.world.errors.settingsOf(project);
  if (settings === undefined) throw refuse.missing('Error Tracking Setting');
  return { project, settings };
}

/**
 * Returns the project of a path for managing its client keys. Requires the Maintainer role, but no settings
 * (server-behavior.md#keys-and-dsns).
 */
function keyed(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  requireMinimumRole(call, project, 'maintainer');
  return project;
}

/**
 * `PUT …/error_tracking/settings` creates settings; both values are required. The extension only changes
 * existing settings.
 */
const setErrorTracking = endpoint({
  method: 'PUT',
  path: '/projects/:id/error_tracking/settings',
  body: { active: required(boolean), integrated: required(boolean) },
  response: one(errorTrackingSettingsSchema),
});

/** Client keys and error tracking settings. */
export const errorTrackingRoutes = [
  route(tracking.createClientKey, (call, args) => {
    const project = keyed(call, args.id);
    return json(201, clientKeyView(call.world.errors.addKey(project), call.base));
  }),
  route(tracking.listClientKeys, (call, args) => {
    const keys = call.world.errors.keysOf(keyed(call, args.id));
    return offsetPage(call, args, keys.reverse(), (key) => clientKeyView(key, call.base));
  }),
  route(tracking.deleteClientKey, (call, args) => {
    const removed = call.world.errors.removeKey(keyed(call, args.id), Number(args.key_id));
    if (removed === undefined) throw refuse.missing();
    return json(200, clientKeyView(removed, call.base));
  }),
  route(tracking.getErrorTrackingSettings, (call, args) => {
    const { project, settings } = monitored(call, args.id);
    return json(200, errorSettingsView(project, settings));
  }),
  route(setErrorTracking, (call, args) => {
    const { project, settings } = monitored(call, args.id);
    settings.active = args.active;
    settings.integrated = args.integrated;
    return json(200, errorSettingsView(project, settings));
  }),
  route(tracking.changeErrorTrackingSettings, (call, args) => {
    const { project, settings } = monitored(call, args.id);
    if (args.active === undefined && args.integrated === undefined) throw refuse.invalid('active is missing');
    settings.active = args.active ?? settings.active;
    settings.integrated = args.integrated ?? settings.integrated;
    return json(200, errorSettingsView(project, settings));
  }),
];
