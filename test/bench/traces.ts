/**
 * Returns a job log of the given size as runners write it: with sections, colors, and a progress bar that
 * rewrites its line.
 */
export function traceOf(bytes: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (let section = 0; length < bytes; section++) {
    const part = Buffer.from(sectionOf(section));
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

function sectionOf(number: number): string {
  const name = `part_${number}`;
  const lines = [
    `section_start:${1_700_000_000 + number}:${name}\r\u001b[0K\u001b[0K\u001b[36;1mPart ${number}\u001b[0;m`,
  ];
  for (let line = 0; line < 60; line++) lines.push(lineOf(line));
  const progress = Array.from({ length: 20 }, (_, step) => `Downloading ${step * 5}%`).join('\r');
  lines.push(progress, `section_end:${1_700_000_009 + number}:${name}\r\u001b[0K`);
  return lines.join('\n');
}

function lineOf(line: number): string {
  switch (line % 4) {
    case 0:
      return `\u001b[32;1m$ npm run test -- --filter=package-${line}\u001b[0;m`;
    case 1:
      return `   \u001b[32m✓\u001b[0m adds a price with its tax \u001b[90m(${line} ms)\u001b[0m`;
    case 2:
      return `src/cart/price.ts:${line}:17 - \u001b[33mwarning\u001b[39m a value that is never read`;
    default:
      return 'added 1,204 packages, and audited 1,205 packages in 12 s, of which none has a known weakness';
  }
}
