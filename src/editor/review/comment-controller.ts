/** Name of the comments in diffs: the editor's boxes to write in have it as the authority of their addresses. */
export const COMMENTS = 'switchyard.comments';
