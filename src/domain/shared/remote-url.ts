/** A git remote's address taken apart. `port` is the one written, if any; `path` has no slash or `.git` at its ends. */
export interface RemoteAddress {
  readonly transport: 'http' | 'ssh';
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string;
}

/** Hosts that offer SSH for another host, where port 22 is closed. */
const SSH_STAND_INS: Readonly<Record<string, string>> = { 'altssh.gitlab.com': 'gitlab.com' };

const TRANSPORTS: Readonly<Record<string, RemoteAddress['transport']>> = {
  'http:': 'http',
  'https:': 'http',
  'ssh:': 'ssh',
  'git+ssh:': 'ssh',
  'ssh+git:': 'ssh',
};

/** `user@host:path`, `host:path`, `user@[::1]:path`: what git takes for SSH where there is no scheme. */
const SCP_LIKE = /^(?:[^@/\s]+@)?(\[[0-9a-f:.]+\]|[^:/\s[\]]+):(?!\/\/)(.+)$/i;

/** Reads a remote's address as git would; undefined for local paths and transports that have no web server. */
export function parseRemote(remote: string): RemoteAddress | undefined {
  const text = remote.trim();
  return text.includes('://') ? parseUrl(text) : parseScpLike(text);
}

function parseUrl(text: string): RemoteAddress | undefined {
  // `URL` lets only special schemes keep host and port apart in all cases; the scheme itself is read first.
  const scheme = /^[a-z+]+:/i.exec(text)?.[0].toLowerCase() ?? '';
  const transport = TRANSPORTS[scheme];
  if (transport === undefined) return undefined;
  try {
    const url = new URL(`http:${text.slice(scheme.length)}`);
    const written = /:(\d+)$/.exec(/^\/\/[^/]*/.exec(text.slice(scheme.length))?.[0] ?? '')?.[1];
    return address(transport, url.hostname, written, decoded(url.pathname));
  } catch {
    return undefined; // Not an address that git could use either.
  }
}

function parseScpLike(text: string): RemoteAddress | undefined {
  const match = SCP_LIKE.exec(text);
  const [, host, path] = match ?? [];
  // One letter before the colon is a drive, not a host.
  if (host === undefined || path === undefined || /^[a-z]$/i.test(host)) return undefined;
  return address('ssh', host, undefined, path);
}

function address(
  transport: RemoteAddress['transport'],
  host: string,
  port: string | undefined,
  path: string,
): RemoteAddress | undefined {
  const name = host.toLowerCase();
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (name === '' || trimmed === '') return undefined;
  return { transport, host: SSH_STAND_INS[name] ?? name, port, path: trimmed };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The project's full path on the server at `base` (such as `https://host:8443/gitlab`), if the remote lies there.
 * An http remote has to agree in host, port and sub-path. SSH has ports and paths of its own, so only the host counts;
 * a sub-path in front is taken away where it is written.
 */
export function projectPathOn(base: string, remote: RemoteAddress): string | undefined {
  const server = new URL(base);
  if (remote.host !== server.hostname) return undefined;
  const prefix = server.pathname.replace(/^\/+|\/+$/g, '');
  const inside =
    prefix !== '' && remote.path.startsWith(`${prefix}/`) ? remote.path.slice(prefix.length + 1) : undefined;
  if (remote.transport === 'http') {
    const defaults = server.protocol === 'https:' ? '443' : '80';
    // The scheme of a remote says nothing sure: a server that upgrades to https is often cloned by http.
    const samePort = (remote.port ?? '') === server.port || remote.port === (server.port || defaults);
    if (!samePort || (prefix !== '' && inside === undefined)) return undefined;
  }
  // A group may be called like the sub-path: then nothing but a name would be left.
  const path = inside?.includes('/') === true ? inside : remote.path;
  return path.includes('/') ? path : undefined;
}
