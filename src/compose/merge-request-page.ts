import type { MergeRequestKey } from '../app/shared/keys';
import { background } from '../base/background';
import { unheeded } from '../base/log-failure';
import { execute } from '../editor/shared/execute';
import { isOn, setting } from '../editor/shared/settings';
import { overviewActions } from '../panels/overview-actions';
import { overviewKind } from '../panels/overview-panel';
import { Panels } from '../panels/panel-frame';
import { PanelImages } from '../panels/panel-images';
import type { Core } from './core';
import type { MergeRequestViewModule } from './merge-request-view';

/** The page of a merge request. */
export function composeMergeRequestPage(
  core: Core,
  { actions, review, seen }: MergeRequestViewModule,
): Panels<MergeRequestKey> {
  const { accounts, clock, log, mergeRequests, opening, projects, report, wire } = core;
  const { discussions, outbox, reactions } = review;
  const { act, talk } = overviewActions({
    mergeRequests,
    showPipeline: opening.showPipeline,
    execute,
    background,
    report,
  });
  return core.store.add(
    new Panels<MergeRequestKey>(
      core.extensionUri,
      overviewKind({
        store: mergeRequests,
        actions,
        clock,
        interval: () => setting('refreshInterval') * 1000,
        act,
        talk: { discussions, reactions, outbox, act: talk },
        log,
        seen: (key, { updated_at: at }) => {
          unheeded(seen.saw(key, at));
        },
        images: ({ base }) => new PanelImages(wire, base),
        me: (base) => accounts.list().find((account) => account.base === base)?.username,
        access: (project) => projects.accessOf(project),
        mayDelete: () => isOn('allowDelete'),
      }),
    ),
  );
}
