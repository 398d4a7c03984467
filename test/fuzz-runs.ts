/** Returns the number of cases of a slow property: some by default, all in `npm run test:full`. */
export const fuzzRuns = (all: number, usual: number): number =>
  process.env['SWITCHYARD_ALL_CASES'] === '1' ? all : usual;
