// Keeps a core busy until its standard input is closed. `npm test -- --busy` runs two of these beside the tests.
process.stdin.on('end', () => process.exit()).resume();

/** Computes for a short time, and then lets the event loop notice the end of the input. */
function compute() {
  const end = performance.now() + 50;
  while (performance.now() < end);
  setTimeout(compute, 0);
}
compute();
