import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { mergePlan } from '../../domain/merge-requests/merge-plan';
import { type Content, html } from '../shared/html';
import { isOffered } from './buttons';
import type { MergeRequestPageModel } from './model';
import { actButton, copyButton } from './parts';

/** Returns the commits that a merge created. A fast-forward without squashing creates none. */
export function mergedLines(model: MergeRequestPageModel): Content {
  const { state, sha: head, merge_commit_sha: merge, squash_commit_sha: squash } = model.mergeRequest;
  if (state !== 'merged') return undefined;
  const isFastForward =
    mergePlan(model.parts.project, { squash: false }).method === 'ff' && !merge && !squash;
  return [
    {
      sha: merge,
      label: t('Merge commit:'),
      copyLabel: t('Copy SHA of Merge Commit'),
    },
    {
      sha: squash,
      label: t('Squash commit:'),
      copyLabel: t('Copy SHA of Squash Commit'),
    },
    {
      sha: isFastForward ? head : undefined,
      label: t('Fast-forwarded to:'),
      copyLabel: t('Copy SHA of Merged Commit'),
    },
  ].flatMap(({ sha, label, copyLabel }) =>
    sha === null || sha === undefined || sha === ''
      ? []
      : [
          html`<li>
            ${label} <code>${shortSha(sha)}</code> ${copyButton(sha, copyLabel)}
            ${actButton(model, 'showCommit', { style: 'link', item: { kind: 'commit', sha }, label: t('Show Commit {0}', shortSha(sha)) })}
          </li>`,
        ],
  );
}

/** Returns whether the source branch still exists, with a button that deletes it. */
export function sourceBranchLine(model: MergeRequestPageModel): Content {
  const { sourceBranch: branch } = model;
  switch (branch?.state) {
    case 'deleted':
      return html`<li>${t('Source branch deleted')}</li>`;
    case 'exists':
      return html`<li>
        ${t('Source branch not deleted:')} <code>${branch.name}</code>
        ${branch.canDelete ? actButton(model, 'deleteSourceBranch', { style: 'link', id: 'delete-source-branch' }) : undefined}
      </li>`;
    default:
      return undefined;
  }
}

/** Returns the buttons of actions on the merged changes. */
export function afterMergeActs(model: MergeRequestPageModel): Content {
  const acts = (['revert', 'cherryPick'] as const).filter((act) => isOffered(act, model.actions));
  return acts.length === 0
    ? undefined
    : html`<div class="toolbar">${acts.map((act) => actButton(model, act, { id: act }))}</div>`;
}
