import { parseJson } from '../../base/parse-json';
import { pageItemSchema } from '../../schemas/command-argument';
import { type Target, targetSchema } from '../../schemas/target';
import type { CommandId } from '../shared/command-ids';
import { pageButton, type PageButtonName, pageCommandId } from './buttons';
import type { MergeRequestPageModel } from './model';

type ItemOf<Of> = Of extends { readonly mergeRequest: unknown } ? Omit<Of, 'mergeRequest'> : never;

/** The argument of a button without the merge request, which is the one that the page shows. */
export type PageItem =
  | ItemOf<Target>
  /** A pipeline on the same server; without `project`, of the target project. */
  | {
      readonly kind: 'pipeline';
      readonly pipeline: { readonly project?: number | undefined; readonly pipeline: number };
    }
  /** The versions before and after a push. */
  | { readonly kind: 'merge-request'; readonly version: { readonly id: number; readonly startSha: string } };

/** Returns the attributes of the element that runs the command of a button. */
export function commandAttributes(
  name: PageButtonName,
  item: PageItem | undefined,
): { readonly 'data-command'?: string; readonly 'data-act'?: string; readonly value?: string | undefined } {
  const { command } = pageButton(name);
  return command === undefined
    ? { 'data-act': name }
    : { 'data-command': command, value: item === undefined ? undefined : JSON.stringify(item) };
}

export interface PageCommand {
  readonly command: CommandId;
  readonly target: Target;
  /** Validated by the command. */
  readonly argument: unknown;
}

/**
 * Reads the command of a button; undefined if pages have no button for it, or its item is invalid. Pages can send any
 * text, but run commands only on their own merge request. `sha`: the displayed commit.
 */
export function readPageCommand(
  { command: text, value }: { readonly command: string; readonly value?: string | undefined },
  mergeRequest: { readonly base: string; readonly project: number | string; readonly iid: number },
  sha: string | undefined,
): PageCommand | undefined {
  const command = pageCommandId(text);
  const item = pageItemSchema.safeParse(value === undefined ? { kind: 'merge-request' } : parseJson(value));
  if (command === undefined || !item.success) return undefined;
  const { version, ...given } = item.data;
  const { base, project } = mergeRequest;
  const pipeline = given.pipeline && { project, ...given.pipeline, base };
  const target = targetSchema.safeParse({ ...given, mergeRequest, pipeline });
  if (!target.success) return undefined;
  const compared = version === undefined ? {} : { version, open: true };
  return { command, target: target.data, argument: { target: target.data, sha, ...compared } };
}

/** Returns the target of a button for a pipeline. Pipelines for branches of a fork run in the fork. */
export function pipelineItem({ parts }: Pick<MergeRequestPageModel, 'parts'>, pipeline: number): PageItem {
  const project = parts.pipelines?.items.find(({ id }) => id === pipeline)?.project_id ?? undefined;
  return { kind: 'pipeline', pipeline: { project, pipeline } };
}
