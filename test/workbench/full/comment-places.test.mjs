// Comments on a whole file, written with the keyboard alone, and lines after comments could not be loaded.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { changesWithPictures } from '../worlds/review-world.mjs';

const REQUESTS = '/api/v4/projects/acme%2Fstorefront/merge_requests';
/** A line that can have comments. */
const GLYPH = '.comment-range-glyph';
/** Maximum number of rows above the row that the focus moves to. */
const MAX_ROWS = 80;

describe('comments with the keyboard', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const keyboard = () => window.page.keyboard;
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const widget = (text) =>
    window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
  const side = (name) => window.page.locator(`.part.editor .editor.${name}`);
  let iid;

  const ask = async (target, body) => {
    const response = await fetch(`${window.sandbox.url}${REQUESTS}/${iid}/${target}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'private-token': window.sandbox.tokens.maintainer, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };

  /** Returns the first comment of the only discussion that contains a text. */
  const commentOf = async (text) => {
    const found = (await ask('discussions?per_page=100')).filter(({ notes }) => notes[0].body === text);
    assert.equal(found.length, 1);
    return found[0].notes[0];
  };

  /** Moves the focus in the view to a row. */
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

  /** Selects an item of the open menu with the arrow keys. */
  const chooseItem = async (name) => {
    const items = window.page.locator('.monaco-menu .action-item');
    await items.first().waitFor();
    const target = window.page.locator('.monaco-menu .action-item.focused').filter({ hasText: name });
    for (let count = 0; !(await target.isVisible()); count += 1) {
      assert.ok(count < MAX_ROWS, `no item has the name ${name}`);
      await keyboard().press('ArrowDown');
    }
    await keyboard().press('Enter');
  };
  before(async () => {
    iid = await changesWithPictures(window);
  });

  beforeEach(async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await row(/^Created by Me/).waitFor();
    await window.command('Switchyard: Focus on Merge Requests View');
    await expand(/^Created by Me/);
    await expand(new RegExp(`^Merge request ${iid},`));
    await expand(/^Changes/);
    await row(/^rates\.ts/).waitFor();
  });

  const openRates = async () => {
    await moveTo(/^rates\.ts/);
    await keyboard().press('Enter');
    await window.editorTab(`rates.ts (!${iid} base ↔ version 1)`).waitFor();
    for (const name of ['original', 'modified']) await side(name).locator(GLYPH).first().waitFor();
  };
  it('can be added after the comments could not be loaded at first', async () => {
    await window.sandbox.fault({ kind: 'status', status: 500, method: 'GET', path: '**/discussions' });
    await moveTo(/^rates\.ts/);
    await keyboard().press('Enter');
    const failure = window.toast(`Couldn't load the comments on !${iid}.`);
    await failure.waitFor();
    await side('modified').locator('.view-line').first().waitFor();
    assert.equal(await side('modified').locator(GLYPH).count(), 0);
    await window.sandbox.clearFaults();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await side('modified').locator(GLYPH).first().waitFor();
  });

  it('are added to a whole file from the menu of its row, and shown at its first line', async () => {
    await openRates();
    await window.command('Switchyard: Focus on Merge Requests View');
    await moveTo(/^rates\.ts/);
    await keyboard().press('Shift+F10');
    await chooseItem('Comment on File...');
    await window.quickInput().getByText('Comment on src/rates.ts').waitFor();
    await keyboard().type('Is this the right folder?');
    await keyboard().press('Enter');
    const thread = widget('Is this the right folder?');
    await thread.getByText('Unresolved').waitFor();
    await thread.getByText('on the whole file').waitFor();
    const { position } = await commentOf('Is this the right folder?');
    assert.equal(position.position_type, 'file');
    assert.equal(position.new_path, 'src/rates.ts');
    const lines = side('modified').locator('.view-line');
    const topOf = async (element) => (await element.first().boundingBox()).y;
    const [first, second] = [lines.filter({ hasText: /RATE_1\s/ }), lines.filter({ hasText: /RATE_2\s/ })];
    assert.ok((await topOf(first)) < (await topOf(thread)));
    assert.ok((await topOf(thread)) < (await topOf(second)));
    await window.shot('comment-on-file');
  });
});
