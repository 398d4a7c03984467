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
  job_title: '',
  pronouns: null,
  bot: false,
  work_information: null,
  local_time: null,
  followers: 0,
  following: 0,
  last_sign_in_at: '2026-01-05T08:00:00.000Z',
  confirmed_at: '2024-03-01T09:00:00.000Z',
  last_activity_on: '2026-01-05',
  current_sign_in_at: '2026-01-05T08:00:00.000Z',
  email: emailOf(user),
  commit_email: emailOf(user),
  theme_id: null,
  color_scheme_id: 1,
  projects_limit: 100_000,
  identities: [],
  can_create_group: true,
  can_create_project: true,
  two_factor_enabled: false,
  external: false,
  private_profile: false,
});
