/** How many cases a slow property tries: a part of them with every change, all of them with `npm run test:full`. */
export const fuzzRuns = (all: number, usual: number): number =>
  process.env['SWITCHYARD_ALL_CASES'] === '1' ? all : usual;
