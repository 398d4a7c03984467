// Records the animation of the README, media/follow-a-failure.gif: from a failed pipeline to the failing line.
//
//   npm run animation [-- --out FILE.gif] [-- --no-build]
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';
import { buildAll } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { handsOn } from './lib/page-actions.mjs';
import { ROOT } from './lib/paths.mjs';
import { main } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { openWorkbench } from './lib/workbench.mjs';

const { GIFEncoder, applyPalette, quantize } = gifenc;

const { values } = readOptions({
  options: { out: { type: 'string' }, 'no-build': { type: 'boolean', default: false } },
});

const SIZE = { width: 1000, height: 620 };
const COLORS = 128;
/** Duration of a frame in milliseconds. */
const SHORT = 900;
const LONG = 2400;

await main(async () => {
  if (!values['no-build']) await step('Building', buildAll, { quiet: true });
  const file = path.resolve(values.out ?? path.join(ROOT, 'media/follow-a-failure.gif'));
  const frames = await step('Recording', record, { quiet: true });
  await writeFile(file, encode(frames));
  console.log(`${frames.length} frames written to ${path.relative(ROOT, file)}.`);
});

/** Returns the frames with their durations. */
async function record() {
  const session = await openWorkbench({ scale: 1 });
  try {
    const { page } = session;
    const hands = handsOn(page);
    const frames = [];
    const picture = async (ms) => {
      await hands.settle();
      frames.push({
        ms,
        png: PNG.sync.read(await page.screenshot({ animations: 'disabled', caret: 'hide' })),
      });
    };
    await page.setViewportSize(SIZE);
    await hands.openContainer();
    await hands.onlyView('Pipelines');
    // The second failed pipeline of the demo project failed in its unit tests.
    const pipeline = page.getByRole('treeitem', { name: /^Pipeline \d+, main, failed/ }).nth(1);
    await pipeline.hover();
    await picture(LONG);
    await pipeline.click();
    await page
      .getByRole('treeitem', { name: /^Stage / })
      .first()
      .waitFor();
    await picture(SHORT);
    const stage = page.getByRole('treeitem', { name: /^Stage test/ }).first();
    if ((await stage.getAttribute('aria-expanded')) !== 'true') await stage.click();
    const job = page.getByRole('treeitem', { name: /^Job unit-tests, failed/ }).first();
    await job.hover();
    await picture(SHORT);
    await job.click();
    await hands.statusItem(/^Ln \d+, /).waitFor();
    await page.locator('.part.editor .detected-link').first().waitFor();
    await picture(LONG);
    await hands.followLink(page.locator('.part.editor .detected-link').first());
    await page.locator('.part.editor .squiggly-error').first().waitFor();
    await picture(LONG);
    return frames;
  } finally {
    await session.close();
  }
}

/** Encodes the frames. Each has its own palette, for which a theme has few enough colors. */
function encode(frames) {
  const gif = GIFEncoder();
  for (const { ms, png } of frames) {
    const palette = quantize(png.data, COLORS);
    gif.writeFrame(applyPalette(png.data, palette), png.width, png.height, { palette, delay: ms });
  }
  gif.finish();
  return gif.bytes();
}
