import { BranchHeads } from '../app/branch/heads';
import { JobActions } from '../app/jobs/actions';
import type { Artifacts } from '../app/jobs/artifacts';
import { PipelineFilterStore } from '../app/pipelines/filter-store';
import { JobLookup } from '../app/pipelines/job-lookup';
import { JobNeeds } from '../app/pipelines/job-needs';
import { JobUpdates } from '../app/pipelines/job-updates';
import { Pipelines } from '../app/pipelines/pipelines';
import { queryOf } from '../app/pipelines/query';
import { RecentDurations } from '../app/pipelines/recent-durations';
import { ResourceGroups } from '../app/pipelines/resource-groups';
import { RunningPipelines } from '../app/pipelines/running-pipelines';
import { ScheduledTimes } from '../app/pipelines/scheduled-times';
import { PipelineTitles } from '../app/pipelines/titles';
import { PipelineWarnings } from '../app/pipelines/warnings';
import type { ProjectKey } from '../app/shared/keys';
import type { DisposableStore } from '../base/disposable';
import { Lazy } from '../base/lazy';
import { t } from '../base/localize';
import { explainArtifacts } from '../presentation/jobs/errors';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import type { ArtifactFiles } from '../ui/jobs/documents/artifact-files';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';

/** Pipelines and their jobs, and the actions on jobs. */
export interface PipelinesModule extends ArtifactsModule {
  readonly heads: BranchHeads;
  readonly filter: PipelineFilterStore;
  readonly pipelines: Pipelines;
  readonly actions: JobActions;
  readonly jobUpdates: JobUpdates;
  readonly lookup: JobLookup;
  readonly titles: PipelineTitles;
  readonly needs: JobNeeds;
  readonly durations: RecentDurations;
  readonly groups: ResourceGroups;
  readonly scheduledTimes: ScheduledTimes;
  readonly warnings: PipelineWarnings;
  readonly running: RunningPipelines;
}

type PipelinesDeps = Pick<AccountsModule, 'accounts' | 'clientFor' | 'clock' | 'workspaceMemory'> &
  Pick<OutputModule, 'prompts'>;

export function composePipelines(
  store: DisposableStore,
  deps: PipelinesDeps,
  { projects }: Pick<ProjectsModule, 'projects'>,
): PipelinesModule {
  const { accounts, clientFor, clock, workspaceMemory } = deps;
  const heads = new BranchHeads(projects);
  const filter = store.add(new PipelineFilterStore(workspaceMemory));
  const pipelines = store.add(
    new Pipelines(clientFor, clock, (project) => queryOf(filter.current, heads.headsOf(project))),
  );
  store.add(
    filter.onDidChange(() => {
      pipelines.invalidate();
    }),
  );
  const titles = new PipelineTitles(clientFor, async (...wanted) =>
    (await import('./local-git')).localTitles(...wanted),
  );
  const paths = { clientFor, pathOf: (key: ProjectKey) => projects.roleIn(key)?.path };
  const [needs, durations] = [new JobNeeds(paths), new RecentDurations(paths)];
  const groups = new ResourceGroups(clientFor);
  const scheduledTimes = store.add(new ScheduledTimes(paths));
  const warnings = new PipelineWarnings(clientFor);
  store.add(
    accounts.onDidChange(() => {
      for (const each of [pipelines, titles, needs, durations, groups, scheduledTimes, warnings])
        each.clear();
    }),
  );
  const actions = store.add(new JobActions(clientFor));
  const jobUpdates = store.add(new JobUpdates(actions, pipelines));
  return {
    ...composeArtifacts(store, deps),
    heads,
    filter,
    pipelines,
    actions,
    jobUpdates,
    lookup: new JobLookup(clientFor, projects, pipelines),
    titles: store.add(titles),
    needs,
    durations,
    groups,
    scheduledTimes,
    warnings: store.add(warnings),
    running: store.add(new RunningPipelines({ pipelines, durations, clock })),
  };
}

/** Artifacts of jobs. The code that reads archives is loaded with the first artifact. */
export interface ArtifactsModule {
  readonly artifacts: Pick<Artifacts, 'delete' | 'download' | 'item' | 'keep' | 'list'>;
  readonly artifactFiles: Lazy<ArtifactFiles>;
}

type ArtifactsDeps = Pick<AccountsModule, 'accounts' | 'clientFor' | 'clock'> & Pick<OutputModule, 'prompts'>;

function composeArtifacts(store: DisposableStore, deps: ArtifactsDeps): ArtifactsModule {
  const { accounts, clientFor, clock, prompts } = deps;
  registerErrorMessages(explainArtifacts);
  const stored = new Lazy(async () => {
    const { Artifacts } = await import('../app/jobs/artifacts');
    const artifacts = new Artifacts({
      clientFor,
      clock,
      downloading: (work) => prompts.progress.inView(t('Downloading artifacts…'), work),
    });
    store.add(clearOnAccountChange(accounts, [artifacts]));
    return artifacts;
  });
  return {
    artifacts: {
      delete: async (...of) => (await stored.load()).delete(...of),
      keep: async (...of) => (await stored.load()).keep(...of),
      download: async (...of) => (await stored.load()).download(...of),
      item: async (...of) => (await stored.load()).item(...of),
      list: async (...of) => (await stored.load()).list(...of),
    },
    artifactFiles: new Lazy(async () => {
      const { ArtifactFiles } = await import('../ui/jobs/documents/artifact-files');
      return new ArtifactFiles(await stored.load());
    }),
  };
}
