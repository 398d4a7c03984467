import type { MergeRequestParts } from '../../../app/merge-requests/parts';
import type { MergeRequestKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { type ArgumentOf, COMMAND, type CommandId } from '../../../presentation/shared/command-ids';
import type { Report } from '../../shared/editor/report';
import {
  COMMAND_OF_ACT,
  COMMAND_OF_DISCUSSION_ACT,
  discussionTarget,
  targetOfAct,
} from './overview-commands';
import type { OverviewDeps } from './overview-deps';

/** Provides the loaded pipelines of merge requests. */
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
  /** Runs work that the page doesn't wait for. */
  readonly background: (work: PromiseLike<unknown>) => void;
  readonly report: Report;
}

/** Returns the actions of the merge request page. Most of them run a command. */
export function overviewActions(deps: OverviewActionDeps): {
  readonly act: OverviewDeps['act'];
  readonly discussionAct: OverviewDeps['discussionDeps']['act'];
  readonly compare: OverviewDeps['activityDeps']['compare'];
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
      const target = targetOfAct(act, key, value);
      // Only the displayed commit is merged or approved.
      background(execute(COMMAND_OF_ACT[act], { target, sha: shown.sha ?? undefined }));
    },
    compare: (mergeRequest, { id, startSha }) => {
      const target = { kind: 'merge-request', mergeRequest } as const;
      background(execute(COMMAND.compareVersions, { target, version: { id, startSha }, open: true }));
    },
    discussionAct: (act, key, value) =>
      execute(COMMAND_OF_DISCUSSION_ACT[act], { target: discussionTarget(act, key, value) }),
  };
}

/** Returns the key of a listed pipeline. Pipelines for branches of a fork run in the fork. */
function pipelineOf(mergeRequests: KnownPipelines, key: MergeRequestKey, pipeline: number): PipelineKey {
  const listed = mergeRequests.peekPart(key, 'pipelines')?.items.find(({ id }) => id === pipeline);
  return { base: key.base, project: listed?.project_id ?? key.project, pipeline };
}
