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
import type { CreateFacts, FactsQuestion } from './details';
import type { CreateSource, CreateTarget } from './places';

/** The source that was chosen, else the one that the form was opened for. */
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

/** What has to be known of the branches; undefined while no places are known. */
export function questionOf(
  { sourceBranch, targetBranch }: CreateValues,
  source: CreateSource | undefined,
  target: CreateTarget | undefined,
): FactsQuestion | undefined {
  if (source === undefined || target === undefined) return undefined;
  return { source, target, sourceBranch: sourceBranch.trim(), targetBranch: targetBranch.trim() };
}

/** What the server is asked to create. */
export function askedFor(
  values: CreateValues,
  source: CreateSource | undefined,
  target: CreateTarget | undefined,
): NewMergeRequest | undefined {
  if (source === undefined || target === undefined) return undefined;
  const rules = { issue: issueNamed(values), squashRule: squashRuleOf(target.project.squash_option) };
  return newMergeRequest(values, { source: source.project.id, target: target.project.id }, rules);
}

/** The issue that the branch names, unless the description closes it already. */
export function issueNamed({ sourceBranch, description, closes }: CreateValues): number | undefined {
  const issue = issueOf(sourceBranch);
  return issue === undefined || (!closes && closesIssue(description, issue)) ? undefined : issue;
}

/** The branch can be pushed under the name that it has here. */
export const isPushable = (facts: CreateFacts | undefined, { sourceBranch }: CreateValues): boolean =>
  facts !== undefined && canPush(facts.push) && facts.local === sourceBranch;
