import type * as z from 'zod/mini';
import type { clientKeySchema, errorTrackingSettingsSchema } from '../../schemas/client-key';
import { COLLECTOR } from '../http/collector';
import type { ClientKey, ErrorSettings } from '../world/errors/model';
import type { Project } from '../world/model';

/** A client key with the address that an SDK takes (server-behavior.md#keys-and-dsns). */
export function clientKeyView(
  { id, active, publicKey, project }: ClientKey,
  base: string,
): z.input<typeof clientKeySchema> {
  const address = base.replace('://', `://${publicKey}@`);
  return { id, active, public_key: publicKey, sentry_dsn: `${address}${COLLECTOR}/${project.id}` };
}

/** Settings; an external server is named only where the errors are kept there. */
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
