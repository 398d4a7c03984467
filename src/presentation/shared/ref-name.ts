import { mergeRequestOf } from '../../domain/pipelines/rules';

/** Returns a ref for display. Merge request pipelines run on internal refs, which are shown as `!12`. */
export function refName(ref: string | null | undefined): string {
  const iid = mergeRequestOf(ref);
  return iid === undefined ? (ref ?? '') : `!${iid}`;
}

/** `#1119 main`. */
export const pipelineName = ({
  id,
  ref,
}: {
  readonly id: number;
  readonly ref?: string | null | undefined;
}): string => `#${id} ${refName(ref)}`.trim();
