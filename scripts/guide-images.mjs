// Copies the screenshots in the user guide and the README from the last run of the UI tests, at half their size.
//
//   npm run guide-images [-- --from FOLDER]
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from 'pngjs';
import { readOptions } from './lib/options.mjs';
import { OUT_DIR, ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';

const GUIDE = path.join(ROOT, 'docs/user-guide');
/** The screenshot of the user guide that the README shows as media/screenshot.png. */
const README_IMAGE = 'log-dark.png';

const { values } = readOptions({
  options: { from: { type: 'string', default: path.join(OUT_DIR, 'screenshots') } },
});

await main(async () => {
  const pages = (await readdir(GUIDE)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(pages.map((name) => readFile(path.join(GUIDE, name), 'utf8')));
  const names = new Set(
    texts.flatMap((text) => [...text.matchAll(/\]\(images\/([\w-]+\.png)\)/g)].map(([, name]) => name)),
  );
  await mkdir(path.join(GUIDE, 'images'), { recursive: true });
  for (const name of names) {
    const file = path.join(values.from, name);
    if (!existsSync(file)) throw new Problem(`${file} doesn't exist. Run npm run test:ui first.`);
    const half = halved(PNG.sync.read(await readFile(file)));
    const image = PNG.sync.write(half, { colorType: 2, deflateLevel: 9 });
    await writeFile(path.join(GUIDE, 'images', name), image);
    if (name === README_IMAGE) await writeFile(path.join(ROOT, 'media/screenshot.png'), image);
  }
  console.log(`${names.size} screenshots copied to docs/user-guide/images and media/screenshot.png.`);
});

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
