// The way through a review: the next merge request, completion in comments, and requesting another review.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { workbench } from '../harness.mjs';

describe('review of several merge requests', () => {
  const window = workbench({ signedIn: 'maintainer' });
  const row = (name) => window.row(name, { view: 'Merge Requests' }).first();
  const keyboard = () => window.page.keyboard;
  const line = (text) =>
    window.page.locator('.part.editor .editor.modified .view-line').filter({ hasText: text }).first();
  const suggestion = (text) =>
    window.page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: text }).first();
  // The list is filtered some time after the typed text appears. Until then, Tab accepts another row.
  const selectedSuggestion = (text) =>
    window.page.locator('.suggest-widget.visible .monaco-list-row.focused').filter({ hasText: text });
  const written = async () => {
    const lines = window.page.locator('.review-widget .monaco-editor.focused .view-line');
    return (await lines.allTextContents()).join('\n').replaceAll('\u00a0', ' ');
  };

  before(() => {
    execFileSync('git', ['-C', window.workspace, 'checkout', '--quiet', 'feature/search-facets']);
  });

  beforeEach(async () => {
    await window.openContainer();
    await window.onlyView('Merge Requests');
  });

  /** Expands the merge request of the checked-out branch. */
  const open = () => window.unfold(row(/^Merge request 11,.* current branch/));

  it('goes on to the next merge request with one command', async () => {
    await row(/^Merge request 12,/).waitFor();
    await window.command('Switchyard: Review Next Merge Request');
    await window.editorTab(/^!12 /).and(window.page.locator('[aria-selected="true"]')).waitFor();
    await window.command('Switchyard: Review Next Merge Request');
    await window.editorTab(/^!16 /).and(window.page.locator('[aria-selected="true"]')).waitFor();
  });

  it('requests another review with the button of a reviewer', async () => {
    await open();
    await window.unfold(row(/^People/));
    await row(/^Reviewer Dana Lindqvist, reviewed/).waitFor();
    await window.shot('review-flow-reviewers');
    const awaiting = row(/^Reviewer Dana Lindqvist, awaiting review/);
    await window.rowButton(row(/^Reviewer Dana Lindqvist/), 'Request Review Again', awaiting);
  });

  it('completes names and references in the comment box of a diff', async () => {
    await open();
    await window.unfold(row(/^Discussions/));
    const thread = window.page.locator('.part.editor .review-widget').filter({ hasText: 'no sales yet' });
    await window.openRow(row(/^Thread, unresolved, What does a rank of zero mean/), thread.last());
    await line('export function search').click();
    await window.command('Comments: Add Comment on Current Selection');
    await window.page.locator('.review-widget .monaco-editor.focused').waitFor();
    await keyboard().type('Ask @da');
    await selectedSuggestion('@dana').waitFor();
    await window.shot('review-flow-completion');
    await keyboard().press('Enter');
    await keyboard().type('about #');
    await suggestion('Show gift card balance').waitFor();
    await keyboard().type('6');
    await suggestion('Search is slow').click();
    await keyboard().type(':roc');
    await selectedSuggestion('rocket').waitFor();
    await keyboard().press('Tab');
    await keyboard().press('Enter');
    await keyboard().type('/req');
    await selectedSuggestion('/request_review').waitFor();
    await keyboard().press('Tab');
    // The editor shows an accepted suggestion with its next frame.
    await window.page
      .locator('.review-widget .monaco-editor.focused .view-line')
      .filter({ hasText: '/request_review' })
      .waitFor();
    assert.equal((await written()).trimEnd(), 'Ask @dana about #6 :rocket: \n/request_review');
  });

  it('moves a comment from the input box to the page', async () => {
    await open();
    const prompt = window.quickInput().getByText('Add a general comment to !11');
    await window.rowButton(row(/^Discussions/), 'Add Comment...', prompt);
    await keyboard().type('Longer than a line');
    await window.shot('review-flow-input');
    await window.quickInput().getByRole('button', { name: 'Write on the Page' }).click();
    await window.panel().locator('textarea:focus').waitFor();
    assert.equal(await window.panel().locator('textarea:focus').inputValue(), 'Longer than a line');
    await window.shot('review-flow-page');
  });
});
