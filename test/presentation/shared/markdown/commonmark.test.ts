import assert from 'node:assert/strict';
import { tests } from 'commonmark-spec';
import { markdownTree } from '../../../../src/presentation/shared/markdown/tree';
import { formOfHtml, formOfTree } from './plain-form';

/** Examples that are shown differently, with the reason. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  'Elements that the service does not allow, and other markup, are shown as text.': [
    ...[150, 156, 157, 158, 163, 170, 171, 172, 173, 176, 178, 180, 181, 182, 201, 491],
    ...[524, 536, 613, 614, 615, 617, 623, 627, 628, 629],
  ],
  'The content of a raw <pre> is shown as a block of code, without its first line break.': [148, 169],
  'Tables contain only rows and cells. What else is in a table follows it.': [191],
  'URLs are links, also without angle brackets.': [602, 608, 611],
};

/** The suite writes tabs as arrows. */
const withTabs = (text: string): string => text.replaceAll('→', '\t');

describe('the examples of the CommonMark specification', () => {
  const sections = new Set(tests.map(({ section }) => section));
  const different = new Set(Object.values(DIFFERENT).flat());

  it('are complete', () => {
    assert.equal(tests.length, 652);
    assert.equal(sections.size, 26);
  });

  for (const section of sections)
    it(`are parsed as specified: ${section}`, () => {
      for (const { number, markdown, html } of tests.filter((each) => each.section === section)) {
        const [actual, expected] = [formOfTree(markdownTree(withTabs(markdown))), formOfHtml(withTabs(html))];
        if (different.has(number)) assert.notEqual(actual, expected, `example ${number} is like specified`);
        else assert.equal(actual, expected, `example ${number}`);
      }
    });
});
