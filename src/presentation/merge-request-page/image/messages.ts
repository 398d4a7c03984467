import { t } from '../../../base/localize';
import type { ImageRefusal } from './model';

const REFUSALS: Readonly<Record<ImageRefusal, () => string>> = {
  unchanged: () => t('The file has no changes in the latest version.'),
  svg: () => t("Places in SVG images can't have comments. Comment on the file or its lines instead."),
  lfs: () => t("The image is stored in Git LFS, and can't be displayed. Comment on the file instead."),
  'too-large': () => t("Images larger than 10 MB can't be displayed. Comment on the file instead."),
  format: () =>
    t('Only places in PNG, JPEG, GIF, and WebP images can have comments. Comment on the file instead.'),
  unavailable: () => t("The server didn't return the image. Comment on the file instead."),
  broken: () => t("The image is damaged, and can't be displayed. Comment on the file instead."),
};

/** Returns why comments on a place in a file aren't possible. */
export const imageRefusal = (refusal: ImageRefusal): string => REFUSALS[refusal]();
