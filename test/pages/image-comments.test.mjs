// Comments on a place in an image, by keyboard and by mouse, in two themes.
import assert from 'node:assert/strict';
import { imageKind } from '../../src/ui/merge-request-page/image/image-panel.ts';
import { imageWorld } from '../ui/merge-request-page/image/image-page.ts';
import { picture } from '../workbench/worlds/pictures.mjs';
import { cloneProject } from './helpers/clone.mjs';
import { openPanel } from './helpers/panel-page.mjs';
import { projectApi, sandboxedTab } from './helpers/sandboxed-tab.mjs';

for (const theme of ['dark', 'high-contrast'])
  describe(`comments on an image, ${theme}`, () => {
    const group = sandboxedTab({ theme, endTest });
    const keyboard = () => group.page.keyboard;
    const place = () => group.page.getByRole('button', { name: 'Place of Your Comment' });
    const marker = (name) => group.page.getByRole('button', { name });
    const at = (text) => group.page.getByText(`Place: ${text}`, { exact: true });
    let iid;
    let panel;
    let world;

    async function endTest() {
      await panel?.close();
      await world?.dispose();
      assert.deepEqual(world?.reported ?? [], []);
    }

    before(async () => {
      const clone = await cloneProject(group.sandbox, { role: 'maintainer' });
      await clone.git('checkout', '-q', '-b', 'feature/badge');
      await clone.commit('media/badge.png', 'Add a badge', picture(200, 80, 40));
      await clone.git('push', '-q', 'origin', 'feature/badge');
      await clone.remove();
      const request = { source_branch: 'feature/badge', target_branch: 'main', title: 'Add a badge' };
      ({ iid } = await projectApi(group, 'maintainer')('POST', '/merge_requests', request));
      // The server creates the diff asynchronously.
      group.sandbox.advance(10_000);
    });

    const open = async () => {
      world = await imageWorld(group.sandbox, { iid, path: 'media/badge.png' });
      panel = await openPanel(group.tab, imageKind(world.deps), world.key);
      await place().waitFor();
    };

    it('are added with the keyboard alone', async () => {
      await open();
      await at('48, 48 of 96 × 96').waitFor();
      await place().focus();
      await keyboard().press('ArrowRight');
      await keyboard().press('Shift+ArrowDown');
      await at('49, 58 of 96 × 96').waitFor();
      await keyboard().press('Enter');
      await group.page.locator('textarea:focus').waitFor();
      await keyboard().type('Is this color right?');
      assert.deepEqual(await group.tab.problems(), []);
      await keyboard().press('Control+Enter');
      await marker(/^Comment 1 by Marek/).waitFor();
      assert.equal(await group.page.getByRole('textbox', { name: 'New Comment' }).inputValue(), '');
      const { threads } = await world.discussions.get(world.key);
      const notes = threads.flatMap((thread) => thread.notes);
      const { position } = notes.find(({ body }) => body === 'Is this color right?');
      const { position_type: type, new_path: file, x, y, width, height } = position;
      assert.deepEqual(
        { type, file, x, y, width, height },
        { type: 'image', file: 'media/badge.png', x: 49, y: 58, width: 96, height: 96 },
      );
      await marker(/^Comment 1 by/).focus();
      await keyboard().press('Enter');
      await group.page.locator('#image-comment-1:focus').waitFor();
      assert.deepEqual(await group.tab.problems(), []);
    });

    it('are added at the place that was clicked, also to the review', async () => {
      await open();
      const image = group.page.getByRole('img', { name: 'Image: media/badge.png' });
      const { width, height } = await image.boundingBox();
      await image.click({ position: { x: width / 4, y: height / 4 } });
      await group.page.locator('textarea:focus').waitFor();
      // The image isn't at a whole pixel of the screen.
      const [x, y] = await place().evaluate(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
      assert.ok(Math.abs(x - 24) <= 1 && Math.abs(y - 24) <= 1, `${x}, ${y}`);
      await at(`${x}, ${y} of 96 × 96`).waitFor();
      await keyboard().type('And this corner?');
      await marker(/^(Start a|Add to) Review$/).click();
      await marker(new RegExp(`pending, at ${x}, ${y} of 96 × 96$`)).waitFor();
      await group.page.getByRole('heading', { name: `At ${x}, ${y} of 96 × 96` }).waitFor();
      assert.deepEqual(await group.tab.problems(), []);
    });

    it('keep their place at the edge of the image', async () => {
      await open();
      await place().focus();
      for (let step = 0; step < 6; step++) await keyboard().press('Shift+ArrowRight');
      await at('96, 48 of 96 × 96').waitFor();
      await keyboard().press('ArrowRight');
      await keyboard().press('ArrowUp');
      await at('96, 47 of 96 × 96').waitFor();
    });
  });
