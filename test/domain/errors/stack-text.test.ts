import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FrameFinder } from '../../../src/app/errors/frame-finder';
import { type FrameFiles } from '../../../src/app/shared/file-finder';
import { STACK_LANGUAGES, type StackLanguage } from '../../../src/domain/errors/languages';
import { readStackText } from '../../../src/domain/errors/read-stack-text';
import type { StackFrame, StackTrace } from '../../../src/domain/errors/stack-trace';

/**
 * Program output, and next to each file the expected frames; `-` means that no file of the workspace matches.
 */
const FOLDER = path.join(import.meta.dirname, 'stacks');
const ROOT = 'file:///w';

/** Files of the workspace for each language's program. */
const FILES: Readonly<Record<StackLanguage, readonly string[]>> = {
  dart: ['lib/price.dart', 'lib/src/cart.dart', 'bin/main.dart', 'test/cart_test.dart'],
  dotnet: ['Cart/Price.cs', 'Cart/Checkout.cs', 'App/Program.cs'],
  elixir: ['lib/shop/price.ex', 'lib/shop/cart.ex', 'lib/shop_web/cart.html.heex', 'test/shop/cart_test.exs'],
  go: ['go.mod', 'main.go', 'wait.go', 'cart/cart.go', 'cart/pick.go', 'api/server.go'],
  java: [
    'src/main/java/com/acme/cart/Price.java',
    'src/main/java/com/acme/cart/PriceService.java',
    'src/main/java/com/acme/cart/PriceTable.java',
    'src/main/java/com/acme/cart/CartController.java',
    'src/test/java/com/acme/shop/Price.java',
    'src/main/kotlin/cart/Price.kt',
    'src/main/kotlin/Main.kt',
  ],
  native: ['src/price.cc', 'src/cart.c', 'src/main.cc'],
  nodejs: [
    'src/cart.mjs',
    'src/index.ts',
    'src/main.ts',
    'src/cart/price.ts',
    'src/cart/price (copy).ts',
    'src/cart/checkout.ts',
    'src/app/(shop)/page.tsx',
    'node_modules/express/lib/router/layer.js',
  ],
  php: [
    'main.php',
    'src/Price.php',
    'src/Cart/Price.php',
    'app/Cart/Price.php',
    'app/Http/Controllers/CartController.php',
    'public/index.php',
    'vendor/laravel/framework/src/Illuminate/Routing/Controller.php',
  ],
  python: [
    'main.py',
    'cart/price.py',
    'storefront/cart/price.py',
    'storefront/cart/views.py',
    'json/decoder.py',
  ],
  ruby: [
    'main.rb',
    'lib/cart.rb',
    'app/models/cart.rb',
    'app/views/carts/show.html.erb',
    'app/controllers/carts_controller.rb',
  ],
  rust: ['src/main.rs', 'src/cart.rs', 'crates/cart/src/price.rs'],
};

function workspaceOf(language: StackLanguage): FrameFiles {
  const files = FILES[language].map((file) => `${ROOT}/${file}`);
  return {
    file: (root, file) => Promise.resolve(files.find((each) => each === `${root}/${file}`)),
    endingWith: (root, file, most) =>
      Promise.resolve(
        files.filter((each) => each.startsWith(root) && each.endsWith(`/${file}`)).slice(0, most),
      ),
    text: () => Promise.resolve(undefined),
  };
}

async function formatTraces(traces: readonly StackTrace[], finder: FrameFinder): Promise<string> {
  const lines: string[] = [];
  for (const { language, type, message, frames } of traces) {
    lines.push(`${language ?? '?'} ${type ?? '-'}: ${JSON.stringify(message ?? null)}`);
    for (const frame of frames) lines.push(await formatFrame(frame, finder));
  }
  return `${lines.join('\n')}\n`;
}

async function formatFrame(frame: StackFrame, finder: FrameFinder): Promise<string> {
  const place = [frame.file, frame.line ?? '-', frame.column ?? '-'].join(':');
  const found = await finder.find(frame, new AbortController().signal);
  const file = found === undefined ? '-' : `${found.file.slice(ROOT.length + 1)}:${found.line}`;
  const code = frame.context.map((each) => ` | ${each.code}`).join('');
  const own = frame.own === true ? 'own' : frame.own === false ? 'lib' : '?  ';
  return `  ${own} ${frame.function ?? '-'} @ ${place} -> ${file}${code}`;
}

const texts = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

describe('stack traces printed by programs', () => {
  for (const name of texts) {
    it(`are read with their frames and files: ${name.replace(/\.txt$/, '')}`, async () => {
      const language = STACK_LANGUAGES.find((each) => name.startsWith(`${each}-`)) ?? 'nodejs';
      const finder = new FrameFinder(workspaceOf(language), { roots: [ROOT], project: 'acme/storefront' });
      const text = readFileSync(path.join(FOLDER, name), 'utf8');
      const expected = path.join(FOLDER, name.replace(/\.txt$/, '.frames'));
      assert.equal(await formatTraces(readStackText(text), finder), readFileSync(expected, 'utf8'));
    });
  }

  it('exist for every language, at least four for each', () => {
    for (const language of STACK_LANGUAGES) {
      assert.ok(texts.filter((name) => name.startsWith(`${language}-`)).length >= 4, language);
    }
  });
});
