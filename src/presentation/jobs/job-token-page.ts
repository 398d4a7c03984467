import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { AllowedAgents } from '../../schemas/allowed-agents';
import type { Job } from '../../schemas/job';
import { fullUserName } from '../accounts/user-name';
import { COMMAND } from '../shared/command-ids';
import { explain } from '../shared/error-messages';
import { refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import {
  linkTo,
  type PageLine,
  type PagePiece,
  pageTable,
  type TextPage,
  textPage,
} from '../shared/text-page';
import { ago } from '../shared/time-labels';

/** Content of the document; see `readJobOfToken`. */
export interface JobTokenState {
  readonly base: string;
  readonly job: Job;
  readonly agents: { readonly known: AllowedAgents } | { readonly error: unknown };
}

export const jobTokenLabel = (): string => t('Job Token');

/** Returns the document: the job of a job token, and the agents that it can use. Doesn't contain the token. */
export function jobTokenPage({ base, job, agents }: JobTokenState, now: number): TextPage {
  return textPage([
    {
      lines: [
        [{ text: t('Job token of {0} #{1}', job.name, job.id), style: 'title' }],
        [{ text: t("Read from {0}. The token wasn't stored.", base), style: 'quiet' }],
        [],
      ],
    },
    { name: t('Job'), lines: [heading(t('Job')), ...pageTable(jobFacts(base, job, now)), []] },
    { name: t('Agents for Kubernetes'), lines: [heading(t('Agents for Kubernetes')), ...agentLines(agents)] },
  ]);
}

/** Returns the document after a reload of the window, which ends its content. */
export const forgottenJobTokenPage = (): TextPage =>
  textPage([
    {
      lines: [
        [{ text: jobTokenLabel(), style: 'title' }],
        [t("The token wasn't stored, so its job can't be shown again after a reload.")],
        [
          {
            text: t('Inspect Job Token...'),
            link: linkTo(COMMAND.inspectJobToken, undefined, t('Inspect a job token')),
          },
        ],
      ],
    },
  ]);

const heading = (text: string): PageLine => [{ text, style: 'title' }];

type Fact = readonly [name: string, value: PagePiece];

function jobFacts(base: string, job: Job, now: number): readonly Fact[] {
  const { pipeline, user, runner, commit } = job;
  const project = pipeline?.project_id ?? undefined;
  const name = parts(job.name, `#${job.id}`);
  const optional: readonly (readonly [name: string, value: string | undefined])[] = [
    [t('Status'), statusWord(job)],
    [t('Stage'), job.stage],
    [t('Pipeline'), pipeline ? `#${pipeline.id}` : undefined],
    [t('Project ID'), project?.toString()],
    [job.tag ? t('Tag') : t('Branch'), job.ref ? refName(job.ref) : undefined],
    [
      t('Commit'),
      commit ? parts(commit.short_id ?? shortSha(commit.id), commit.title ?? undefined) : undefined,
    ],
    [t('Started by'), user ? fullUserName(user) : undefined],
    [t('Started'), ago(job.started_at, now)],
    [t('Runner'), runner ? (runner.description ?? `#${runner.id}`) : undefined],
    [
      t('Limit access from this project'),
      job.project ? (job.project.ci_job_token_scope_enabled ? t('on') : t('off')) : undefined,
    ],
    [t('Page'), job.web_url ?? undefined],
  ];
  return [
    [
      t('Name'),
      project === undefined ? name : { text: name, place: { base, project, job: job.id, name: job.name } },
    ],
    ...optional.flatMap(([title, value]) => (value === undefined ? [] : [[title, value] as const])),
  ];
}

function agentLines(agents: JobTokenState['agents']): readonly PageLine[] {
  if ('error' in agents)
    return [[{ text: t("Couldn't load the agents."), style: 'bad' }], [explain(agents.error).why]];
  const { allowed_agents: allowed, user, project } = agents.known;
  const groups = (project.groups ?? []).map(({ id }) => `#${id}`).join(', ');
  const facts: readonly Fact[] = [
    ...(user.username ? [[t('User'), `@${user.username}`] as const] : []),
    [t('Project ID'), String(project.id)],
    ...(groups === '' ? [] : [[t('Group IDs'), groups] as const]),
  ];
  if (allowed.length === 0) return [[t('The job can use no agents.')], [], ...pageTable(facts)];
  return [
    ...pageTable(
      allowed.map(({ id, config_project: config }): Fact => [
        t('Agent #{0}', id),
        config?.path_with_namespace ?? (config ? t('Project ID: {0}', config.id) : ''),
      ]),
    ),
    [],
    ...pageTable(facts),
  ];
}
