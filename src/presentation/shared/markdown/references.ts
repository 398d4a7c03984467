/** A label of the project that a text belongs to. */
export interface LabelReference {
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** URL of the items with this label. */
  readonly address: string;
}

/**
 * Functions that return the URL of a reference. If one is missing or returns undefined, the reference stays
 * text. `project` is the path of another project, if the reference names one.
 */
export interface ReferenceMakers {
  /** `!12`, or `group/project!12`. */
  readonly mergeRequest?: NumberMaker;
  /** `#34`, or `group/project#34`. */
  readonly issue?: NumberMaker;
  /** `$56`, or `group/project$56`. */
  readonly snippet?: NumberMaker;
  /** `&7`, or `group&7` with the path of a group. */
  readonly epic?: NumberMaker;
  /** `1a2b3c4d`, `group/project@1a2b3c4d`, or `project@1a2b3c4d` with the name of a project in the same namespace. */
  readonly commit?: ((sha: string, project: string | undefined) => string | undefined) | undefined;
  /** `1a2b3c4d...5e6f7a8b`, also of a project. `range`: the part with the dots. */
  readonly commits?: ((range: string, project: string | undefined) => string | undefined) | undefined;
  /** `@name`. */
  readonly user?: ((name: string) => string | undefined) | undefined;
  /** `%1.0`, or `%"two words"`: the title, or the number. */
  readonly milestone?: ((title: string) => string | undefined) | undefined;
  /** `~bug`, or `~"two words"`. */
  readonly label?: ((name: string) => LabelReference | undefined) | undefined;
}
type NumberMaker = ((id: number, project: string | undefined) => string | undefined) | undefined;

export type ReferencePiece =
  | string
  | { readonly kind: 'link'; readonly text: string; readonly address: string }
  | ({ readonly kind: 'label'; readonly text: string } & LabelReference);

/** A path contains at least one slash. Lengths are limited, so that matching is fast. */
const PATH = String.raw`(?:[\w.-]{1,100}\/){1,10}[\w.-]{1,100}`;
/** The name of a project in the same namespace. */
const SIBLING = String.raw`[\w.-]{1,100}`;
const SHA = '[0-9a-f]{7,40}';
const NAME = String.raw`[\w](?:[\w:.?/-]{0,98}\w)?`;

/** References start where a word can start, and aren't part of a price or a longer ID. */
const REFERENCE = new RegExp(
  String.raw`(?<![\w/&#!@.$%~-])(?:` +
    [
      String.raw`(?<project>${PATH})?(?<sign>[!#$])(?<number>\d{1,9})(?!\w|[.,]\d)`,
      String.raw`(?<!>)(?<group>[\w.-]{2,100}(?:\/[\w.-]{1,100}){0,10})?&(?<epic>\d{1,9})(?!\w)`,
      String.raw`(?<owner>${PATH}|${SIBLING})@(?<at>${SHA})(?<atTo>\.{2,3}${SHA})?(?![\w-]|\.\w)`,
      String.raw`@(?<user>\w(?:[\w./-]{0,253}\w)?)`,
      String.raw`(?<!:)(?<commit>${SHA})(?<to>\.{2,3}${SHA})?(?![\w/-]|\.\w)`,
      String.raw`%(?:"(?<quotedMilestone>[^"\n]{1,255})"|(?<milestone>${NAME}))`,
      String.raw`~(?:"(?<quotedLabel>[^"\n]{1,255})"|(?<label>${NAME}))`,
    ].join('|') +
    ')',
  'g',
);
type Groups = Readonly<Record<string, string | undefined>>;

/** Splits a text into plain text and references with their URLs, which are searched one by one. */
export function* referencesIn(text: string, makers: ReferenceMakers): Generator<ReferencePiece> {
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const piece = pieceOf(match[0], match.groups ?? {}, makers);
    if (piece === undefined) continue;
    if (match.index > from) yield text.slice(from, match.index);
    yield piece;
    from = match.index + match[0].length;
  }
  if (from < text.length) yield text.slice(from);
}

/** Number of characters that are searched for references. More aren't shown. */
const MAX_SEARCHED = 100_000;

/** True if a text may refer to labels or milestones, which have to be loaded. */
export const mayNameParts = (text: string): boolean =>
  /(?<![\w/~%])[~%]["\w]/.test(text.slice(0, MAX_SEARCHED));

function pieceOf(whole: string, found: Groups, makers: ReferenceMakers): ReferencePiece | undefined {
  const labelName = found['quotedLabel'] ?? found['label'];
  if (labelName !== undefined) {
    const label = makers.label?.(labelName);
    return label && { kind: 'label', text: labelName, ...label };
  }
  const address = addressOf(found, makers);
  return address === undefined ? undefined : { kind: 'link', text: shownText(whole, found), address };
}

function addressOf(found: Groups, makers: ReferenceMakers): string | undefined {
  const { project, sign, number, group, epic, owner, at, atTo, user, commit, to } = found;
  if (sign !== undefined) return MAKER_OF_SIGN[sign]?.(makers)?.(Number(number), project);
  if (epic !== undefined) return makers.epic?.(Number(epic), group);
  if (at !== undefined && atTo !== undefined) return makers.commits?.(at + atTo, owner);
  if (at !== undefined)
    return owner?.includes('/') === true || isSha(at) ? makers.commit?.(at, owner) : undefined;
  if (user !== undefined) return makers.user?.(user);
  const milestone = found['quotedMilestone'] ?? found['milestone'];
  if (milestone !== undefined) return makers.milestone?.(milestone);
  if (commit === undefined) return undefined;
  if (to !== undefined) return makers.commits?.(commit + to, undefined);
  return isSha(commit) ? makers.commit?.(commit, undefined) : undefined;
}

/** False for words and numbers, which consist of the same characters. */
const isSha = (text: string): boolean => /\d/.test(text) && /[a-f]/.test(text);

const MAKER_OF_SIGN: Readonly<Record<string, ((makers: ReferenceMakers) => NumberMaker) | undefined>> = {
  '!': ({ mergeRequest }) => mergeRequest,
  '#': ({ issue }) => issue,
  $: ({ snippet }) => snippet,
};

/** SHAs are shortened as on the service. */
function shownText(whole: string, { owner, at, atTo, commit, to }: Groups): string {
  const sha = at ?? commit;
  if (sha === undefined) return whole;
  const [, dots = '', end = ''] = /^(\.+)(.+)$/.exec(atTo ?? to ?? '') ?? [];
  return `${owner === undefined ? '' : `${owner}@`}${sha.slice(0, SHORT)}${dots}${end.slice(0, SHORT)}`;
}

const SHORT = 8;
