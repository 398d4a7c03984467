/** System calls that come before anything can be sent. */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'bind']);

/** Codes of connections that never stood: no address, nobody there, no way to it. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EPROTO',
]);

/** A certificate or a handshake that wasn't accepted, by OpenSSL's and Node's names. */
const NO_TLS = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$/;

/** True where a network failure is known to have come before the request could be sent. */
export function neverConnected(code: string | undefined, systemCall: string | undefined): boolean {
  if (systemCall !== undefined && BEFORE_SENDING.has(systemCall)) return true;
  return code !== undefined && (NO_CONNECTION.has(code) || NO_TLS.test(code));
}
