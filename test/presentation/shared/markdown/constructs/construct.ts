/** A construct of the service's Markdown, and how it is shown. */
export interface Construct {
  readonly name: string;
  readonly input: string;
  /** The HTML on pages. */
  readonly page: string;
  /** The Markdown in threads in editors. */
  readonly thread: string;
  /** The text in hovers. */
  readonly hover: string;
  /** The difference from the service, if any. */
  readonly reason?: string;
}

/** Returns the HTML of a block of code, with the button that copies `copied`. */
export const codeBlock = (code: string, copied: string): string =>
  `<div class="code-block"><pre tabindex="0"><code>${code}</code></pre><button type="button" class="icon-button copy-code" data-act="copy" value="${copied}" title="Copy Code" aria-label="Copy Code"><svg class="icon" viewBox="0 0 16 16" aria-hidden="true">\n  <path d="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1"></path>\n</svg></button></div>`;
