import { COLLECTION } from './error-shapes';
import { MERGE_REQUEST } from './note-shapes';
import { plain, type Shape } from './shape';

/**
 * What can be asked: the errors of a project (facts §8), the notes of a merge request, and who one is. Everything else
 * is told to be unknown.
 */
export const QUERY: Shape = {
  name: 'Query',
  fields: {
    currentUser: { of: { name: 'CurrentUser', fields: plain('id', 'username', 'name') } },
    project: {
      args: { fullPath: 'ID!' },
      of: {
        name: 'Project',
        fields: {
          ...plain('id', 'name', 'fullPath', 'description', 'visibility', 'webUrl'),
          mergeRequest: { args: { iid: 'String!' }, of: MERGE_REQUEST },
          sentryErrors: { of: COLLECTION },
        },
      },
    },
  },
};
