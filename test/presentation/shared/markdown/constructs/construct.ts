/** A construct of the service's Markdown, and how it is shown. */
export interface Construct {
  readonly name: string;
  readonly input: string;
  /** The HTML on pages. */
  readonly page: string;
  /** The Markdown in threads in editors. */
  readonly thread: string;
  /** The difference from the service, if any. */
  readonly reason?: string;
}
