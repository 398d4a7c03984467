export function percent(coverage: number | string | null | undefined): string | undefined {
  return coverage === null || coverage === undefined || coverage === '' ? undefined : `${coverage} %`;
}
