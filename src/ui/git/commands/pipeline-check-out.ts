import type { Fetched } from '../../../app/git/check-out';
import type { Clone } from '../../../app/git/clones';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import { GitFailedError } from '../../../app/shared/git-port';
import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import { elsewhereSentence } from '../../../presentation/git/check-out-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { PipelineFacts } from '../../../schemas/pipeline';
import type { CommandRow } from '../../shared/commands/command-row';
import { button } from '../../shared/commands/message-button';
import { execute } from '../../shared/editor/execute';
import { type GitPromptDeps, showNoCloneMessage } from './prompts';
import { chooseClone, switchBranch, switchToCommit } from './switch-branch';

export interface PipelineCheckOutDeps extends GitPromptDeps {
  readonly pipelines: Pick<Pipelines, 'content' | 'details'>;
}

/** Checks out the ref of a pipeline: the branch of its merge request, its branch, its tag, or its commit. */
export function pipelineCheckOutCommand(deps: PipelineCheckOutDeps): CommandRow {
  return {
    id: COMMAND.checkOutPipeline,
    failure: () => t("Couldn't check out the branch or tag."),
    run: async (argument, failing) => {
      const target = argument?.target;
      if (target?.kind !== 'pipeline') return;
      const key = target.pipeline;
      const pipeline = await factsOf(deps, key);
      if (pipeline === undefined) return;
      const iid = mergeRequestOf(pipeline.ref);
      if (iid !== undefined) {
        // The branch may be in a fork.
        const mergeRequest = { base: key.base, project: key.project, iid };
        await execute(COMMAND.checkOutMergeRequest, { target: { kind: 'merge-request', mergeRequest } });
        return;
      }
      failing(t("Couldn't check out {0}.", nameOf(pipeline)));
      await checkOut(deps, key, pipeline);
    },
  };
}

/** Reads details if necessary: lists don't distinguish branches from tags. */
async function factsOf(
  { pipelines, prompts }: PipelineCheckOutDeps,
  key: PipelineKey,
): Promise<PipelineFacts | undefined> {
  const known = pipelines.details(key);
  if (known?.tag !== undefined || mergeRequestOf(known?.ref) !== undefined) return known;
  const { detail } = await prompts.progress.inView(
    t('Loading pipeline #{0}…', key.pipeline),
    (signal) => pipelines.content(key, { signal }),
    VIEW.pipelines,
  );
  return detail ?? known;
}

const SHORT = 8;
const nameOf = ({ ref, sha }: PipelineFacts): string => ref ?? sha.slice(0, SHORT);

async function checkOut(
  deps: PipelineCheckOutDeps,
  key: PipelineKey,
  pipeline: PipelineFacts,
): Promise<void> {
  const { clones, prompts } = deps;
  const [first, ...others] = await prompts.progress.inView(
    t('Finding a clone…'),
    (signal) => clones.of(key, signal),
    VIEW.pipelines,
  );
  if (first === undefined) {
    await showNoCloneMessage(deps, key, pipeline.web_url);
    return;
  }
  const clone = await chooseClone(prompts, t('Check Out Branch or Tag'), [first, ...others]);
  if (clone === undefined) return;
  const fetched = await fetch(deps, clone, pipeline);
  if (fetched === undefined) {
    const what = pipeline.tag === true ? nameOf(pipeline) : pipeline.sha.slice(0, SHORT);
    await switchToCommit(deps, { what, sha: pipeline.sha, clone });
  } else if (fetched.elsewhere === undefined) await switchBranch(deps, fetched.branch, fetched);
  else showElsewhereMessage(deps, fetched.branch, fetched.elsewhere);
}

/**
 * Fetches the branch of a pipeline. For a tag or a deleted branch, fetches only the commit and returns
 * undefined.
 */
function fetch(
  { checkOut: work, prompts }: PipelineCheckOutDeps,
  clone: Clone,
  pipeline: PipelineFacts,
): Promise<Fetched | undefined> {
  const { ref, sha, tag } = pipeline;
  const isTag = tag === true;
  return prompts.progress.inView(
    t('Fetching {0}…', nameOf(pipeline)),
    async (signal) => {
      if (!isTag && typeof ref === 'string') {
        try {
          return await work.fetchBranch(clone, ref, signal);
        } catch (error) {
          if (!(error instanceof GitFailedError) || signal.aborted) throw error;
        }
      }
      await work.fetchCommit(clone, { sha, tag: isTag ? (ref ?? undefined) : undefined }, signal);
      return undefined;
    },
    VIEW.pipelines,
  );
}

function showElsewhereMessage(
  { prompts, show, report }: PipelineCheckOutDeps,
  branch: string,
  folder: string,
): void {
  const open = button(report, t('Open in New Window'), t("Couldn't open the folder."), () =>
    show.folder(folder),
  );
  prompts.showMessage('info', elsewhereSentence(branch, folder), [open]);
}
