import { t } from '../../base/localize';
import { numberText } from '../shared/format';
import { sizeLabel } from '../shared/size-labels';
import {
  padding,
  type PageLine,
  type PagePart,
  pageTable,
  type TextPage,
  textPage,
  textWidth,
} from '../shared/text-page';
import { duration } from '../shared/time-labels';

interface EndpointTraffic {
  readonly endpoint: string;
  readonly requests: number;
  readonly fromCache: number;
  readonly throttled: number;
}

/** Requests to one server since the window was opened. */
interface HostTraffic {
  readonly host: string;
  readonly requests: number;
  readonly fromCache: number;
  readonly shared: number;
  readonly throttled: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly heldUntil: number | undefined;
  readonly endpoints: readonly EndpointTraffic[];
}

export interface TrafficFacts {
  readonly hosts: readonly HostTraffic[];
  /** Size of the responses in the cache, in bytes. */
  readonly cacheBytes: number;
}

export const trafficLabel = (): string => t('Request Statistics');

/** Returns the document: requests to each server, in total and by endpoint. Contains no URLs with values. */
export function trafficPage({ hosts, cacheBytes }: TrafficFacts, now: number): TextPage {
  const head: PagePart = {
    lines: [
      [{ text: trafficLabel(), style: 'title' }],
      [{ text: t('Requests from this window since it was opened'), style: 'quiet' }],
      [{ text: t('Responses in the cache: {0}', sizeLabel(cacheBytes)), style: 'quiet' }],
      [],
    ],
  };
  const ofHosts = hosts.map((host) => ({ name: host.host, lines: hostLines(host, now) }));
  return textPage([head, ...(hosts.length === 0 ? [{ lines: [[t('No requests sent')]] }] : ofHosts)]);
}

function hostLines(host: HostTraffic, now: number): PageLine[] {
  const facts: (readonly [string, string])[] = [
    [t('Requests'), numberText(host.requests)],
    [t('Unchanged'), t('{0} (response from the cache)', numberText(host.fromCache))],
    [t('Rate limited'), numberText(host.throttled)],
    [t('Shared'), sharedText(host.shared)],
    [t('In progress'), numberText(host.inFlight)],
    [t('Waiting'), numberText(host.waiting)],
  ];
  if (host.heldUntil !== undefined) {
    const seconds = Math.ceil((host.heldUntil - now) / 1000);
    facts.push([t('Paused'), t("for {0} at the server's request", duration(seconds, 'long') ?? '')]);
  }
  return [
    [{ text: host.host, style: 'title' }],
    ...pageTable(facts),
    [],
    ...endpointTable(host.endpoints),
    [],
  ];
}

const sharedText = (count: number): string =>
  t(
    '{0, plural, one {# more request avoided by sharing responses} other {# more requests avoided by sharing responses}}',
    count,
  );

/** Returns a table of endpoints, most frequent first. */
function endpointTable(endpoints: readonly EndpointTraffic[]): PageLine[] {
  if (endpoints.length === 0) return [];
  const names = [t('Requests'), t('Unchanged'), t('Rate limited')];
  const rows = [...endpoints]
    .sort((a, b) => b.requests - a.requests || a.endpoint.localeCompare(b.endpoint))
    .map(({ endpoint, requests, fromCache, throttled }) => ({
      endpoint,
      counts: [requests, fromCache, throttled].map(numberText),
    }));
  const widths = names.map((name, at) =>
    Math.max(textWidth(name), ...rows.map(({ counts }) => textWidth(counts[at] ?? ''))),
  );
  const columns = (texts: readonly string[]): string =>
    texts.map((text, at) => `${padding(text, widths[at] ?? 0)}${text}  `).join('');
  return [
    [{ text: `${columns(names)}${t('Endpoint')}`, style: 'title' }],
    ...rows.map(({ endpoint, counts }): PageLine => [columns(counts), endpoint]),
  ];
}
