/** A ref as people name it: a merge request's pipeline runs on a ref of the server's own. */

export function refName(ref: string | null | undefined): string {
  const mergeRequest = /^refs\/merge-requests\/(\d+)\/(?:head|merge|train)$/.exec(ref ?? '')?.[1];
  return mergeRequest === undefined ? (ref ?? '') : `!${mergeRequest}`;
}
