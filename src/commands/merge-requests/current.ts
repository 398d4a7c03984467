import type { MergeRequestKey } from '../../app/shared/keys';
import { mergeRequestTargetOf } from '../../app/shared/merge-request-target';
import { t } from '../../base/localize';
import type { CommandArgument } from '../../schemas/command-argument';

export interface CurrentMergeRequestDeps {
  /** The merge request of the page that is the active editor. */
  readonly ofPage: () => MergeRequestKey | undefined;
  /** The merge request of the branch that is checked out. */
  readonly ofBranch: () => MergeRequestKey | undefined;
  /** Asks for one, of any state. */
  readonly choose: (title: string, placeholder: string) => Promise<MergeRequestKey | undefined>;
}

/** Which merge request a command is about. */
export class CurrentMergeRequest {
  readonly #deps: CurrentMergeRequestDeps;

  constructor(deps: CurrentMergeRequestDeps) {
    this.#deps = deps;
  }

  /** That of the page in front, else that of the branch. */
  readonly active = (): MergeRequestKey | undefined => this.#deps.ofPage() ?? this.#deps.ofBranch();

  /** The active one, else one that is chosen. */
  readonly activeOrChosen = async (
    title: string,
    placeholder: string,
  ): Promise<MergeRequestKey | undefined> => this.active() ?? (await this.#deps.choose(title, placeholder));

  /** That of the row, else that of the page in front, else one that is chosen. */
  readonly ofArgument = async (
    argument: CommandArgument,
    title: string,
  ): Promise<MergeRequestKey | undefined> =>
    mergeRequestTargetOf(argument) ??
    this.#deps.ofPage() ??
    (await this.#deps.choose(title, t('Select a merge request')));
}
