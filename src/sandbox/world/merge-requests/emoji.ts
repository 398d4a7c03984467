/** Emoji that can be given, by the names that the service has for them; the real one knows some thousand. */
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
