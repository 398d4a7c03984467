/** The supported emoji by the service's names. The real service supports some thousand. */
export const EMOJI: Readonly<Record<string, string>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  smile: '😄',
  tada: '🎉',
  confused: '😕',
  heart: '❤',
  rocket: '🚀',
  eyes: '👀',
  clap: '👏',
  bulb: '💡',
  white_check_mark: '✅',
  coffee: '☕',
};
