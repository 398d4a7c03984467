import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const commandsSchema = z.looseObject({
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string(), title: z.string() })),
  }),
});

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { commands } = commandsSchema.parse(read('package.json')).contributes;
const texts = z.record(z.string(), z.string()).parse(read('package.nls.json'));

/** Returns the title of a command from the manifest. */
export function titleOf(id: string): string {
  const title = commands.find(({ command }) => command === id)?.title;
  const text = title === undefined ? undefined : texts[title.replaceAll('%', '')];
  if (text === undefined) throw new Error(`no title for ${id}`);
  return text;
}
