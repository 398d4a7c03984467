import { t } from '../../base/localize';
import { canRequestAgain } from '../../domain/merge-requests/review-request';
import { reviewerState } from '../merge-requests/part-rows';
import { trackedTime } from '../merge-requests/time-tracking-messages';
import { avatar } from '../shared/avatar';
import { attributes, type Content, type Html, html } from '../shared/html';
import { day } from '../shared/time-labels';
import type { LabelOf, MergeRequestPageModel, Person, ReviewerOf } from './model';
import { actButton, age, CONTENT_PLACEHOLDER, editButton, section, withContent } from './parts';

/** Returns people, labels, milestone, and time tracking. */
export function pageSide(model: MergeRequestPageModel): Html {
  const { mergeRequest: request, parts } = model;
  const assignees = request.assignees ?? [];
  return html`${section('assignees', t('Assignees'), {
    edit: editButton(model, 'editAssignees'),
    body:
      assignees.length === 0
        ? none()
        : html`<ul class="people">
            ${assignees.map((user) => html`<li>${person(model, user)}</li>`)}
          </ul>`,
  })}
  ${section('reviewers', t('Reviewers'), { edit: editButton(model, 'editReviewers'), body: reviewers(model) })}
  ${section('labels', t('Labels'), { edit: editButton(model, 'editLabels'), body: labels(model) })}
  ${section('milestone', t('Milestone'), { edit: editButton(model, 'editMilestone'), body: milestone(model) })}
  ${section('time', t('Time Tracking'), { body: time(model) })}
  ${
    (parts.participants?.items.length ?? 0) === 0
      ? undefined
      : section('participants', t('Participants'), {
          body: html`<ul class="people inline">
              ${(parts.participants?.items ?? []).map((user) => html`<li>${avatar(user, model.base)} <bdi>${user.name}</bdi></li>`)}
            </ul>
            ${parts.participants?.cut === true ? html`<p class="quiet">${t('More participants are on the page on the server.')}</p>` : undefined}`,
        })
  }`;
}

const none = (text = t('None')): Html => html`<p class="quiet">${text}</p>`;
const person = ({ base }: MergeRequestPageModel, user: Person): Html =>
  html`${avatar(user, base)} <bdi>${user.name}</bdi> <span class="quiet">@${user.username}</span>`;

function reviewers(model: MergeRequestPageModel): Content {
  const { mergeRequest: request, parts } = model;
  const entries = parts.reviewers?.items;
  if (entries !== undefined && entries.length > 0)
    return html`<ul class="people">
      ${entries.map((entry) => html`<li>${reviewerLine(model, entry)}</li>`)}
    </ul>`;
  const users = request.reviewers ?? [];
  return users.length === 0
    ? none()
    : html`<ul class="people">
        ${users.map((user) => html`<li>${person(model, user)}</li>`)}
      </ul>`;
}

function reviewerLine(model: MergeRequestPageModel, reviewer: ReviewerOf): Html {
  const { user, state, created_at: since } = reviewer;
  const requested = age(since, model.now);
  const again = canRequestAgain(reviewer, model.mergeRequest)
    ? actButton(model, 'requestReview', {
        style: 'link',
        item: { kind: 'reviewer', user: user.id },
        label: t('Request Review Again from {0}', user.name),
      })
    : undefined;
  return html`${person(model, user)} <br /><span class="quiet">${reviewerState(state).word}${requested === undefined ? undefined : html` · ${withContent(t('requested {0}', CONTENT_PLACEHOLDER), requested)}`}</span> ${again}`;
}

function labels({ mergeRequest: request, parts }: MergeRequestPageModel): Content {
  const own = (request.labels ?? []).map((label): LabelOf =>
    typeof label === 'string' ? { name: label } : label,
  );
  if (own.length === 0) return none();
  const labelsByName = new Map((parts.labels ?? []).map((label) => [label.name, label]));
  return html`<ul class="labels">
    ${own.map((label) => html`<li>${labelChip(labelsByName.get(label.name) ?? label)}</li>`)}
  </ul>`;
}

/** Draws the color next to the name, not behind it, so that the name is readable in every theme. */
function labelChip({ name, color, description }: LabelOf): Html {
  const known = /^#[\da-f]{3,8}$/i.test(color ?? '') ? color : undefined;
  const dot = html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
    <circle ${attributes({ cx: 5, cy: 5, r: 5, fill: known })}></circle>
  </svg>`;
  return html`<span class="label-chip" ${attributes({ title: description ?? undefined })}
    >${known === undefined ? undefined : dot} ${name}</span
  >`;
}

function milestone({ mergeRequest: { milestone: of } }: MergeRequestPageModel): Content {
  if (of === null || of === undefined) return none();
  return html`<p>${of.title}${of.due_date ? ` · ${t('due {0}', day(of.due_date))}` : ''}</p>`;
}

function time(model: MergeRequestPageModel): Content {
  const stats = model.mergeRequest.time_stats;
  const estimate = stats?.time_estimate ?? 0;
  const spent = stats?.total_time_spent ?? 0;
  const text =
    estimate === 0
      ? t('{0} spent', trackedTime(spent))
      : t('{0} spent, {1} estimated', trackedTime(spent), trackedTime(estimate));
  const bar =
    estimate === 0
      ? undefined
      : html`<progress
          ${attributes({ max: estimate, value: Math.min(spent, estimate), 'aria-label': text })}
        ></progress>`;
  const over =
    estimate > 0 && spent > estimate ? html`<p class="badge warn">${t('Over estimate')}</p>` : undefined;
  const buttons = html`<div class="toolbar">
    ${actButton(model, 'setEstimate', { style: 'link' })} ${actButton(model, 'addTimeSpent', { style: 'link' })}
    ${estimate + spent === 0 ? undefined : actButton(model, 'resetTime', { style: 'link' })}
  </div>`;
  return html`${estimate + spent === 0 ? none(t('No estimate or time spent')) : html`<p>${text}</p>`} ${bar} ${over} ${buttons}`;
}
