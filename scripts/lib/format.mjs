// Formats generated texts as `npm run format` does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './paths.mjs';

/** Returns a text in the format of its file. `name` is the name of the file, whose ending selects the language. */
export async function formatted(name, text) {
  const { ignorePatterns: _ignored, ...options } = JSON.parse(
    await readFile(path.join(ROOT, '.oxfmtrc.json'), 'utf8'),
  );
  const { code, errors } = await format(path.basename(name), text, options);
  if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
  return code;
}
