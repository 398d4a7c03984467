import type { CallOptions, Client } from '../../api/client';
import { changeErrorTrackingSettings } from '../../api/endpoints/error-tracking';
import type { ErrorPlace } from '../shared/error-keys';

/** The backend for the errors of a project. */
export type Backend = 'integrated' | 'external' | 'off';

const CHANGES: Readonly<Record<Backend, { readonly active: boolean; readonly integrated?: boolean }>> = {
  integrated: { active: true, integrated: true },
  external: { active: true, integrated: false },
  // Preserves `integrated` for the next activation.
  off: { active: false },
};

/** Enables or disables error tracking, and sets its backend. Requires the Maintainer role. */
export async function changeBackend(
  client: Client,
  { project }: ErrorPlace,
  backend: Backend,
  options?: CallOptions,
): Promise<void> {
  await client.call(changeErrorTrackingSettings, { id: project, ...CHANGES[backend] }, options);
}
