// Takes the screenshots in the user guide and the README: opens windows with the demo project, brings them into the states to
// show, and writes each picture at half its size.
//
//   npm run guide-images [-- --only NAME,...]
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from 'pngjs';
import { buildAll } from './lib/build.mjs';
import { SIGNED_IN, SIGNED_OUT } from './lib/guide-tour.mjs';
import { readOptions } from './lib/options.mjs';
import { handsOn } from './lib/page-actions.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';
import { step } from './lib/progress.mjs';
import { openWorkbench } from './lib/workbench.mjs';

const GUIDE = path.join(ROOT, 'docs/user-guide');
/** The screenshot of the user guide that the README shows as media/screenshot.png. */
const README_IMAGE = 'log-dark';
/** The screenshots of each window. */
const WINDOWS = [
  { theme: 'dark', signedIn: 'owner', tour: without(SIGNED_IN, 'merge-continued') },
  { theme: 'light', signedIn: 'owner', tour: { 'merge-continued': SIGNED_IN['merge-continued'] } },
  { theme: 'light', signedIn: false, tour: SIGNED_OUT },
];

const { values } = readOptions({ options: { only: { type: 'string' } } });

await main(async () => {
  const only = values.only?.split(',');
  const taken = [];
  await step('Building the extension', buildAll);
  for (const { theme, signedIn, tour } of WINDOWS) {
    const steps = Object.entries(tour).filter(([name]) => only?.includes(`${name}-${theme}`) ?? true);
    if (steps.length > 0) taken.push(...(await takeAll(steps, { theme, signedIn })));
  }
  if (only !== undefined) return;
  const missing = (await namesInGuide()).filter((name) => !taken.includes(name));
  if (missing.length > 0)
    throw new Problem(`The guide shows pictures that weren't taken: ${missing.join(', ')}`);
});

function without(steps, name) {
  return Object.fromEntries(Object.entries(steps).filter(([each]) => each !== name));
}

/** Takes screenshots in one window. Returns their names. */
async function takeAll(steps, { theme, signedIn }) {
  const session = await openWorkbench({ theme, signedIn, scale: 2 });
  const window = { ...session, ...handsOn(session.page) };
  try {
    for (const [name, show] of steps) {
      await show(window);
      await window.settle();
      // Away from the rows, whose buttons are only visible under the pointer.
      await window.page.mouse.move(900, 600);
      await write(
        `${name}-${theme}`,
        await window.page.screenshot({ animations: 'disabled', caret: 'hide' }),
      );
      await window.page.keyboard.press('Escape');
      for (const command of ['View: Close All Editors', 'Notifications: Clear All Notifications'])
        await window.command(command);
    }
  } finally {
    await session.close();
  }
  return steps.map(([name]) => `${name}-${theme}`);
}

async function write(name, picture) {
  const image = PNG.sync.write(halved(PNG.sync.read(picture)), { colorType: 2, deflateLevel: 9 });
  await mkdir(path.join(GUIDE, 'images'), { recursive: true });
  await writeFile(path.join(GUIDE, 'images', `${name}.png`), image);
  if (name === README_IMAGE) await writeFile(path.join(ROOT, 'media/screenshot.png'), image);
  console.log(`docs/user-guide/images/${name}.png`);
}

/** Returns the names of the pictures that the pages of the guide show. */
async function namesInGuide() {
  const pages = (await readdir(GUIDE)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(pages.map((name) => readFile(path.join(GUIDE, name), 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(/\]\(images\/([\w-]+)\.png\)/g)]);
  return [...new Set(found.map(([, name]) => name))];
}

/** Halves the size of an image. Each pixel is the average of four. */
function halved({ width, height, data }) {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      for (let channel = 0; channel < 4; channel++) {
        const at = (2 * y * width + 2 * x) * 4 + channel;
        const sum = data[at] + data[at + 4] + data[at + width * 4] + data[at + width * 4 + 4];
        half.data[(y * half.width + x) * 4 + channel] = sum >> 2;
      }
    }
  }
  return half;
}
