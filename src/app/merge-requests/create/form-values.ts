import {
  canPush,
  closesIssue,
  issueOf,
  type NewMergeRequest,
} from '../../../domain/merge-requests/new-merge-request';
import {
  type CreateValues,
  newMergeRequest,
  squashRuleOf,
} from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey } from '../../../schemas/new-merge-request';
import type { CreateFacts, CreateFactsParams } from './details';
import type { CreateSource, CreateTarget } from './places';

/** Returns the selected source, or else the one that the form was opened for. */
export function chosenSource(
  sources: readonly CreateSource[],
  { project, repository }: CreateKey,
  chosen: string | undefined,
): CreateSource | undefined {
  return (
    sources.find(({ id }) => id === chosen) ??
    sources.find((each) => each.project.id === project && each.clone.repository === repository) ??
    sources.find((each) => each.project.id === project) ??
    sources[0]
  );
}

/** Returns the parameters for reading the facts; undefined while no source or target is known. */
export function createFactsParams(
  { sourceBranch, targetBranch }: CreateValues,
  source: CreateSource | undefined,
  target: CreateTarget | undefined,
): CreateFactsParams | undefined {
  if (source === undefined || target === undefined) return undefined;
  return { source, target, sourceBranch: sourceBranch.trim(), targetBranch: targetBranch.trim() };
}

/** Returns the merge request to create; undefined while no source or target is known. */
export function mergeRequestToCreate(
  values: CreateValues,
  source: CreateSource | undefined,
  target: CreateTarget | undefined,
): NewMergeRequest | undefined {
  if (source === undefined || target === undefined) return undefined;
  const rules = { issue: issueNamed(values), squashRule: squashRuleOf(target.project.squash_option) };
  return newMergeRequest(values, { source: source.project.id, target: target.project.id }, rules);
}

/** Returns the issue in the branch name, unless the description already closes it. */
export function issueNamed({ sourceBranch, description, closes }: CreateValues): number | undefined {
  const issue = issueOf(sourceBranch);
  return issue === undefined || (!closes && closesIssue(description, issue)) ? undefined : issue;
}

/** True if the branch can be pushed under its local name. */
export const isPushable = (facts: CreateFacts | undefined, { sourceBranch }: CreateValues): boolean =>
  facts !== undefined && canPush(facts.push) && facts.local === sourceBranch;
