import type { CommandId } from './command-ids';

/**
 * Returns a URI that runs a command with an argument. VS Code decodes the argument when it parses the URI, and again when
 * it opens it, so the argument contains no percent sign: otherwise, a name with `%22` could change other values.
 */
export function commandUri(command: CommandId, argument: unknown): string {
  const json = JSON.stringify([argument]).replaceAll('%', String.raw`\u0025`);
  return `command:${command}?${encodeURIComponent(json)}`;
}
