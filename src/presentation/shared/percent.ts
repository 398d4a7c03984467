import { percentText } from './format';

/** Returns a percentage from the server with at most two decimals; undefined if there is none. */
export function percent(coverage: number | string | null | undefined): string | undefined {
  if (coverage === null || coverage === undefined || coverage === '') return undefined;
  const value = Number(coverage);
  if (Number.isNaN(value)) return `${coverage}%`;
  return percentText(value / 100, 2);
}
