import { mergeRequestOf } from '../../domain/pipelines/rules';

/** A ref as people name it: a merge request's pipeline runs on a ref of the server's own. */
export function refName(ref: string | null | undefined): string {
  const iid = mergeRequestOf(ref);
  return iid === undefined ? (ref ?? '') : `!${iid}`;
}
