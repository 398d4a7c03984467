import { parseUrl } from '../../base/parse-url';

/** A user name and password for git. */
export interface GitCredential {
  readonly username: string;
  readonly password: string;
}

/** Why git can't use the token of an account. */
export type UnusableToken = 'expired' | 'read-only' | 'refused' | 'missing';

/** Attributes of git's credential protocol (`git help git-credential`). Attributes with lists are left out. */
export type CredentialFields = ReadonlyMap<string, string>;

/** URL for which git needs a user name and password. */
export interface CredentialRequest {
  /** URL without user name and password. */
  readonly url: URL;
  /** False if git named only the host. */
  readonly hasPath: boolean;
  /** From the URL of the remote, or from the setting `credential.username`. */
  readonly username: string | undefined;
}

/** Parses lines such as `host=gitlab.example`. */
export function parseCredential(text: string): CredentialFields {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf('=');
      const name = line.slice(0, Math.max(at, 0));
      return name === '' || name.endsWith('[]') ? [] : [[name, line.slice(at + 1)] as const];
    }),
  );
}

/** Undefined if a value can't be sent to git. */
export function formatCredential({ username, password }: GitCredential): string | undefined {
  return /[\r\n\0]/.test(username + password) ? undefined : `username=${username}\npassword=${password}\n`;
}

/** Undefined for other protocols (such as client certificates), and for hosts that URLs write in another way. */
export function credentialRequest(fields: CredentialFields): CredentialRequest | undefined {
  const [protocol, host = '', path] = [fields.get('protocol'), fields.get('host'), fields.get('path')];
  if ((protocol !== 'https' && protocol !== 'http') || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const url = parseUrl(`${protocol}://${host}/${path ?? ''}`);
  return url === undefined
    ? undefined
    : { url, hasPath: path !== undefined, username: fields.get('username') };
}

/** Parses the URL of a remote or of a prompt. Undefined for other protocols than http and https. */
export function requestFor(address: string): CredentialRequest | undefined {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (url === undefined) return undefined;
  const username = decoded(url.username);
  [url.username, url.password] = ['', ''];
  return { url, hasPath: url.pathname !== '/', username: username === '' ? undefined : username };
}

/**
 * Returns the only account of the origin; undefined if none or several accounts fit. If git named a path, it must be on
 * the account's server (`https://host/gitlab`).
 */
export function accountAt<Account extends { readonly base: string }>(
  { url, hasPath }: Pick<CredentialRequest, 'url' | 'hasPath'>,
  accounts: readonly Account[],
): Account | undefined {
  const fitting = accounts.filter(({ base }) => {
    const server = new URL(base);
    const prefix = server.pathname.replace(/\/*$/, '/');
    return server.origin === url.origin && (!hasPath || url.pathname.startsWith(prefix));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
