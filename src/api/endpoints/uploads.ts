import { endpoint, text } from '../endpoint';

/**
 * `GET /projects/:id/uploads/:secret/:filename`: the bytes of a file that was added to a text. Additional
 * endpoint; servers before GitLab 17.4 don't have it.
 */
export const getUpload = endpoint({
  method: 'GET',
  path: '/projects/:id/uploads/:secret/:filename',
  response: text,
});
