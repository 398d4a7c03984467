import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import type { ImageKey } from '../../../../src/schemas/image-key';
import { commentOnImageCommand } from '../../../../src/ui/discussions/commands/comment-on-image-command';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('Comment on Image', () => {
  const run = async (path: string | undefined) => {
    const prompts = new ScriptedPrompts();
    const opened: string[] = [];
    const commentedFiles: string[] = [];
    const key: ImageKey | undefined =
      path === undefined ? undefined : { base: 'https://git.example.com', project: 1, iid: 7, path };
    const row = commentOnImageCommand({
      fileOf: () => key,
      open: (image) => opened.push(image.path),
      commentOnFile: (file) => commentedFiles.push(file.path),
      prompts,
    });
    await runCommand([row], COMMAND.commentOnImage);
    return { opened, commentedFiles, messages: prompts.messages };
  };

  it('opens an image', async () => {
    const { opened, messages } = await run('media/logo.PNG');
    assert.deepEqual([opened, messages], [['media/logo.PNG'], []]);
  });

  it('offers to comment on a file that is not an image, or an SVG image', async () => {
    for (const [path, message] of [
      ['media/logo.svg', /SVG images can't have comments/],
      ['src/app.ts', /Only places in PNG, JPEG, GIF, and WebP images/],
    ] as const) {
      const { opened, commentedFiles, messages } = await run(path);
      assert.deepEqual(opened, []);
      assert.match(messages[0]?.message ?? '', message);
      const [instead] = messages[0]?.actions ?? [];
      assert.equal(instead?.title, 'Comment on File...');
      await instead.run();
      assert.deepEqual(commentedFiles, [path]);
    }
  });

  it('explains how to select an image', async () => {
    const { messages } = await run(undefined);
    assert.equal(messages[0]?.message, 'Open the diff of an image first, or select an image in Changes.');
  });
});
