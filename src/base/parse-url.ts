/**
 * Parses an absolute URL, or one relative to `from`. Returns undefined if the text isn't a valid URL.
 *
 * `URL.canParse` isn't used anywhere: after V8 has optimized a call to it, Node 20 and 22 reject valid URLs that contain
 * letters such as "ü".
 */
export function parseUrl(text: string, from?: string): URL | undefined {
  try {
    return new URL(text, from);
  } catch {
    return undefined;
  }
}
