import type { CallOptions, Client } from '../../api/client';
import { changeErrorTrackingSettings } from '../../api/endpoints/error-tracking';
import type { ErrorPlace } from '../shared/error-keys';

/** Where the errors of a project are kept. */
export type Backend = 'integrated' | 'external' | 'off';

const CHANGES: Readonly<Record<Backend, { readonly active: boolean; readonly integrated?: boolean }>> = {
  integrated: { active: true, integrated: true },
  external: { active: true, integrated: false },
  // What it was is kept for when it is turned on again.
  off: { active: false },
};

/** Turns error tracking on or off, and says who keeps the errors. For maintainers. */
export async function changeBackend(
  client: Client,
  { project }: ErrorPlace,
  backend: Backend,
  options?: CallOptions,
): Promise<void> {
  await client.call(changeErrorTrackingSettings, { id: project, ...CHANGES[backend] }, options);
}
