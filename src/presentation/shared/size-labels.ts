import { unitFormat } from './format';

/** `1.4 MB`. Takes bytes. */
export function sizeLabel(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  // 999.95 of a unit would be rounded to 1,000; use the next unit instead.
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1) / 0.99995) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  // The short form of bytes has no plural.
  return unitFormat(unit, step === 0 ? 'long' : 'short', 'at most one').format(bytes / 1000 ** step);
}
