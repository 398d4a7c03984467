/** ID of the comment controller, which is the authority of its comment boxes' URIs. */
export const COMMENTS = 'switchyard.comments';
