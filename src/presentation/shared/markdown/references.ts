/** How a reference in a text becomes an address; where one is missing or gives none, the reference stays text. */
export interface ReferenceMakers {
  /** `!12`, or `group/project!12` with its path. */
  readonly mergeRequest?: ((iid: number, project: string | undefined) => string | undefined) | undefined;
  /** `#34`, or `group/project#34`. */
  readonly issue?: ((iid: number, project: string | undefined) => string | undefined) | undefined;
  /** `@name`. */
  readonly user?: ((name: string) => string | undefined) | undefined;
}

type Piece = string | { readonly text: string; readonly address: string };

/** A reference starts where a word could start; lengths are bounded, so that no text takes long. */
const REFERENCE =
  /(?<![\w/&#!@.-])(?:((?:[\w.-]{1,100}\/){1,10}[\w.-]{1,100})?([!#])(\d{1,9})(?!\w)|@(\w(?:[\w.-]{0,253}\w)?))/g;

/** A text with its references as links. */
export function referencesIn(text: string, makers: ReferenceMakers): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, project, sign, number, user] = match;
    const address =
      user === undefined
        ? (sign === '!' ? makers.mergeRequest : makers.issue)?.(Number(number), project)
        : makers.user?.(user);
    if (address === undefined) continue;
    pieces.push(text.slice(from, match.index), { text: whole, address });
    from = match.index + whole.length;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== '');
}
