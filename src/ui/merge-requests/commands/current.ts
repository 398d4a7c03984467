import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import type { CommandArgument } from '../../../schemas/command-argument';

export interface CurrentMergeRequestDeps {
  /** The merge request of the active page or diff. */
  readonly ofEditor: () => MergeRequestKey | undefined;
  /** The merge request of the current branch. */
  readonly ofBranch: () => MergeRequestKey | undefined;
  /** Asks for a merge request in any state. */
  readonly choose: (title: string, placeholder: string) => Promise<MergeRequestKey | undefined>;
}

/** Determines the merge request of a command. */
export class CurrentMergeRequest {
  readonly #deps: CurrentMergeRequestDeps;

  constructor(deps: CurrentMergeRequestDeps) {
    this.#deps = deps;
  }

  /** The merge request of the active page or diff, else that of the current branch. */
  readonly active = (): MergeRequestKey | undefined => this.#deps.ofEditor() ?? this.#deps.ofBranch();

  /** The merge request of the active page or diff. */
  readonly inEditor = (): MergeRequestKey | undefined => this.#deps.ofEditor();

  /** The active merge request; asks for one if there is none. */
  readonly activeOrChosen = async (
    title: string,
    placeholder: string,
  ): Promise<MergeRequestKey | undefined> => this.active() ?? (await this.#deps.choose(title, placeholder));

  /** The merge request of the row, else that of the active page or diff; asks for one if there is none. */
  readonly ofArgument = async (
    argument: CommandArgument,
    title: string,
  ): Promise<MergeRequestKey | undefined> =>
    mergeRequestTargetOf(argument) ??
    this.#deps.ofEditor() ??
    (await this.#deps.choose(title, t('Select a merge request')));
}
