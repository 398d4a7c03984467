import { shortSha } from '../../base/short-sha';
/** `2/5 abc12345 Explain teapots`: title of a commit of a merge request. */
export function commitPlaceTitle(
  sha: string,
  subject: string | undefined,
  number: number | undefined,
  count: number | undefined,
): string {
  const name = [shortSha(sha), subject ?? ''].join(' ').trim();
  return number === undefined || count === undefined ? name : `${number}/${count} ${name}`;
}
