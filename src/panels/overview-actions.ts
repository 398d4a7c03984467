import type { MergeRequestParts } from '../app/merge-requests/parts';
import type { MergeRequestKey, PipelineKey } from '../app/shared/keys';
import { t } from '../base/localize';
import type { Report } from '../editor/shared/report';
import type { ArgumentOf, CommandId } from '../presentation/shared/command-ids';
import { COMMAND_OF_ACT, COMMAND_OF_TALK_ACT, talkTarget } from './overview-commands';
import type { OverviewDeps } from './overview-panel';

/** Where the pipelines of merge requests are known. */
interface KnownPipelines {
  peekPart(
    key: MergeRequestKey,
    name: 'pipelines',
  ): Pick<MergeRequestParts['pipelines'], 'items'> | undefined;
}

export interface OverviewActionDeps {
  readonly mergeRequests: KnownPipelines;
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  readonly execute: <Id extends CommandId>(command: Id, argument: ArgumentOf<Id>) => Promise<void>;
  /** Gets what runs on without the page waiting for it. */
  readonly background: (work: PromiseLike<unknown>) => void;
  readonly report: Report;
}

/** What the buttons and links of the page of a merge request do: nearly all of them run a command. */
export function overviewActions(deps: OverviewActionDeps): {
  readonly act: OverviewDeps['act'];
  readonly talk: OverviewDeps['talk']['act'];
} {
  const { background, execute, mergeRequests, report, showPipeline } = deps;
  return {
    act: (act, key, shown, value) => {
      if (act === 'showPipeline') {
        const id = Number(value ?? shown.head_pipeline?.id);
        showPipeline(pipelineOf(mergeRequests, key, id)).catch((error: unknown) => {
          report(t("Couldn't show pipeline #{0}.", id), error);
        });
        return;
      }
      const target =
        act === 'showCommit'
          ? ({ kind: 'commit', mergeRequest: key, sha: value ?? '' } as const)
          : ({ kind: 'merge-request', mergeRequest: key } as const);
      // What is merged or approved is what was shown.
      background(execute(COMMAND_OF_ACT[act], { target, sha: shown.sha ?? undefined }));
    },
    talk: (act, key, value) => execute(COMMAND_OF_TALK_ACT[act], { target: talkTarget(act, key, value) }),
  };
}

/** A pipeline that the page lists. Those of a fork's branch run in the fork. */
function pipelineOf(mergeRequests: KnownPipelines, key: MergeRequestKey, pipeline: number): PipelineKey {
  const listed = mergeRequests.peekPart(key, 'pipelines')?.items.find(({ id }) => id === pipeline);
  return { base: key.base, project: listed?.project_id ?? key.project, pipeline };
}
