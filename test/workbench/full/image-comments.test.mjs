// Comments on a place in an image: from rows and menus, by keyboard and by mouse, and while the page is hidden. Layout and
// themes of the page need no editor: test/pages/image-comments.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { changesWithPictures } from '../worlds/review-world.mjs';

const REQUESTS = '/api/v4/projects/acme%2Fstorefront/merge_requests';
/** Maximum number of rows above the row that the focus moves to. */
const MAX_ROWS = 80;
const COMMAND = 'Comment on Image...';

describe('comments on an image', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const keyboard = () => window.page.keyboard;
  const panel = () => window.panel();
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const newComment = () => panel().getByRole('textbox', { name: 'New Comment' });
  const place = () => panel().getByRole('button', { name: 'Place of Your Comment' });
  const marker = (name) => panel().getByRole('button', { name });
  const at = (text) => panel().getByText(`Place: ${text}`, { exact: true });
  let iid;

  const ask = async (target) => {
    const response = await fetch(`${window.sandbox.url}${REQUESTS}/${iid}/${target}`, {
      headers: { 'private-token': window.sandbox.tokens.maintainer },
    });
    return response.json();
  };
  const positionOf = async (text) => {
    const notes = (await ask('discussions?per_page=100')).flatMap((discussion) => discussion.notes);
    const found = notes.filter(({ body }) => body === text);
    assert.equal(found.length, 1);
    return found[0].position;
  };

  const moveTo = async (name) => {
    const target = row(name).and(window.page.locator('.focused'));
    await keyboard().press('Home');
    for (let count = 0; !(await target.isVisible()); count += 1) {
      assert.ok(count < MAX_ROWS, `no row has the name ${name}`);
      await keyboard().press('ArrowDown');
    }
  };
  const expand = async (name) => {
    await row(name).waitFor();
    await moveTo(name);
    await keyboard().press('ArrowRight');
    await row(name).and(window.page.locator('[aria-expanded="true"]')).waitFor();
    await window.settle();
  };
  const openPage = async () => {
    await window.chooseFromMenu(COMMAND, async () => {
      await window.command('Switchyard: Focus on Merge Requests View');
      await moveTo(/^badge\.png/);
      await keyboard().press('Shift+F10');
    });
    await place().waitFor();
  };

  before(async () => {
    iid = await changesWithPictures(window);
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await row(/^Created by Me/).waitFor();
    await window.command('Switchyard: Focus on Merge Requests View');
    await expand(/^Created by Me/);
    await expand(new RegExp(`^Merge request ${iid},`));
    await expand(/^Changes/);
    await row(/^badge\.png/).waitFor();
  });

  it('are added with the keyboard alone', async () => {
    await openPage();
    await at('48, 48 of 96 × 96').waitFor();
    await place().focus();
    await keyboard().press('ArrowRight');
    await keyboard().press('Shift+ArrowDown');
    await at('49, 58 of 96 × 96').waitFor();
    await keyboard().press('Enter');
    await panel().locator('textarea:focus').waitFor();
    await keyboard().type('Is this color right?');
    assert.deepEqual(await window.panelProblems(), []);
    await keyboard().press('Control+Enter');
    await marker(/^Comment 1 by Marek/).waitFor();
    assert.equal(await newComment().inputValue(), '');
    const {
      position_type: type,
      new_path: path,
      x,
      y,
      width,
      height,
    } = await positionOf('Is this color right?');
    assert.deepEqual(
      { type, path, x, y, width, height },
      { type: 'image', path: 'media/badge.png', x: 49, y: 58, width: 96, height: 96 },
    );
    await marker(/^Comment 1 by/).focus();
    await keyboard().press('Enter');
    await panel().locator('#image-comment-1:focus').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
  });

  it('are added at the place that was clicked, also to the review', async () => {
    await window.command('Switchyard: Focus on Merge Requests View');
    await moveTo(/^badge\.png/);
    await keyboard().press('Enter');
    await window.editorTab(/^badge\.png/).waitFor();
    await window.command(`Switchyard: ${COMMAND}`);
    await window.editorTab(/^Comments on badge\.png/).waitFor();
    await window.page.locator('iframe.webview.original').waitFor({ state: 'detached' });
    await place().waitFor();
    const image = panel().getByRole('img', { name: 'Image: media/badge.png' });
    const { width, height } = await image.boundingBox();
    await image.click({ position: { x: width / 4, y: height / 4 } });
    await panel().locator('textarea:focus').waitFor();
    // The image isn't at a whole pixel of the screen.
    const [x, y] = await place().evaluate(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
    assert.ok(Math.abs(x - 24) <= 1 && Math.abs(y - 24) <= 1, `${x}, ${y}`);
    await at(`${x}, ${y} of 96 × 96`).waitFor();
    await keyboard().type('And this corner?');
    await panel()
      .getByRole('button', { name: /^(Start a|Add to) Review$/ })
      .click();
    await marker(new RegExp(`pending, at ${x}, ${y} of 96 × 96$`)).waitFor();
    await panel()
      .getByRole('heading', { name: `At ${x}, ${y} of 96 × 96` })
      .waitFor();
    const [draft] = await ask('draft_notes');
    assert.deepEqual([draft.note, draft.position.x, draft.position.y], ['And this corner?', x, y]);
    assert.deepEqual(await window.panelProblems(), []);
    await panel()
      .getByRole('button', { name: /^Discard Pending Comment/ })
      .click();
    const dialog = window.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await marker(/pending/).waitFor({ state: 'detached' });
  });

  it('keep their text and place while the page is hidden, and after it is closed', async () => {
    await openPage();
    await place().focus();
    await keyboard().press('Shift+ArrowLeft');
    const { x } = await place().evaluate(({ dataset }) => ({ ...dataset }));
    await keyboard().press('Enter');
    await panel().locator('textarea:focus').waitFor();
    await keyboard().type('Half a comment');
    await window.kept(/Half a comment/);
    await window.command('Switchyard: Focus on Merge Requests View');
    await moveTo(/^rates\.ts/);
    await keyboard().press('Enter');
    await window.editorTab(/^rates\.ts/).waitFor();
    await window.editorTab(/^Comments on badge\.png/).click();
    await place().waitFor();
    assert.equal(await newComment().inputValue(), 'Half a comment');
    assert.equal(await place().getAttribute('data-x'), x);
    await window.command('View: Close All Editors');
    await window.editorTab(/^Comments on badge\.png/).waitFor({ state: 'detached' });
    await openPage();
    assert.equal(await newComment().inputValue(), 'Half a comment');
    await newComment().fill('');
  });
});
