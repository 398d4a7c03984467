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

/** Sentences for each server. */
export function trafficSentences(hosts: readonly HostTraffic[], now: number): readonly string[] {
  if (hosts.length === 0) return [t('No requests sent since this window was opened.')];
  return hosts.flatMap((host) => {
    const since = t(
      '{0}: {1, plural, one {# request} other {# requests}} since this window was opened ({2} unchanged, {4} rate limited), {3} more avoided by sharing responses. Currently {5} in progress, {6} waiting.',
      host.host,
      host.requests,
      host.fromCache,
      host.shared,
      host.throttled,
      host.inFlight,
      host.waiting,
    );
    if (host.heldUntil === undefined) return [since];
    const seconds = Math.ceil((host.heldUntil - now) / 1000);
    return [since, t('{0} is rate limiting requests. Requests resume in {1} s.', host.host, seconds)];
  });
}
