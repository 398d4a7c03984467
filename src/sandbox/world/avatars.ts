import type { User } from './model';
import { png } from './png';

const AVATAR = /^\/uploads\/-\/system\/user\/avatar\/(\d+)\/avatar\.png$/;
/** IDs of the users with an avatar. The others have none, as on a server where they didn't add one. */
const WITH_AVATAR: readonly number[] = [2, 3, 4, 5];
/** Number of pixels of each side, and of fields of the pattern. */
const SIZE = 80;
const FIELDS = 5;

export const hasAvatar = ({ id }: Pick<User, 'id'>): boolean => WITH_AVATAR.includes(id);

export const avatarPath = (id: number): string => `/uploads/-/system/user/avatar/${id}/avatar.png`;

/** Returns the image at a path: a symmetric pattern that differs by user. Undefined for other paths. */
export function avatarAt(path: string): Buffer | undefined {
  const id = Number(AVATAR.exec(path)?.[1]);
  if (!WITH_AVATAR.includes(id)) return undefined;
  const pattern = (id * 2_654_435_761) >>> 0;
  return png(SIZE, SIZE, (x, y) => {
    const [column, row] = [x, y].map((at) => Math.floor((at * FIELDS) / SIZE));
    const mirrored = Math.min(column ?? 0, FIELDS - 1 - (column ?? 0));
    const isFilled = ((pattern >>> ((row ?? 0) * 3 + mirrored)) & 1) === 1;
    return isFilled ? [40 + id * 30, 90, 200 - id * 20] : [226, 232, 240];
  });
}
