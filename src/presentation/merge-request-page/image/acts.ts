/** Actions of the page with comments on an image, in addition to those of text boxes and threads. */
const IMAGE_ACTS = [
  /** The page needs the content of the image. */
  'loadCommentedImage',
  /** The image is displayed. The value is its width and height in pixels. */
  'imageDisplayed',
  'imageBroken',
  /** The value is the selected place: x and y in pixels. */
  'selectPlace',
  /** The value is the element ID of a comment. */
  'showImageComment',
  'replyOnPage',
  'commentOnFile',
  'refreshImage',
] as const;
export type ImageAct = (typeof IMAGE_ACTS)[number];

/** True if the name is that of an action. Pages can send any text. */
export const isImageAct = (name: string): name is ImageAct => IMAGE_ACTS.some((each) => each === name);

/** Returns the two numbers of a value; undefined if they aren't valid. */
export function twoNumbers(value: string | undefined): readonly [number, number] | undefined {
  const [, first, second] = /^(\d{1,6}) (\d{1,6})$/.exec(value ?? '') ?? [];
  return first === undefined || second === undefined ? undefined : [Number(first), Number(second)];
}
