/**
 * Parses user input: a group's full path or ID, or the URL of one of its pages on this server. Returns
 * undefined for anything else.
 */
export function groupPathOn(base: string, typed: string): string | undefined {
  const text = typed.trim();
  const isAddress = /^https?:\/\//i.test(text);
  if (isAddress && text !== base && !text.startsWith(`${base}/`)) return undefined;
  const [path = ''] = (isAddress ? text.slice(base.length) : text).split(/\/-\/|[?#]/);
  const plain = path.replace(/^\/+|\/+$/g, '').replace(/^groups\//, '');
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*(\/[\p{L}\p{N}_][\p{L}\p{N}_.-]*)*$/u.test(plain) ? plain : undefined;
}
