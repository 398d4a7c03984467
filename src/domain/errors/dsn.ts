import { parseUrl } from '../../base/parse-url';
import type { IngestionKind } from './languages';

/** A DSN taken apart: `SCHEME://KEY@HOST/PATH/ID`, as SDKs of error tracking are configured with (public protocol). */
export interface Dsn {
  /** A secret. */
  readonly key: string;
  /** `https://host:8443/api/v4/error_tracking/collector`: without the key, and without a slash at its end. */
  readonly address: string;
  /** The id at its end. */
  readonly project: string;
}

/** Signs of a key that may be seen: enough to tell two keys apart, too few to use one. */
const SEEN_SIGNS = 4;
const HIDDEN = '••••';

/** Undefined for a text that is no DSN. A secret key of old DSNs (`KEY:SECRET@`) is passed over. */
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

/** Where events go: `store` takes one event, `envelope` several things at once (public protocol). */
export function ingestionAddress({ address, project }: Dsn, kind: IngestionKind): string {
  return `${address}/api/${project}/${kind}/`;
}

/** The end of a key, for a person to tell it from others. Short keys show nothing. */
export function maskedKey(key: string): string {
  return key.length >= SEEN_SIGNS * 3 ? `${HIDDEN}${key.slice(-SEEN_SIGNS)}` : HIDDEN;
}

/** The same DSN for a person to see; what is none shows nothing of itself. */
export function maskedDsn(text: string): string {
  const dsn = readDsn(text);
  if (dsn === undefined) return HIDDEN;
  const rest = dsn.address.slice(dsn.address.indexOf('//') + 2);
  const scheme = dsn.address.slice(0, -rest.length);
  return `${scheme}${maskedKey(dsn.key)}@${rest}/${dsn.project}`;
}
