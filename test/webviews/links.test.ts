import assert from 'node:assert/strict';
import { actionOfClick, type LinkClick } from '../../src/webviews/links';

const click = (more: Partial<LinkClick> = {}): LinkClick => ({
  ...{ button: 0, ctrlKey: false, metaKey: false, shiftKey: false },
  ...more,
});

describe('click on a link of a page', () => {
  it('opens links of texts in the editor, and in the browser with a modifier key or the middle button', () => {
    assert.equal(actionOfClick('follow-link', click()), 'follow-link');
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
      assert.equal(actionOfClick('follow-link', click(more)), 'open-link');
  });

  it('keeps other actions', () => {
    assert.equal(actionOfClick('merge', click({ ctrlKey: true })), 'merge');
  });
});
