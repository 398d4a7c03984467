import type { Chunk } from './writer';

/** The runner splits longer lines and marks the rest as a continuation. Here, characters are never split. */
const PARTS = /[^]{1,400}/gu;

/**
 * The parts that a runner writes separately: a section marker without its header, the text before a marker,
 * or the rest of a line.
 */
const MARKER = String.raw`section_(?:start|end):\d+:[^\r\n]*\r\u001b\[0K`;
const WRITES = new RegExp(String.raw`${MARKER}|[^\n]+?(?=section_(?:start|end):\d)|[^\n]*\n|[^\n]+$`, 'g');

/**
 * Adds timestamps like a runner with FF_TIMESTAMPS: 32 bytes before each line. The last of them is `+` if the
 * line continues the previous one.
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
