import { MarkdownString } from 'vscode';

/** Returns Markdown whose links can't run commands, and whose HTML isn't rendered. */
export function untrustedMarkdown(text: string): MarkdownString {
  const markdown = new MarkdownString(text, false);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}
