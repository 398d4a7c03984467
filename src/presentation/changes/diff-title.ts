import { t } from '../../base/localize';
import { escapeInvisibleLine } from '../shared/escape-invisible';

/** `base` or `version 3`: label of a side of a diff. Versions are counted from the oldest one. */
const versionWord = (number: number | undefined): string =>
  number === undefined ? t('base') : t('version {0}', number);

/** Returns the title of a diff: `app.ts (!12 base ↔ version 3)`. `working`: the file of the workspace. */
export function diffTitle(
  name: string,
  iid: number,
  from: number | undefined,
  to: number | 'working' | undefined,
): string {
  const shown = escapeInvisibleLine(name);
  if (to === 'working') return `${shown} (!${iid} ${versionWord(from)} ↔ ${t('working tree')})`;
  return to === undefined
    ? `${shown} (!${iid})`
    : `${shown} (!${iid} ${versionWord(from)} ↔ ${versionWord(to)})`;
}
