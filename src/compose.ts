import type { ExtensionContext } from 'vscode';
import type { Log } from './base/log';
import { Lazy } from './base/lazy';
import { registerCommands } from './commands/command-row';
import { composeCore } from './compose/core';
import { LateDocuments } from './documents/late-documents';
import { LateReviewFiles } from './documents/late-review-files';
import { LateMergeRequestTexts } from './documents/late-merge-request-texts';
import type { Prompts } from './editor/prompts';
import { registerUriHandler } from './editor/uri-handler';
import { restorePanels } from './panels/panel-restore';
import { COMMAND } from './presentation/command-ids';
import { ERROR_SCHEME, FRAME_SCHEME } from './presentation/tool-addresses';

/** Everything that the extension is made of, for tests to look at. */
export type Parts = ReturnType<typeof compose>;

/** Puts the extension together. What only commands need is loaded when the first of them is used. */
export function compose(context: ExtensionContext, prompts: Prompts, alsoLog?: Log) {
  const core = composeCore(context, prompts, alsoLog);
  const { store, jobLogs, signals, report, tree, mergeRequestTree, errorTree } = core;
  const late = new Lazy(async () =>
    (await import('./compose/merge-requests')).composeMergeRequests(
      core,
      await core.mergeRequestView.load(),
      (uri) => {
        texts.reread(uri);
      },
    ),
  );
  const errors = new Lazy(async () =>
    (await import('./compose/errors')).composeErrors(core, await core.errorView.load()),
  );
  const rows = new Lazy(async () => [
    ...(await (await import('./compose/commands')).commandRows(core)),
    ...(await late.load()).rows,
    ...(await errors.load()).rows,
  ]);
  const texts = store.add(new LateMergeRequestTexts(() => late.load()));
  store.add(new LateDocuments([ERROR_SCHEME, FRAME_SCHEME], async () => (await errors.load()).documents));
  store.add(new LateReviewFiles(async () => (await late.load()).review.files));
  store.add(
    restorePanels({
      'switchyard.query': async () => (await late.load()).panels['switchyard.query'],
      'switchyard.mergeRequest': async () => (await late.load()).panels['switchyard.mergeRequest'],
      'switchyard.createMergeRequest': async () =>
        (await late.load()).panels['switchyard.createMergeRequest'],
    }),
  );
  store.add(registerCommands(Object.values(COMMAND), rows, report, signals.wake));
  store.add(registerUriHandler(prompts));
  // Who sees rows will click on one: by then everything is here.
  for (const { onDidLoad } of [tree, mergeRequestTree, errorTree]) {
    store.add(
      onDidLoad(() => {
        rows.load().catch(() => undefined); // Whoever uses a command tries again, and is told.
      }),
    );
  }
  return {
    ...core,
    mergeRequestParts: late,
    errorParts: errors,
    logs: jobLogs.documents,
    follow: jobLogs.follow,
    dispose: () => {
      store.dispose();
    },
  };
}
