/** Largest file that is sent to the server, in bytes. The default limit of the service is 100 MiB. */
export const MAX_ATTACHMENT_SIZE = 100_000_000;

/** Returns what separates the Markdown of a file from the text before it. */
export const separatorAfter = (before: string): '' | ' ' => (before === '' || /\s$/.test(before) ? '' : ' ');
