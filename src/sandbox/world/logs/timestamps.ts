import type { Chunk } from './writer';

/** The runner cuts what is longer than this; the rest is a continuation. Here never inside of a character. */
const PARTS = /[^]{1,400}/gu;

/**
 * What the runner writes as one: a section marker (its header is a write of its own), text up to a marker, or the rest
 * of a line.
 */
const MARKER = String.raw`section_(?:start|end):\d+:[^\r\n]*\r\u001b\[0K`;
const WRITES = new RegExp(String.raw`${MARKER}|[^\n]+?(?=section_(?:start|end):\d)|[^\n]*\n|[^\n]+$`, 'g');

/**
 * A log as a runner with FF_TIMESTAMPS writes it: 32 bytes before each line, the last of them `+` where the line
 * continues the one before it.
 */
export function withTimestamps(chunks: readonly Chunk[], startedAt: number): Chunk[] {
  let continued = false;
  return chunks.map(({ at, text }, index) => {
    const micros = String((index * 37) % 1000).padStart(3, '0');
    const time = new Date(startedAt + at).toISOString().replace('Z', `${micros}Z`);
    const lines: string[] = [];
    for (const write of text.match(WRITES) ?? []) {
      for (const part of write.match(PARTS) ?? []) {
        lines.push(`${time} 01O${continued ? '+' : ' '}${part.endsWith('\n') ? part : `${part}\n`}`);
        continued = !part.endsWith('\n');
      }
    }
    return { at, text: lines.join('') };
  });
}
