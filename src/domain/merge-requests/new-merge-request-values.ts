import type { TypedValues } from '../../schemas/new-merge-request';
import { canPush, type NewMergeRequest, type PushState } from './new-merge-request';
import { filledTemplate, initialTexts, isDefaultTemplate, type TextCommit } from './template';

/** The values of all form fields. */
export type CreateValues = { readonly [Field in keyof TypedValues]-?: NonNullable<TypedValues[Field]> };

/** Choices for the initial description, in addition to templates, which have the prefix `template:`. */
export const DESCRIPTION_FROM_COMMITS = 'commits';
export const EMPTY_DESCRIPTION = 'empty';
const TEMPLATE = 'template:';
export const templateChoice = (name: string): string => TEMPLATE + name;
export const templateOf = (choice: string): string | undefined =>
  choice.startsWith(TEMPLATE) ? choice.slice(TEMPLATE.length) : undefined;

/** The project's rule for squashing; `free` if the user can choose. */
export type SquashRule = 'free' | 'always' | 'never';
export const squashRuleOf = (option: string | null | undefined): SquashRule =>
  option === 'always' || option === 'never' ? option : 'free';

/** The data from which the initial form values are computed. */
export interface InitialFormData {
  readonly source: string;
  readonly sourceBranch: string;
  readonly target: string;
  readonly targetBranch: string;
  readonly isFork: boolean;
  /** Names of the repository's templates; the default template is first. */
  readonly templates: readonly string[];
  readonly commits: readonly TextCommit[] | undefined;
  readonly push: PushState | undefined;
  /** Settings of the target project, if the server returns them. */
  readonly squashOption: string | null | undefined;
  readonly removesSourceBranch: boolean | null | undefined;
}

/**
 * Returns the initial description choice: the default template if there is one, otherwise the commit
 * messages.
 */
export function firstChoice(templates: readonly string[]): string {
  const [first] = templates;
  return first !== undefined && isDefaultTemplate(first) ? templateChoice(first) : DESCRIPTION_FROM_COMMITS;
}

/** Returns the initial form values. `text` is the content of the chosen template. */
export function initialFormValues(
  data: InitialFormData,
  choice: string,
  text: string | undefined,
): CreateValues {
  const { source, sourceBranch, target, targetBranch, commits, squashOption } = data;
  return {
    source,
    sourceBranch,
    target,
    targetBranch,
    title: sourceBranch === '' ? '' : initialTexts(sourceBranch, commits ?? []).title,
    template: choice,
    description: beginningText(data, choice, text),
    closes: false,
    draft: false,
    push: data.push !== undefined && canPush(data.push),
    assignees: [],
    reviewers: [],
    labels: [],
    milestone: [],
    squash: squashOption === 'always' || squashOption === 'default_on',
    removeSourceBranch: data.removesSourceBranch ?? false,
    allowCollaboration: data.isFork,
  };
}

/** Overrides values with those in `typed`. */
export function createValuesOver(values: CreateValues, typed: TypedValues): CreateValues {
  return {
    source: typed.source ?? values.source,
    sourceBranch: typed.sourceBranch ?? values.sourceBranch,
    target: typed.target ?? values.target,
    targetBranch: typed.targetBranch ?? values.targetBranch,
    title: typed.title ?? values.title,
    template: typed.template ?? values.template,
    description: typed.description ?? values.description,
    closes: typed.closes ?? values.closes,
    draft: typed.draft ?? values.draft,
    push: typed.push ?? values.push,
    assignees: typed.assignees ?? values.assignees,
    reviewers: typed.reviewers ?? values.reviewers,
    labels: typed.labels ?? values.labels,
    milestone: typed.milestone ?? values.milestone,
    squash: typed.squash ?? values.squash,
    removeSourceBranch: typed.removeSourceBranch ?? values.removeSourceBranch,
    allowCollaboration: typed.allowCollaboration ?? values.allowCollaboration,
  };
}

/** Returns the initial description for a choice. */
function beginningText(
  { sourceBranch, targetBranch, commits = [] }: InitialFormData,
  choice: string,
  text: string | undefined,
): string {
  if (templateOf(choice) !== undefined) {
    return filledTemplate(text ?? '', { sourceBranch, targetBranch, commits });
  }
  return choice === DESCRIPTION_FROM_COMMITS ? initialTexts(sourceBranch, commits).description : '';
}

/** Form values contain IDs as strings. */
const numbers = (values: readonly string[]): readonly number[] =>
  values.map(Number).filter((value) => Number.isSafeInteger(value) && value > 0);

/** Converts form values to the merge request to be created. */
export function newMergeRequest(
  values: CreateValues,
  projects: { readonly source: number; readonly target: number },
  { issue, squashRule }: { readonly issue: number | undefined; readonly squashRule: SquashRule },
): NewMergeRequest {
  return {
    source: { project: projects.source, branch: values.sourceBranch.trim() },
    target: { project: projects.target, branch: values.targetBranch.trim() },
    title: values.title,
    description: values.description,
    draft: values.draft,
    closes: values.closes ? issue : undefined,
    squash: squashRule === 'free' ? values.squash : undefined,
    removeSourceBranch: values.removeSourceBranch,
    allowCollaboration: projects.source === projects.target ? undefined : values.allowCollaboration,
    assignees: numbers(values.assignees),
    reviewers: numbers(values.reviewers),
    labels: values.labels,
    milestone: numbers(values.milestone)[0],
  };
}
