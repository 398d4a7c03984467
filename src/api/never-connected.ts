/** System calls that happen before anything can be sent. */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'bind']);

/** Error codes of connections that were never established. */
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

/** Certificates or handshakes that weren't accepted, by the names of OpenSSL and Node. */
const NO_TLS = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^CRL_|^HOSTNAME_MISMATCH$/;

/** True if a network failure happened before the request could be sent. */
export function neverConnected(code: string | undefined, systemCall: string | undefined): boolean {
  if (systemCall !== undefined && BEFORE_SENDING.has(systemCall)) return true;
  return code !== undefined && (NO_CONNECTION.has(code) || NO_TLS.test(code));
}
