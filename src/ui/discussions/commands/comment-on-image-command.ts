import { t } from '../../../base/localize';
import { isImagePath, isSvgPath } from '../../../domain/shared/file-content';
import { imageRefusal } from '../../../presentation/merge-request-page/image/messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { ImageKey } from '../../../schemas/image-key';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

interface CommentOnImageDeps {
  /** Returns the file of the row, of the editor whose menu was used, or of the active editor. */
  readonly fileOf: (argument: CommandArgument) => ImageKey | undefined;
  /** Opens the page with the comments on an image. */
  readonly open: (key: ImageKey) => void;
  readonly commentOnFile: (key: ImageKey) => void;
  readonly prompts: Pick<Prompts, 'showMessage'>;
}

/** The command that comments on a place in a changed image. */
export const commentOnImageCommand = ({
  fileOf,
  open,
  commentOnFile,
  prompts,
}: CommentOnImageDeps): CommandRow => ({
  id: COMMAND.commentOnImage,
  failure: () => t("Couldn't open the image."),
  run: (argument) => {
    const file = fileOf(argument);
    if (file === undefined) {
      const text = t('Open the diff of an image first, or select an image in Changes.');
      prompts.showMessage('info', text, []);
    } else if (isImagePath(file.path)) open(file);
    else {
      const instead = {
        title: t('Comment on File...'),
        run: () => {
          commentOnFile(file);
        },
      };
      prompts.showMessage('info', imageRefusal(isSvgPath(file.path) ? 'svg' : 'format'), [instead]);
    }
  },
});
