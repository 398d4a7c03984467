import { t } from '../../../base/localize';

const noPermission = (): string => t("You don't have permission to write to this location.");

const DISK_PROBLEMS: Readonly<Record<string, () => string>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: () => t('This location is read-only.'),
  ENOENT: () => t("The folder doesn't exist."),
  ENOTDIR: () => t('A file or link with the name of a folder already exists.'),
  ENOSPC: () => t('The disk is full.'),
  EISDIR: () => t('A folder with this name already exists.'),
};

/** Returns the cause of a file system error; undefined for other errors. */
export function diskProblem(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return DISK_PROBLEMS[code]?.();
}
