import { t } from '../../base/localize';

/** What was asked of one server since the window was opened. */
interface HostTraffic {
  readonly host: string;
  readonly requests: number;
  readonly fromCache: number;
  readonly shared: number;
  readonly throttled: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly heldUntil: number | undefined;
}

/** A sentence or two for each server. */
export function trafficSentences(hosts: readonly HostTraffic[], now: number): readonly string[] {
  if (hosts.length === 0) return [t('No server was asked for anything since this window was opened.')];
  return hosts.map((host) => {
    const since = t(
      '{0}: {1} requests since this window was opened, {2} of them unchanged, {3} more saved by sharing, {4} refused as too many. Now {5} under way, {6} waiting.',
      host.host,
      host.requests,
      host.fromCache,
      host.shared,
      host.throttled,
      host.inFlight,
      host.waiting,
    );
    if (host.heldUntil === undefined) return since;
    return t('{0} The server asked for a pause of {1} s.', since, Math.ceil((host.heldUntil - now) / 1000));
  });
}
