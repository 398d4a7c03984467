import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Options that Git 2.24 doesn't know. */
const UNKNOWN = [
  '--write-tree',
  '--initial-branch*',
  '--object-format*',
  '--no-autostash',
  '--no-write-fetch-head',
  '--sparse',
];

/**
 * Writes a program that runs git like version 2.24: it refuses options that this version doesn't know, and merges with its
 * strategy. Returns the path.
 */
export async function oldGit(folder: string): Promise<string> {
  const program = path.join(folder, 'old-git');
  const script = [
    '#!/bin/sh',
    'for each in "$@"; do',
    '  case "$each" in',
    `    ${UNKNOWN.join('|')}) echo "error: unknown option $each" >&2; exit 129;;`,
    '    --show-object-format) echo "$each"; exit 0;;',
    '  esac',
    'done',
    'exec git -c pull.twohead=recursive "$@"',
    '',
  ];
  await writeFile(program, script.join('\n'), { mode: 0o755 });
  return program;
}
