import { type LogStyle, TRUE_COLOR } from '../../../src/domain/logs/style';

function colorAt(numbers: readonly number[]): { color?: number; length: number } {
  const [kind, one, two, three] = numbers;
  if (kind === 5) return { ...(one !== undefined && one < 256 ? { color: one } : {}), length: 2 };
  if (kind !== 2) return { length: 0 };
  const fits = [one, two, three].every((part) => part !== undefined && part < 256);
  const value = TRUE_COLOR + ((one ?? 0) << 16) + ((two ?? 0) << 8) + (three ?? 0);
  return { ...(fits ? { color: value } : {}), length: 4 };
}

function withoutUndefined(style: Record<string, unknown>): LogStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}

const ON: Record<number, LogStyle> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  8: { conceal: true },
  9: { strike: true },
  21: { underline: true },
};
const OFF: Record<number, (keyof LogStyle)[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  28: ['conceal'],
  29: ['strike'],
  39: ['foreground'],
  49: ['background'],
};

/** Returns the style after an SGR sequence. */
export function afterSgr(before: LogStyle, parameters: string): LogStyle {
  if (!/^[\d;:]*$/.test(parameters)) return before;
  let style: Record<string, unknown> = { ...before };
  const list = parameters.split(';');
  for (let at = 0; at < list.length; at++) {
    const [code = 0, ...below] = (list[at] ?? '').split(':').map(Number);
    const colons = (list[at] ?? '').includes(':');
    if (code === 38 || code === 48 || code === 58) {
      // With colons, a true color can have a color space as its first value.
      const inner = below[0] === 2 && below.length > 4 ? [2, ...below.slice(2)] : below;
      const found = colorAt(colons ? inner : list.slice(at + 1).map(Number));
      if (!colons) at += found.length;
      if (found.color !== undefined && code !== 58)
        style[code === 38 ? 'foreground' : 'background'] = found.color;
    } else if (code === 4 && colons) style['underline'] = below[0] === 0 ? undefined : true;
    else if (colons) continue;
    else if (code === 0) style = {};
    else if (ON[code] !== undefined) style = { ...style, ...ON[code] };
    else if (OFF[code] !== undefined) for (const key of OFF[code]) style[key] = undefined;
    else if (code >= 30 && code <= 37) style['foreground'] = code - 30;
    else if (code >= 40 && code <= 47) style['background'] = code - 40;
    else if (code >= 90 && code <= 97) style['foreground'] = code - 82;
    else if (code >= 100 && code <= 107) style['background'] = code - 92;
  }
  return withoutUndefined(style);
}
