import type * as z from 'zod/mini';
import type { userSchema } from '../../schemas/user';
import { avatarPath, hasAvatar } from '../world/avatars';
import type { User } from '../world/model';
import { emailOf } from '../world/repositories/branches';

/** A user in the short format that other resources contain. */
export function userView(user: User, base: string): z.input<typeof userSchema> {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: 'active',
    locked: false,
    avatar_url: hasAvatar(user) ? `${base}${avatarPath(user.id)}` : null,
    web_url: `${base}/${user.username}`,
  };
}

/** A job's user, with profile fields. */
export function profileView(user: User, base: string): z.input<typeof userSchema> {
  return {
    ...userView(user, base),
    created_at: '2024-03-01T09:00:00.000Z',
    bio: '',
    location: null,
    public_email: null,
    linkedin: '',
    twitter: '',
    website_url: '',
    organization: 'Acme',
  };
}

/** The signed-in user, with fields that others can't read. */
export const ownView = (user: User, base: string): z.input<typeof userSchema> => ({
  ...profileView(user, base),
  email: emailOf(user),
  commit_email: emailOf(user),
});
