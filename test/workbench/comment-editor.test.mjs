// Keys and files in the text box for comments on the page of a merge request: VS Code must not use them itself.
// The other tests of the text box need no editor: test/pages/comment-editor.test.mjs.
import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openMergeRequest } from './steps/merge-request-pages.mjs';

describe('writing comments on the merge request page', () => {
  const window = workbench({ theme: 'dark', signedIn: 'owner' });
  const panel = () => window.panel();
  const keyboard = () => window.page.keyboard;
  const newComment = () => panel().getByRole('textbox', { name: 'New Comment' });
  const comment = (text) => panel().getByRole('article').filter({ hasText: text });
  const open = async () => {
    await openMergeRequest(window, 11);
    await newComment().fill('');
  };

  /** Pastes or drops a file on the text box, as the browser does for files of the operating system. */
  const giveFile = (kind, name) =>
    newComment().evaluate(
      (box, [type, filename]) => {
        const data = new DataTransfer();
        data.items.add(new File(['pixels'], filename));
        const given = { bubbles: true, cancelable: true };
        box.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...given, clipboardData: data })
            : new DragEvent(type, { ...given, dataTransfer: data }),
        );
      },
      [kind, name],
    );
  const attached = async () => (await newComment().inputValue()).replaceAll(/[\da-f]{32}/g, 'SECRET');

  it('formats with Ctrl+B, uploads pasted and dropped files where the cursor was, and sends with Ctrl+Enter', async () => {
    await open();
    await newComment().click();
    await keyboard().type('word');
    await keyboard().press('Control+A');
    await keyboard().press('Control+B');
    assert.equal(await newComment().inputValue(), '**word**');
    await newComment().fill('Before: after');
    for (let left = 0; left < ' after'.length; left++) await keyboard().press('ArrowLeft');
    await window.sandbox.fault({ kind: 'slow', ms: 1_500, method: 'POST', path: '**/uploads', next: 1 });
    await giveFile('paste', 'shot.png');
    await panel().getByText('Uploading shot.png…').waitFor();
    assert.deepEqual(await window.panelProblems(), []);
    // The text can't be sent yet, but it can be changed.
    await keyboard().press('Control+Enter');
    await keyboard().press('Home');
    await keyboard().type('>> ');
    await panel().getByText('Attached shot.png.').first().waitFor();
    assert.equal(await attached(), '>> Before: ![shot](/uploads/SECRET/shot.png) after');
    await keyboard().press('Control+z');
    assert.equal(await attached(), '>> Before: after');
    await keyboard().press('End');
    await giveFile('dragover', 'notes.txt');
    await giveFile('drop', 'notes.txt');
    await panel().getByText('Attached notes.txt.').first().waitFor();
    assert.equal(await attached(), '>> Before: after [notes.txt](/uploads/SECRET/notes.txt)');
    await keyboard().press('Control+Enter');
    await comment('Before: after notes.txt').waitFor();
    assert.equal(await newComment().inputValue(), '');
  });
});
