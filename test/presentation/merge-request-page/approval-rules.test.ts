import assert from 'node:assert/strict';
import { approvalRules, unmetRules } from '../../../src/presentation/merge-request-page/approval-rules';
import type {
  ApprovalRuleOf,
  MergeRequestPageModel,
} from '../../../src/presentation/merge-request-page/model';
import { html } from '../../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';

const person = (username: string) => ({
  username,
  name: username.replace(/^./, (letter) => letter.toUpperCase()),
});
const people = (...names: readonly string[]) => names.map(person);

const model = (rules: readonly ApprovalRuleOf[] | undefined, state = 'opened'): MergeRequestPageModel => ({
  base: 'https://git.example.com',
  mergeRequest: mergeRequestSchema.parse({ id: 1, iid: 42, project_id: 1, title: 'Add rounding', state }),
  parts: { approvalState: rules && { rules } },
  discussions: {
    ...{ known: undefined, errorMessage: undefined, unsent: [], settling: [] },
    write: (text) => html`${text}`,
  },
  ...{ actions: [], doing: undefined, errorMessage: undefined, now: 0 },
});
const text = (rules: readonly ApprovalRuleOf[] | undefined, state?: string): string =>
  html`${approvalRules(model(rules, state))}`
    .toString()
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ANYONE = { rule_type: 'any_approver', name: 'All Members', approvals_required: 1 };
const OWNERS = { rule_type: 'code_owner', name: 'src/**', section: 'Backend' };

describe('approval rules on the merge request page', () => {
  it('show who still has to approve, unmet rules first', () => {
    const rules = [
      {
        ...ANYONE,
        approved: true,
        approved_by: people('olivia'),
        eligible_approvers: people('olivia', 'dana'),
      },
      {
        ...OWNERS,
        approvals_required: 2,
        approved_by: people('dana'),
        eligible_approvers: people('dana', 'marek'),
      },
    ];
    assert.equal(
      text(rules),
      'Approval rules: ✗ Code owners of src/** (Backend) : 1 of 2 approvals Approved by Dana · Can be approved by Marek ' +
        '✓ All eligible users : 1 of 1 approval Approved by Olivia',
    );
    assert.equal(unmetRules(model(rules)), 'Code owners of src/** (Backend)');
  });

  it('show optional rules, and names of other rules as sent by the server', () => {
    assert.match(
      text([{ ...OWNERS, section: 'codeowners', approvals_required: 0, eligible_approvers: people('dana') }]),
      /– Code owners of src\/\*\* : optional Can be approved by Dana$/,
    );
    assert.match(
      text([{ rule_type: 'report_approver', name: 'License-Check', approvals_required: 1 }]),
      /✗ License-Check : 0 of 1/,
    );
    assert.match(text([{ rule_type: 'toString', name: 'A <b>', approvals_required: 1 }]), /A &lt;b&gt;/);
  });

  it('limit names and rules', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    assert.match(
      text([{ ...ANYONE, eligible_approvers: people(...names) }]),
      /Can be approved by A, B, C, D, and 2 others/,
    );
    const many = Array.from({ length: 25 }, (_, index) => ({
      ...OWNERS,
      name: `f${index}`,
      approvals_required: 1,
    }));
    assert.match(text(many), /5 more rules$/);
  });

  it('name no approvers once the merge request is closed', () => {
    assert.doesNotMatch(text([{ ...ANYONE, eligible_approvers: people('dana') }], 'merged'), /Can be/);
  });

  it("show nothing if the server has no rules, or they don't require anything", () => {
    for (const rules of [undefined, [], [{ ...ANYONE, approvals_required: 0 }]]) {
      assert.equal(text(rules), '');
      assert.equal(unmetRules(model(rules)), undefined);
    }
  });
});
