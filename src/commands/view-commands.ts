import { ProgressLocation, window } from 'vscode';
import type { Pipelines } from '../app/pipelines';
import type { Poller } from '../app/poller';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from './command-row';

export interface ViewCommandPorts {
  readonly pipelines: Pipelines;
  readonly poller: Poller;
  readonly prompts: Prompts;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
  /** Shows the pipeline that started the one of a row; false where there is none. */
  readonly revealUpstream: (argument: unknown) => Promise<boolean>;
  readonly showOutput: () => void;
  /** Tells how much each server was asked. */
  readonly showRequests: () => void;
}

export function viewCommands(ports: ViewCommandPorts): readonly CommandRow[] {
  const { pipelines, poller, prompts, repaint, revealUpstream, showOutput, showRequests } = ports;
  return [
    {
      id: COMMAND.refreshPipelines,
      failure: () => t('The pipelines could not be refreshed.'),
      run: async () => {
        try {
          await inView((signal) => poller.refresh(signal));
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadOlderPipelines,
      failure: () => t('Older pipelines could not be loaded.'),
      run: async (argument) => {
        const target = targetOf(argument);
        if (target?.kind === 'older' || target?.kind === 'project')
          await inView((signal) => pipelines.loadOlder(target.project, { signal }));
      },
    },
    {
      id: COMMAND.openUpstream,
      failure: () => t('The upstream pipeline was not opened.'),
      run: async (argument) => {
        if (!(await revealUpstream(argument)))
          prompts.tell('info', t('This pipeline was not started by another one that is shown here.'), []);
      },
    },
    {
      id: COMMAND.showOutput,
      failure: () => t('The output could not be shown.'),
      run: showOutput,
    },
    {
      id: COMMAND.showRequests,
      failure: () => t('The requests could not be shown.'),
      run: showRequests,
    },
  ];
}

/** Milliseconds after which what takes so long can be given up. */
const PATIENCE_MS = 5_000;

/** Progress in the view at once; what takes long can be canceled. */
function inView(work: (signal: AbortSignal) => Promise<void>): PromiseLike<void> {
  return window.withProgress({ location: { viewId: VIEW.pipelines } }, async () => {
    const end = new AbortController();
    const working = work(end.signal);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        resolve('late');
      }, PATIENCE_MS);
    });
    const done = working.then(() => 'done' as const);
    try {
      if ((await Promise.race([done, late])) === 'done') return;
    } finally {
      clearTimeout(timer);
    }
    const options = { location: ProgressLocation.Notification, cancellable: true };
    await window.withProgress({ ...options, title: t('Reading pipelines…') }, (_, token) => {
      token.onCancellationRequested(() => {
        end.abort();
      });
      return working;
    });
  });
}
