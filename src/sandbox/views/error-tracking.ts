import type * as z from 'zod/mini';
import type { clientKeySchema, errorTrackingSettingsSchema } from '../../schemas/client-key';
import type { ClientKey, ErrorSettings } from '../world/errors/model';
import type { Project } from '../world/model';

/** The path of a DSN before the project ID. */
const COLLECTOR = '/api/v4/error_tracking/collector';

/** Returns a client key with its DSN (server-behavior.md#keys-and-dsns). */
export function clientKeyView(
  { id, active, publicKey, project }: ClientKey,
  base: string,
): z.input<typeof clientKeySchema> {
  const address = base.replace('://', `://${publicKey}@`);
  return { id, active, public_key: publicKey, sentry_dsn: `${address}${COLLECTOR}/${project.id}` };
}

/** Returns the settings. They contain an external server only if error tracking isn't integrated. */
export function errorSettingsView(
  { name }: Project,
  { active, integrated }: ErrorSettings,
): z.input<typeof errorTrackingSettingsSchema> {
  const external = 'https://errors.acme.example';
  return {
    active,
    project_name: integrated ? null : name,
    sentry_external_url: integrated ? null : `${external}/acme/${name.toLowerCase()}`,
    api_url: integrated ? null : `${external}/api/0/projects/acme/${name.toLowerCase()}`,
    integrated,
  };
}
