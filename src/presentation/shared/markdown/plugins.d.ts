// Types of plugins for markdown-it that have none.

declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';
  const plugin: (parser: MarkdownIt) => void;
  export default plugin;
}

declare module 'markdown-it-emoji/lib/data/full.mjs' {
  /** Emoji by their names. */
  const emoji: Readonly<Record<string, string>>;
  export default emoji;
}
