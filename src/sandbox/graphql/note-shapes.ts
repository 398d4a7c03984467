import { plain, type Shape } from './shape';

const AWARD: Shape = {
  name: 'AwardEmoji',
  fields: {
    ...plain('name', 'emoji'),
    user: { of: { name: 'UserCore', fields: plain('id', 'username', 'name') } },
  },
};

const NOTE: Shape = {
  name: 'Note',
  fields: {
    ...plain('id', 'body', 'system', 'createdAt', 'updatedAt'),
    awardEmoji: { of: { name: 'AwardEmojiConnection', fields: { nodes: { of: AWARD } } } },
  },
};

/** A merge request as far as its notes go: REST tells the emoji of one note at a time only. */
export const MERGE_REQUEST: Shape = {
  name: 'MergeRequest',
  fields: {
    ...plain('id', 'iid', 'title', 'webUrl'),
    notes: {
      args: { first: 'Int', after: 'String' },
      of: {
        name: 'NoteConnection',
        fields: {
          nodes: { of: NOTE },
          pageInfo: { of: { name: 'PageInfo', fields: plain('hasNextPage', 'endCursor') } },
        },
      },
    },
  },
};
