import { mayPushToSource } from '../../../domain/discussions/suggestion-rules';
import type { MergeRequests } from '../../merge-requests/merge-requests';
import type { Projects } from '../../projects/projects';
import type { MergeRequestKey } from '../../shared/keys';
import type { ReadOnlyProjects } from '../read-only-projects';
import type { SuggestedEdit, SuggestionState } from '../suggestions';
import type { SuggestionBatches } from './suggestion-batches';

export interface SuggestionOffersDeps {
  readonly mergeRequests: Pick<MergeRequests, 'peek'>;
  readonly projects: Pick<Projects, 'accessOf'>;
  readonly readOnly: Pick<ReadOnlyProjects, 'reasonFor'>;
  readonly batches: Pick<SuggestionBatches, 'has' | 'of'>;
}

/** Actions that a comment with suggestions offers. Plain data. */
export interface SuggestionOffer {
  /** A suggestion can be applied, on the server or in the workspace. */
  readonly canApply: boolean;
  /** A suggestion can be added to the batch of the merge request. */
  readonly canBatch: boolean;
  /** Number of suggestions in the batch if it contains one of this comment, otherwise 0. */
  readonly inBatch: number;
}

/** States in which applying a suggestion has no effect, or is refused. */
const DONE: readonly SuggestionState[] = ['applied', 'unchanged', 'outdated'];

/** Determines what can be done with suggestions. Sends no requests. */
export class SuggestionOffers {
  readonly #deps: SuggestionOffersDeps;

  constructor(deps: SuggestionOffersDeps) {
    this.#deps = deps;
  }

  /** True unless the user certainly can't push to the source branch. */
  mayPush(key: MergeRequestKey): boolean {
    const { mergeRequests, projects, readOnly } = this.#deps;
    if (readOnly.reasonFor(key) !== undefined) return false;
    const known = mergeRequests.peek(key);
    if (known === undefined) return true;
    const source = known.source_project_id ?? key.project;
    return mayPushToSource({
      state: known.state,
      sourceAccess: projects.accessOf({ base: key.base, project: source }),
      targetAccess: projects.accessOf(key),
      isCollaborative:
        source !== key.project && (known.allow_collaboration || known.allow_maintainer_to_push),
    });
  }

  /** The suggestions that the server can apply for the user. */
  onServer(key: MergeRequestKey, edits: readonly SuggestedEdit[]): readonly SuggestedEdit[] {
    if (!this.mayPush(key)) return [];
    return edits.filter(({ appliableId, state }) => appliableId !== undefined && !DONE.includes(state));
  }

  of(key: MergeRequestKey, edits: readonly SuggestedEdit[]): SuggestionOffer {
    const { batches } = this.#deps;
    const onServer = this.onServer(key, edits);
    const isIn = ({ appliableId }: SuggestedEdit): boolean => batches.has(key, appliableId);
    return {
      canApply: onServer.length > 0 || edits.some(({ state }) => state === 'open'),
      canBatch: onServer.some((edit) => !isIn(edit)),
      inBatch: onServer.some(isIn) ? batches.of(key).length : 0,
    };
  }
}
