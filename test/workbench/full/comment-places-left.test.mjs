// Comments on the left side of a diff, written with the keyboard alone.
import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { changesWithPictures } from '../worlds/review-world.mjs';

const REQUESTS = '/api/v4/projects/acme%2Fstorefront/merge_requests';
/** A line that can have comments. */
const GLYPH = '.comment-range-glyph';
/** Default key binding of "Comment on Line". */
const COMMENT_ON_LINE = ['Control+K', 'Control+Alt+C'];

describe('comments on the left side of a diff', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const keyboard = () => window.page.keyboard;
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const widget = (text) =>
    window.page.locator('.part.editor .review-widget').filter({ hasText: text }).last();
  const side = (name) => window.page.locator(`.part.editor .editor.${name}`);
  const box = () => window.page.locator('.part.editor .review-widget .monaco-editor.focused');
  /** Waits until the cursor of a side is on a line. The status bar shows only the cursor of the right side. */
  const isAtLine = (line, name) =>
    side(name)
      .locator('.line-numbers.active-line-number')
      .filter({ hasText: new RegExp(`^${line}$`) })
      .waitFor();
  const hasFocus = (name) => side(name).locator(':focus').waitFor({ state: 'attached' });
  let iid;

  /** Returns the position of the only comment with a text. */
  const positionOf = async (text) => {
    const response = await fetch(`${window.sandbox.url}${REQUESTS}/${iid}/discussions?per_page=100`, {
      headers: { 'private-token': window.sandbox.tokens.maintainer },
    });
    assert.ok(response.ok);
    const notes = (await response.json()).flatMap((discussion) => discussion.notes);
    const found = notes.filter(({ body }) => body === text);
    assert.equal(found.length, 1);
    return found[0].position;
  };

  before(async () => {
    iid = await changesWithPictures(window);
  });

  beforeEach(async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
    await window.unfold(row(/^Created by Me/));
    await window.unfold(row(new RegExp(`^Merge request ${iid},`)));
    await window.unfold(row(/^Changes/));
    await window.openRow(row(/^rates\.ts/), window.editorTab(`rates.ts (!${iid} base ↔ version 1)`));
    for (const name of ['original', 'modified']) await side(name).locator(GLYPH).first().waitFor();
    await window.settle();
    await window.command('View: Focus Active Editor Group');
    await hasFocus('modified');
    // The editor goes to the first change when it has compared the sides.
    await isAtLine(12, 'modified');
    await window.command('Diff Editor: Switch Side');
    await hasFocus('original');
    // The side gets the focus before its cursor.
    await isAtLine(12, 'original');
  });

  /** Moves the cursor of the left side from line to line. */
  const goTo = async (line) => {
    await keyboard().press('Control+Home');
    await isAtLine(1, 'original');
    for (let at = 1; at < line; at += 1) {
      await keyboard().press('ArrowDown');
      await isAtLine(at + 1, 'original');
    }
  };
  const addsComment = async (line, text) => {
    await box().waitFor();
    await keyboard().type(text);
    await keyboard().press('Control+Enter');
    await widget(text).getByText('Unresolved').waitFor();
    const { old_line: oldLine, ...position } = await positionOf(text);
    assert.equal(oldLine, line);
    assert.equal(position.new_line ?? undefined, undefined);
  };

  it('are added with the key of the command', async () => {
    await goTo(12);
    for (const key of COMMENT_ON_LINE) await keyboard().press(key);
    await addsComment(12, 'Was 12 right?');
  });

  it('are added from the Command Palette, regardless of the cursor on the right side', async () => {
    await goTo(60);
    await window.command('Switchyard: Comment on Line');
    await addsComment(60, 'Was 60 right?');
  });
});
