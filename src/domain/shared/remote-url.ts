/**
 * The parsed URL of a git remote. `port` is set only if the URL contains another port than the default of its scheme;
 * `path` has no leading, trailing, or doubled slashes and no `.git` suffix.
 */
export interface RemoteAddress {
  readonly transport: 'http' | 'ssh';
  /** The user name for SSH, if the URL contains it. */
  readonly user: string | undefined;
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string;
}

/** Hosts that provide SSH access for another host, for networks that block port 22. */
const SSH_STAND_INS: Readonly<Record<string, string>> = { 'altssh.gitlab.com': 'gitlab.com' };

/** Transports and their default ports. */
const SCHEMES: Readonly<
  Record<string, Readonly<{ transport: RemoteAddress['transport']; port: string }> | undefined>
> = {
  'http:': { transport: 'http', port: '80' },
  'https:': { transport: 'http', port: '443' },
  'ssh:': { transport: 'ssh', port: '22' },
  'git+ssh:': { transport: 'ssh', port: '22' },
  'ssh+git:': { transport: 'ssh', port: '22' },
};

/** `user@host:path`, `host:path`, `user@[::1]:path`: git uses SSH for these forms without a scheme. */
const SCP_LIKE = /^(?:([^@/\s[\]]+)@)?(\[[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*\]|[^:/\s[\]]+):(?!\/\/)(.+)$/i;

/** `[user@host:2222]:path`: brackets are also allowed around a host with a port. */
const SCP_WITH_PORT = /^(?:([^@/\s[\]]+)@)?\[(?:([^@/\s[\]]+)@)?([^@:/\s[\]]+)(?::(\d{1,5}))?\]:(.+)$/;

/** The same brackets in a URL. */
const BRACKETS = /^(\/\/[^/[\]]*)\[([^/:[\]]+(?::\d{1,5})?)\]/;

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
  const name = /^[a-z+]+:/i.exec(text)?.[0].toLowerCase() ?? '';
  const scheme = SCHEMES[name];
  if (scheme === undefined) return undefined;
  const rest = text.slice(name.length).replace(BRACKETS, '$1$2');
  try {
    const url = new URL(`http:${rest}`);
    const written = /:(\d+)$/.exec(/^\/\/[^/]*/.exec(rest)?.[0] ?? '')?.[1];
    const user = scheme.transport === 'ssh' && url.username !== '' ? decoded(url.username) : undefined;
    const port = written === scheme.port ? undefined : written;
    return address({
      transport: scheme.transport,
      user,
      host: url.hostname,
      port,
      path: decoded(url.pathname),
    });
  } catch {
    return undefined; // Git can't use this URL either.
  }
}

function parseScpLike(text: string): RemoteAddress | undefined {
  const [, outer, inner, named, port, rest] = SCP_WITH_PORT.exec(text) ?? [];
  const [, user = inner ?? outer, host = named, path = rest] = SCP_LIKE.exec(text) ?? [];
  // A single letter before the colon is a drive, not a host.
  if (host === undefined || path === undefined || /^[a-z]$/i.test(host)) return undefined;
  return address({ transport: 'ssh', user, host, port: port === '22' ? undefined : port, path });
}

function address({ host, path, ...other }: RemoteAddress): RemoteAddress | undefined {
  const name = host.toLowerCase();
  const trimmed = path
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/, '');
  if (name === '' || trimmed === '') return undefined;
  return { ...other, host: SSH_STAND_INS[name] ?? name, path: trimmed };
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
