// Everything that must hold. A failed step stops no other, so that the sum is known; the last line is the sum.
//
//   node scripts/test.mjs [--only types,unit,...]
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findBrowser } from './lib/browser.mjs';
import { CHECKS, STAGES } from './lib/checks.mjs';
import { prepareHost } from './lib/host.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { start } from './lib/processes.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const sum = { passed: 0, failed: 0 };

await main(async () => {
  const chosen = values.only?.split(',') ?? Object.keys(CHECKS);
  const unknown = chosen.find((name) => !(name in CHECKS));
  if (unknown !== undefined) {
    throw new Problem(`There is no step "${unknown}": choose from ${Object.keys(CHECKS).join(',')}.`);
  }
  // What has to be fetched is fetched while the first checks run. When that fails, the step that needs it says so.
  const fetching = ['integration', 'ui'].some((name) => chosen.includes(name))
    ? Promise.allSettled([prepareHost(), findBrowser()])
    : undefined;

  for (const [index, lanes] of STAGES.entries()) {
    if (index > 0) await fetching;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane) if (chosen.includes(name)) await runCheck(name);
      }),
    );
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
});

async function runCheck(name) {
  const { args, tests = false, live = false } = CHECKS[name];
  const began = performance.now();
  const lines = [];
  if (live) console.log(`\n${name} ...`);
  const child = start(process.execPath, args, {
    cwd: ROOT,
    onLine(line) {
      if (live) console.log(line);
      lines.push(line);
    },
  });
  const code = await child.exited;
  const { passed, failed } = tests
    ? countTests(lines, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  sum.passed += passed;
  sum.failed += failed;

  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const counts = tests ? `: ${passed} passed, ${failed} failed` : '';
  console.log(`${failed === 0 ? '✔' : '✘'} ${name}${counts} (${seconds})`);
  if (failed > 0 && !live) console.log(`${lines.join('\n').trimEnd()}\n`);
}

/** The last "N passing" and "N failing" that the runner printed. One that fails without a failing test failed itself. */
function countTests(lines, code) {
  const text = stripVTControlCharacters(lines.join('\n'));
  const last = (pattern) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
  const passed = last(/^\s*(\d+) passing\b/gm);
  const failed = last(/^\s*(?:\d+ passing, )?(\d+) failing\b/gm);
  const nothingRan = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed };
}
