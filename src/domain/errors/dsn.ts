import { parseUrl } from '../../base/parse-url';
import type { IngestionKind } from './languages';

/** A parsed DSN: `SCHEME://KEY@HOST/PATH/ID`, the configuration of error tracking SDKs (public protocol). */
export interface Dsn {
  /** A secret. */
  readonly key: string;
  /** `https://host:8443/api/v4/error_tracking/collector`: without the key and without a trailing slash. */
  readonly address: string;
  /** The ID at its end. */
  readonly project: string;
}

/** Number of visible characters of a key: enough to distinguish two keys, too few to use one. */
const SEEN_SIGNS = 4;
const HIDDEN = '••••';

/** Returns undefined for a text that isn't a DSN. Ignores the secret key of old DSNs (`KEY:SECRET@`). */
export function readDsn(text: string): Dsn | undefined {
  const url = parseUrl(text.trim());
  if (url === undefined) return undefined;
  if (!/^https?:$/.test(url.protocol) || url.username === '') return undefined;
  const path = /^(.*)\/([^/]+)\/?$/.exec(url.pathname);
  const project = path?.[2];
  if (project === undefined) return undefined;
  return {
    key: url.username,
    address: `${url.origin}${path?.[1] ?? ''}`,
    project,
  };
}

/** URLs to which events are sent: `store` accepts one event, `envelope` several items at once (public protocol). */
export function ingestionAddress({ address, project }: Dsn, kind: IngestionKind): string {
  return `${address}/api/${project}/${kind}/`;
}

/** The end of a key, so that users can distinguish keys. Short keys show nothing. */
export function maskedKey(key: string): string {
  return key.length >= SEEN_SIGNS * 3 ? `${HIDDEN}${key.slice(-SEEN_SIGNS)}` : HIDDEN;
}

/** The DSN for display, with its key masked; other texts are masked completely. */
export function maskedDsn(text: string): string {
  const dsn = readDsn(text);
  if (dsn === undefined) return HIDDEN;
  const rest = dsn.address.slice(dsn.address.indexOf('//') + 2);
  const scheme = dsn.address.slice(0, -rest.length);
  return `${scheme}${maskedKey(dsn.key)}@${rest}/${dsn.project}`;
}
