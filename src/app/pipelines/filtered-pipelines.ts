import type { Client } from '../../api/client';
import type { Clock } from '../../base/clock';
import type { DisposableStore } from '../../base/disposable';
import type { ProjectKey } from '../shared/keys';
import type { PipelineFilterStore } from './filter-store';
import { Pipelines } from './pipelines';
import { type PipelineHead, queryOf } from './query';

interface FilteredPipelinesDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Clock;
  readonly filter: PipelineFilterStore;
  /** The checked-out branches of projects. */
  readonly heads: { headsOf(project: ProjectKey): readonly PipelineHead[] };
  readonly store: DisposableStore;
}

/** Creates the pipelines that match the user's filter. When it changes, their lists are read again. */
export function filteredPipelines({
  clientFor,
  clock,
  filter,
  heads,
  store,
}: FilteredPipelinesDeps): Pipelines {
  const pipelines = store.add(
    new Pipelines(clientFor, clock, (project) => queryOf(filter.current, heads.headsOf(project))),
  );
  store.add(
    filter.onDidChange(() => {
      pipelines.invalidate();
    }),
  );
  return pipelines;
}
