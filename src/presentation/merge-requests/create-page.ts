import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { ErrorAction } from '../shared/error-messages';
import { formPage } from '../shared/forms/form-page';
import { attributes, type Content, type Html, html } from '../shared/html';
import { ago } from '../shared/time-labels';
import { type CreateAct, createForm } from './create-form';
import { type CreateFailure, extentLabel, pushWarning } from './create-messages';
import type { CreateModel } from './create-model';

/** Returns the page for a new merge request. */
export function createPage(model: CreateModel): Html {
  return html`<div class="create">
    <h1>${t('New Merge Request')}</h1>
    ${brought(model)} ${model.open.map(openNotice)} ${extent(model)} ${formPage(createForm(model))}
    ${failureNotice(model.failure)}
  </div>`;
}

/** Returns the page while the branches are loading, or if loading failed. */
export function createStart(errorMessage: string | undefined): Html {
  return html`<div class="create">
    <h1>${t('New Merge Request')}</h1>
    ${
      errorMessage === undefined
        ? html`<p role="status">${t('Loading the form…')}</p>`
        : html`<div class="notice bad" role="alert">
            <p>${errorMessage}</p>
            <div class="buttons">${act('tryAgain', t('Try Again'), 'primary')}</div>
          </div>`
    }
  </div>`;
}

const act = (action: CreateAct, label: string, style = 'secondary', value?: string): Html =>
  html`<button type="button" class="${style}" ${attributes({ 'data-act': action, value })}>${label}</button>`;

function brought({ keptAt, now }: CreateModel): Content {
  if (keptAt === undefined) return undefined;
  const when = ago(new Date(keptAt).toISOString(), now) ?? '';
  return html`<div class="notice" id="create-brought">
    <p>${t('The form was restored as you left it {0}.', when)}</p>
    <div class="buttons">${act('startOver', t('Start Over'))}</div>
  </div>`;
}

function openNotice({ iid, title, into }: CreateModel['open'][number]): Html {
  return html`<div class="notice warn" id="create-open-${iid}">
    <p>
      ${t('This branch already has an open merge request into {0}:', into)}
      <strong>!${iid} <bdi>${title}</bdi></strong>
    </p>
    <div class="buttons">${act('openExisting', t('Open !{0}', iid), 'secondary', String(iid))}</div>
  </div>`;
}

/** Returns the commits to merge, and warnings. */
function extent(model: CreateModel): Html {
  return html`<div class="extent" id="create-extent" role="status">${extentOf(model)} ${warning(model)}</div>`;
}

function extentOf({ loading: isLoading, commits, files, values, now }: CreateModel): Content {
  if (commits === undefined) {
    return html`<p class="quiet">
      ${isLoading ? t('Comparing branches…') : t('No commit preview available.')}
    </p>`;
  }
  if (commits.length === 0) {
    return html`<div class="notice warn">
      <p>${t('Nothing to merge. {0} already contains all commits from {1}.', values.targetBranch, values.sourceBranch)}</p>
    </div>`;
  }
  const rows = commits.map(
    ({ sha, subject, author, at }) =>
      html`<li>
        <code>${shortSha(sha)}</code> <bdi>${subject}</bdi>
        <span class="quiet"><bdi>${author}</bdi> · ${ago(new Date(at).toISOString(), now)}</span>
      </li>`,
  );
  return html`<details id="create-commits">
    <summary>${extentLabel(commits.length, files)}</summary>
    <ul class="rows">
      ${rows}
    </ul>
  </details>`;
}

function warning({ push, pushable, values }: CreateModel): Content {
  const message = push === undefined || pushable ? undefined : pushWarning(push, values.sourceBranch);
  return message === undefined ? undefined : html`<div class="notice warn"><p>${message}</p></div>`;
}

const STEPS: Readonly<Record<ErrorAction, () => Content>> = {
  'another-token': () => act('signIn', t('Sign In with Another Token')),
  'sign-in': () => act('signIn', t('Sign In Again')),
  refresh: () => act('refresh', t('Refresh')),
  // The button that creates the merge request is directly above.
  retry: () => undefined,
  'show-output': () => act('showOutput', t('Show Output')),
};

function failureNotice(failure: CreateFailure | undefined): Content {
  if (failure?.text === undefined) return undefined;
  const { text, existing, steps } = failure;
  return html`<div class="notice bad" id="create-failure" role="alert">
    <p>${text}</p>
    <div class="buttons">
      ${existing === undefined ? undefined : act('openExisting', t('Open !{0}', existing), 'secondary', String(existing))}
      ${steps.map((step) => STEPS[step]())}
    </div>
  </div>`;
}
