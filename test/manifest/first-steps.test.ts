import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { walkthroughImages, walkthroughTexts } from '../../src/manifest/walkthrough';
import { WELCOMES, welcomeTexts } from '../../src/manifest/welcome';
import { COMMAND } from '../../src/presentation/shared/command-ids';
import { VIEW } from '../../src/presentation/shared/view-ids';

const OWN: readonly string[] = Object.values(COMMAND);
const VIEWS: readonly string[] = Object.values(VIEW);
const file = (name: string): URL => new URL(`../../${name}`, import.meta.url);

/** Evaluates conditions of keys, negations, and comparisons that are joined by "and". */
function isTrue(when: string, context: Readonly<Record<string, string | boolean>>): boolean {
  return when.split(' && ').every((part) => {
    const [key = '', operator, value] = part.split(' ');
    if (operator !== undefined) return (context[key] === value) === (operator === '==');
    return key.startsWith('!') ? context[key.slice(1)] !== true : context[key] === true;
  });
}

describe('welcome views and walkthrough', () => {
  it('refer only to existing commands', () => {
    const texts = Object.values({ ...welcomeTexts(), ...walkthroughTexts() }).join('\n');
    const commands = [...texts.matchAll(/\(command:(switchyard\.[\w.]+)/g)].map(([, id = '']) => id);
    assert.ok(commands.includes(COMMAND.exploreDemo));
    for (const id of commands) assert.ok(OWN.includes(id) || VIEWS.includes(id.replace(/\.focus$/, '')), id);
  });

  it('have complete sentences next to buttons', () => {
    const descriptions = Object.entries({ ...welcomeTexts(), ...walkthroughTexts() }).filter(
      ([name]) => name.startsWith('welcome.') || /^walkthrough(?:\.\w+)?\.description$/.test(name),
    );
    const incomplete = descriptions
      .flatMap(([, text]) => text.split('\n'))
      .filter((line) => !/^\[[^\]]+\]\(command:\S+\)$/.test(line) && !/[.?]$/.test(line));
    assert.deepEqual(incomplete, []);
  });

  it('have a packaged image in theme colors for each step', () => {
    const packaged = readFileSync(file('scripts/package-files.txt'), 'utf8').split('\n');
    for (const image of walkthroughImages()) {
      assert.ok(existsSync(file(image)), image);
      assert.ok(packaged.includes(image), image);
      assert.doesNotMatch(readFileSync(file(image), 'utf8'), /(?:fill|stroke)="#/, image);
    }
  });

  it('show one text with a button for each reason why a view is empty', () => {
    const reasons = [
      ['signed-out', {}],
      ['signed-out', { 'switchyard.demo': 'stopped' }],
      ['no-repository', { isWorkspaceTrusted: true }],
      ['no-repository', {}],
      ['no-project', {}],
    ] as const;
    for (const view of [VIEW.pipelines, VIEW.errors]) {
      for (const [state, context] of reasons) {
        const shown = Object.values(WELCOMES).filter(
          (each) => each.view === view && isTrue(each.when, { 'switchyard.projects': state, ...context }),
        );
        assert.equal(shown.length, 1, `${view} ${state} ${JSON.stringify(context)}`);
        assert.ok(shown[0]?.lines.some((line) => /^\[[^\]]+\]\(command:\S+\)$/.test(line)));
      }
    }
  });
});
