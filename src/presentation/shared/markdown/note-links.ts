/**
 * Returns the URL of the comment that a link such as `#note_5` leads to; undefined for other links. `page`: URL of the merge
 * request that contains the text.
 */
export const noteLink = (address: string, page: string | undefined): string | undefined =>
  page !== undefined && /^#note_[1-9]\d{0,14}$/.test(address) ? `${page}${address}` : undefined;
