import { t } from '../../base/localize';
import { listText } from '../shared/format';
import { type Content, html } from '../shared/html';
import type { ApprovalRuleOf, MergeRequestPageModel, Person } from './model';

/** Maximum number of eligible approvers that are named per rule. */
const MAX_NAMES = 4;
/** Maximum number of displayed rules; large projects have hundreds of code owner rules. */
const MAX_RULES = 20;

const required = ({ approvals_required: count }: ApprovalRuleOf): number => count ?? 0;
const given = ({ approved_by: users }: ApprovalRuleOf): readonly Person[] => users ?? [];
const isMet = (rule: ApprovalRuleOf): boolean => rule.approved ?? given(rule).length >= required(rule);
const isUnmet = (rule: ApprovalRuleOf): boolean => required(rule) > 0 && !isMet(rule);

/** Names of rules that the server creates itself. */
const NAMES: Readonly<Record<string, (rule: ApprovalRuleOf) => string>> = {
  any_approver: () => t('All eligible users'),
  code_owner: ({ name, section }) =>
    // The server's name of rules outside of sections.
    section === null || section === undefined || section === 'codeowners'
      ? t('Code owners of {0}', name ?? '')
      : t('Code owners of {0} ({1})', name ?? '', section),
};

function nameOf(rule: ApprovalRuleOf): string {
  const type = rule.rule_type ?? '';
  const named = Object.hasOwn(NAMES, type) ? NAMES[type]?.(rule) : undefined;
  return named ?? rule.name ?? t('Approval rule');
}

/** Names the rules that require more approvals of certain users; undefined if there are none. */
export function unmetRules({ parts: { approvalState } }: MergeRequestPageModel): string | undefined {
  const names = (approvalState?.rules ?? [])
    .filter((rule) => isUnmet(rule) && rule.rule_type !== 'any_approver')
    .map(nameOf);
  return names.length === 0 ? undefined : shortList(names);
}

/** Returns who has to approve: unmet rules first, then the others. */
export function approvalRules({ mergeRequest, parts: { approvalState } }: MergeRequestPageModel): Content {
  // Without required approvals, the default rule has no effect.
  const rules = (approvalState?.rules ?? []).filter(
    (rule) => required(rule) > 0 || (rule.rule_type ?? 'any_approver') !== 'any_approver',
  );
  if (rules.length === 0) return undefined;
  const isOpen = mergeRequest.state === 'opened';
  const sorted = [...rules.filter(isUnmet), ...rules.filter((rule) => !isUnmet(rule))];
  const more = sorted.length - MAX_RULES;
  return html`<li>
    ${t('Approval rules:')}
    <ul class="rules">
      ${sorted.slice(0, MAX_RULES).map((rule) => ruleLine(rule, { isOpen }))}
      ${more > 0 ? html`<li class="quiet">${t('{0, plural, one {# more rule} other {# more rules}}', more)}</li>` : undefined}
    </ul>
  </li>`;
}

function ruleLine(rule: ApprovalRuleOf, { isOpen }: { readonly isOpen: boolean }): Content {
  const approvers = given(rule);
  const by =
    approvers.length === 0 ? undefined : t('Approved by {0}', shortList(approvers.map(({ name }) => name)));
  const open = (rule.eligible_approvers ?? []).filter(({ username }) =>
    approvers.every((each) => each.username !== username),
  );
  const waiting =
    isOpen && !(required(rule) > 0 && isMet(rule)) && open.length > 0
      ? t('Can be approved by {0}', shortList(open.map(({ name }) => name)))
      : undefined;
  const facts = [by, waiting].filter((fact) => fact !== undefined);
  const sign = required(rule) === 0 ? '–' : isMet(rule) ? '✓' : '✗';
  return html`<li>
    <span aria-hidden="true">${sign}</span> <bdi>${nameOf(rule)}</bdi>: ${countOf(rule)}
    ${facts.length === 0 ? undefined : html`<br /><span class="quiet">${facts.join(' · ')}</span>`}
  </li>`;
}

const countOf = (rule: ApprovalRuleOf): string =>
  required(rule) === 0
    ? t('optional')
    : t(
        '{1, plural, one {{0} of # approval} other {{0} of # approvals}}',
        Math.min(given(rule).length, required(rule)),
        required(rule),
      );

/** Lists the first names, and the number of the others. */
function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  if (more <= 0) return listText(names);
  return listText([...names.slice(0, MAX_NAMES), t('{0, plural, one {# other} other {# others}}', more)]);
}
