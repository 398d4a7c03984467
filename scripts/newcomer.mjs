// Measures the first use of the package: installs it in a new host, explores the demo project, and opens the log of a
// running job.
//
//   node scripts/newcomer.mjs [--no-build]
//
// Prints the time from the start of the installation until the log grows. Fails if it takes too long.
import { buildAll } from './lib/build.mjs';
import { exploreDemo, openGrowingLog, openNewcomer } from './lib/newcomer.mjs';
import { readOptions } from './lib/options.mjs';
import { main, Problem } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { startBrowser } from './lib/window.mjs';

const LIMIT_S = 120;

const { values } = readOptions({ options: { 'no-build': { type: 'boolean' } } });

await main(async () => {
  if (!values['no-build']) await step('Building the extension', buildAll);
  const browser = await startBrowser();
  const window = await openNewcomer({ browser, scale: 1 });
  const seconds = () => (performance.now() - window.started) / 1000;
  const say = (what) => console.log(`${seconds().toFixed(1).padStart(6)} s  ${what}`);
  try {
    say('The package is installed and its icon is visible.');
    await exploreDemo(window);
    say('The pipelines of the demo project are visible.');
    await openGrowingLog(window);
    say('The log of a running job grows.');
    if (seconds() > LIMIT_S)
      throw new Problem(`The first log of a running job took more than ${LIMIT_S} seconds.`);
  } finally {
    await window.close();
    await browser.close();
  }
});
