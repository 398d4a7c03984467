/** Largest file that is sent to the server, in bytes. The default limit of the service is 100 MiB. */
export const MAX_ATTACHMENT_SIZE = 100_000_000;

/** Adds the Markdown of a file to the end of a text, separated by a blank. */
export const withAttachment = (text: string, markdown: string): string =>
  text === '' || /\s$/.test(text) ? `${text}${markdown}` : `${text} ${markdown}`;
