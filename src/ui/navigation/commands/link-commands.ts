import { createHash } from 'node:crypto';
import { env, Uri } from 'vscode';
import type { JobTarget } from '../../../app/jobs/actions';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { JobLookup } from '../../../app/pipelines/job-lookup';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { JobKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { encodeAny } from '../../../base/well-formed';
import { artifactOffers } from '../../../domain/jobs/rules';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import {
  artifactsPage,
  jobReference,
  markdownLink,
  pipelineReference,
  webPage,
} from '../../../presentation/shared/links';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { Target } from '../../../schemas/target';
import { activeReview, sideOfArgument } from '../../changes/editor/active-review';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface LinkCommandDeps {
  readonly lookup: JobLookup;
  readonly pipelines: Pipelines;
  readonly mergeRequests: MergeRequests;
  readonly prompts: Prompts;
  readonly activeJob: () => JobKey | undefined;
  /** The line of the cursor in the log of the active job, starting at 1; undefined for the whole log. */
  readonly activeLine: () => number | undefined;
  readonly now: () => number;
}

/** The item of a row, with the values that can be copied. */
interface LinkItem {
  readonly id?: number;
  readonly page: string | undefined;
  /** For text and Markdown links. */
  readonly name: string;
  readonly job?: JobTarget['job'];
  /** A line of the job's log. */
  readonly line?: number | undefined;
}

/** Messages if the page doesn't exist, and after it opened. */
interface PageLabels {
  readonly none?: (name: string) => string;
  readonly then?: (name: string) => string;
}

export function linkCommands(deps: LinkCommandDeps): readonly CommandRow[] {
  const copy = (
    id: RowCommandId,
    failure: () => string,
    line: (item: LinkItem) => string | undefined,
  ): CommandRow => ({
    id,
    failure,
    run: async (argument, _failing, selected) => {
      const rows = selected.length > 1 ? selected : [argument];
      const items = await Promise.all(rows.map((row) => itemOf(deps, row)));
      const lines = items.flatMap((item) => (item === undefined ? [] : (line(item) ?? [])));
      if (lines.length === 0) showHow(deps);
      else await env.clipboard.writeText(lines.join('\n'));
    },
  });
  const open = (
    id: RowCommandId,
    failure: () => string,
    page: (item: LinkItem) => string | undefined,
    labels: PageLabels = {},
  ): CommandRow => ({
    id,
    failure,
    run: async (argument) => {
      const item = await itemOf(deps, argument);
      const address = item === undefined ? undefined : page(item);
      if (item?.page === undefined) showHow(deps);
      else if (address === undefined)
        deps.prompts.showMessage(
          'info',
          labels.none?.(item.name) ?? t('{0} has no available artifacts.', item.name),
          [],
        );
      else if ((await env.openExternal(Uri.parse(address, true))) && labels.then !== undefined)
        deps.prompts.showStatus(labels.then(item.name));
    },
  });
  const hasArtifacts = ({ job }: LinkItem): boolean =>
    job !== undefined && artifactOffers(job, deps.now()).includes('artifacts');
  return [
    open(COMMAND.openInBrowser, () => t("Couldn't open the page."), pageAtLine),
    open(
      COMMAND.openArtifacts,
      () => t("Couldn't open the artifacts."),
      (item) => (item.page !== undefined && hasArtifacts(item) ? artifactsPage(item.page) : undefined),
    ),
    copy(
      COMMAND.copyId,
      () => t("Couldn't copy the ID."),
      ({ id }) => (id === undefined ? undefined : String(id)),
    ),
    copy(COMMAND.copyLink, () => t("Couldn't copy the link."), pageAtLine),
    copy(
      COMMAND.copyReference,
      () => t("Couldn't copy the Markdown link."),
      (item) => {
        const page = pageAtLine(item);
        return page === undefined ? undefined : markdownLink(item.name, page);
      },
    ),
  ];
}

const pageAtLine = ({ page, line }: LinkItem): string | undefined =>
  page === undefined || line === undefined ? page : `${page}#L${line}`;

function showHow({ prompts }: LinkCommandDeps): void {
  const how = t('Select an item in a Switchyard view or open a job log first.');
  prompts.showMessage('info', how, []);
}

/** Returns the item of the row, or the job of the active log. */
async function itemOf(
  { lookup, pipelines, mergeRequests, activeJob, activeLine }: LinkCommandDeps,
  argument: CommandArgument,
): Promise<LinkItem | undefined> {
  const target = argument?.target ?? changeTarget(argument);
  switch (target?.kind) {
    case 'project':
      return { page: webPage(`${target.project.base}/${target.path}`), name: target.path };
    case 'pipeline': {
      const { pipeline: id } = target.pipeline;
      const known = pipelines.details(target.pipeline) ?? (await pipelines.content(target.pipeline)).detail;
      return { id, page: webPage(known?.web_url), name: pipelineReference(id) };
    }
    case 'artifact':
    case 'job':
    case 'bridge': {
      const { base, project } = target.pipeline;
      const known = lookup.ofTarget(target) ?? (await lookup.read({ base, project, job: target.job }));
      return jobItem(known);
    }
    case 'merge-request': {
      const { title, web_url: page } = await mergeRequests.get(target.mergeRequest);
      const { iid } = target.mergeRequest;
      return { id: iid, page: webPage(page), name: `!${iid} ${title}` };
    }
    case 'issue': {
      const issues = await mergeRequests.part(target.mergeRequest, 'closes');
      const issue = issues?.items.find(({ id }) => id === target.issue);
      const reference = typeof issue?.iid === 'number' ? `#${issue.iid}` : String(target.issue);
      return issue && { page: webPage(issue.web_url), name: `${reference} ${issue.title}` };
    }
    case 'commit': {
      const commits = await mergeRequests.part(target.mergeRequest, 'commits');
      const commit = commits?.items.find(({ id }) => id === target.sha);
      return commit && { page: webPage(commit.web_url), name: commit.title ?? shortSha(target.sha) };
    }
    case 'change': {
      const { web_url: page } = await mergeRequests.get(target.mergeRequest);
      // The service uses the SHA-1 of the path as fragment of a file on the page of changes.
      const file = createHash('sha1').update(target.path).digest('hex');
      return {
        page: webPage(page === undefined || page === null ? page : `${page}/diffs#${file}`),
        name: target.path,
      };
    }
    case 'thread': {
      const { mergeRequest, note } = target;
      const { web_url: page } = await mergeRequests.get(mergeRequest);
      const isKnown = page !== undefined && page !== null && note !== undefined;
      const address = isKnown ? `${page}#note_${note}` : page;
      return { page: webPage(address), name: t('Comment on !{0}', mergeRequest.iid) };
    }
    case 'tracked-error': {
      const { base, path, error } = target.error;
      return {
        page: webPage(`${base}/${path}/-/error_tracking/${encodeAny(error)}/details`),
        name: t('Error #{0}', error),
      };
    }
    case 'change-folder':
    case 'draft':
    case 'unsent':
    case 'reviewer':
    case 'older':
    case 'stage':
    case 'merge-request-list':
    case 'place':
    case 'todo':
    case 'todo-list':
    case 'frame':
    case 'pasted-trace':
    case 'client-key':
      return undefined;
    case undefined: {
      const key = activeJob();
      const line = activeLine();
      return key === undefined ? undefined : { ...jobItem(await lookup.read(key)), line };
    }
  }
}

/** The file that an editor shows: the editor whose menu was used, else the active one. */
function changeTarget(argument: CommandArgument): Target | undefined {
  const address = argument === undefined ? activeReview()?.address : sideOfArgument(argument);
  if (address === undefined) return undefined;
  const { base, project, iid, path } = address;
  return { kind: 'change', mergeRequest: { base, project, iid }, path };
}

function jobItem({ job }: JobTarget): LinkItem {
  return { id: job.id, page: webPage(job.web_url), name: jobReference(job.name, job.id), job };
}
