import { previewCommand } from '../ui/review/commands/preview-command';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { Panels } from '../ui/shared/panels/panel-frame';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { previewKind } from '../ui/review/panels/preview-panel';
import { webPage } from '../presentation/shared/links';
import type { Core } from './core';
import type { MergeRequestViewModule } from './merge-request-view';

/** The command that previews what the user writes in an editor. */
export function composePreview(core: Core, { review: { textParts } }: MergeRequestViewModule): CommandRow {
  const { clientFor, mergeRequests, prompts, store, wire } = core;
  const previews = store.add(
    new Panels(
      core.extensionUri,
      previewKind({
        textParts,
        pageOf: (key) => webPage(mergeRequests.peek(key)?.web_url),
        images: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
      }),
    ),
  );
  return previewCommand({
    open: (key, { preserveFocus }) => {
      previews.open(key, { beside: true, preserveFocus });
    },
    prompts,
  });
}
