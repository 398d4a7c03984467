/**
 * The parsed URL of a git remote. `port` is set only if the URL contains it; `path` has no leading or
 * trailing slash and no `.git` suffix.
 */
export interface RemoteAddress {
  readonly transport: 'http' | 'ssh';
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string;
}

/** Hosts that provide SSH access for another host, for networks that block port 22. */
const SSH_STAND_INS: Readonly<Record<string, string>> = { 'altssh.gitlab.com': 'gitlab.com' };

const TRANSPORTS: Readonly<Record<string, RemoteAddress['transport']>> = {
  'http:': 'http',
  'https:': 'http',
  'ssh:': 'ssh',
  'git+ssh:': 'ssh',
  'ssh+git:': 'ssh',
};

/** `user@host:path`, `host:path`, `user@[::1]:path`: git uses SSH for these forms without a scheme. */
const SCP_LIKE = /^(?:[^@/\s]+@)?(\[[0-9a-f:.]+\]|[^:/\s[\]]+):(?!\/\/)(.+)$/i;

/**
 * Parses the URL of a remote like git. Returns undefined for local paths and for transports without a web
 * server.
 */
export function parseRemote(remote: string): RemoteAddress | undefined {
  const text = remote.trim();
  return text.includes('://') ? parseUrl(text) : parseScpLike(text);
}

function parseUrl(text: string): RemoteAddress | undefined {
  // Parsed as an `http:` URL, because `URL` normalizes host and port for special schemes only.
  const scheme = /^[a-z+]+:/i.exec(text)?.[0].toLowerCase() ?? '';
  const transport = TRANSPORTS[scheme];
  if (transport === undefined) return undefined;
  try {
    const url = new URL(`http:${text.slice(scheme.length)}`);
    const written = /:(\d+)$/.exec(/^\/\/[^/]*/.exec(text.slice(scheme.length))?.[0] ?? '')?.[1];
    return address(transport, url.hostname, written, decoded(url.pathname));
  } catch {
    return undefined; // Git can't use this URL either.
  }
}

function parseScpLike(text: string): RemoteAddress | undefined {
  const match = SCP_LIKE.exec(text);
  const [, host, path] = match ?? [];
  // A single letter before the colon is a drive, not a host.
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
 * Returns the full path of the remote's project on the server at `base` (such as `https://host:8443/gitlab`),
 * or undefined if the remote isn't on that server. For HTTP remotes, host, port, and sub-path must match. SSH
 * uses a different port and usually no sub-path, so only the host must match; a sub-path is removed if there
 * is one. `sshHost` is the host of the server's SSH URLs if it differs. The repository of a wiki isn't a project.
 */
export function projectPathOn(base: string, remote: RemoteAddress, sshHost?: string): string | undefined {
  const server = new URL(base);
  const hasHost = remote.host === server.hostname || (remote.transport === 'ssh' && remote.host === sshHost);
  if (!hasHost || remote.path.endsWith('.wiki')) return undefined;
  const prefix = server.pathname.replace(/^\/+|\/+$/g, '');
  const inside =
    prefix !== '' && remote.path.startsWith(`${prefix}/`) ? remote.path.slice(prefix.length + 1) : undefined;
  if (remote.transport === 'http') {
    const defaults = server.protocol === 'https:' ? '443' : '80';
    // The schemes are not compared, because servers that redirect to HTTPS are often cloned with an HTTP URL.
    const samePort = (remote.port ?? '') === server.port || remote.port === (server.port || defaults);
    if (!samePort || (prefix !== '' && inside === undefined)) return undefined;
  }
  // A group can have the same name as the sub-path. Removing it would then leave a project name without a
  // group.
  const path = inside?.includes('/') === true ? inside : remote.path;
  return path.includes('/') ? path : undefined;
}
