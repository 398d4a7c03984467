import { uploadSchema } from '../../schemas/upload';
import { endpoint, one, text } from '../endpoint';
import { file, required } from '../params';

/**
 * `GET /projects/:id/uploads/:secret/:filename`: the bytes of a file that was added to a text. Additional
 * endpoint; servers before GitLab 17.4 don't have it.
 */
export const getUpload = endpoint({
  method: 'GET',
  path: '/projects/:id/uploads/:secret/:filename',
  response: text,
});

/**
 * `POST /projects/:id/uploads`: stores a file for use in texts. Returns 413 if the file is larger than the server
 * allows.
 * Not on all servers (server-behavior.md#core-and-additional-endpoints).
 */
export const createUpload = endpoint({
  method: 'POST',
  path: '/projects/:id/uploads',
  body: { file: required(file) },
  response: one(uploadSchema),
  success: [201],
});
