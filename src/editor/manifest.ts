import type { Extension } from 'vscode';

/** The extension's version, as its manifest tells it. */
export function versionOf({ packageJSON }: Extension<unknown>): string {
  const manifest: unknown = packageJSON;
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known && typeof manifest.version === 'string' ? manifest.version : '0.0.0';
}
