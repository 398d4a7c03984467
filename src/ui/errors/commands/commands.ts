import { env, window } from 'vscode';
import type { FramePlaces } from '../../../app/errors/frame-places';
import type { PastedTraces } from '../../../app/errors/pasted-stack-traces';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import type { TraceSource } from '../../../app/shared/error-keys';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { encodeAny } from '../../../base/well-formed';
import type { StackTrace } from '../../../domain/errors/stack-trace';
import { errorMarkdown } from '../../../presentation/errors/markdown';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface ErrorCommandDeps {
  readonly errors: TrackedErrors;
  readonly pasted: PastedTraces;
  readonly places: FramePlaces;
  readonly prompts: Prompts;
  readonly clock: Clock;
  /** Parses pasted text; returns undefined if it contains no stack trace. */
  readonly readTraces: (text: string) => readonly StackTrace[] | undefined;
  readonly openDocument: (source: TraceSource) => Promise<void>;
  /** The error in the active editor. */
  readonly active: () => TraceSource | undefined;
  readonly revealPasted: (id: string) => Promise<void>;
}

/** Commands for errors and for pasted stack traces. */
export function errorCommands(deps: ErrorCommandDeps): readonly CommandRow[] {
  const { errors, pasted, places, prompts, openDocument } = deps;
  return [
    {
      id: COMMAND.openError,
      failure: () => t("Couldn't open the error."),
      run: async (argument) => {
        const source = sourceOf(argument);
        if (source !== undefined) await openDocument(source);
      },
    },
    {
      id: COMMAND.copyErrorMarkdown,
      failure: () => t("Couldn't copy the error."),
      run: async (argument) => {
        const source = sourceOf(argument) ?? deps.active();
        if (source === undefined) return;
        const traces = await deps.prompts.progress.inView(
          t('Loading stack trace…'),
          (signal) => places.tracesOf(source, signal),
          VIEW.errors,
        );
        const error = source.kind === 'latest' ? errors.peek(source.error) : undefined;
        await env.clipboard.writeText(errorMarkdown(error, traces ?? [], pageOf(source)));
        prompts.showStatus(t('Error copied as Markdown.'));
      },
    },
    {
      id: COMMAND.readStackTrace,
      failure: () => t("Couldn't open the stack trace."),
      run: () => readStackTrace(deps),
    },
    {
      id: COMMAND.removePastedTrace,
      failure: () => t("Couldn't remove the stack trace."),
      run: (argument) => {
        const target = argument?.target;
        if (target?.kind === 'pasted-trace') pasted.remove(target.id);
      },
    },
  ];
}

/** Reads the selection, or the clipboard if the selection contains no stack trace. */
async function readStackTrace(deps: ErrorCommandDeps): Promise<void> {
  const { pasted, prompts, clock, readTraces, revealPasted } = deps;
  const selected = selectedText();
  const traces =
    (selected === '' ? undefined : readTraces(selected)) ?? readTraces(await env.clipboard.readText());
  if (traces === undefined) {
    prompts.showMessage(
      'info',
      selected === ''
        ? t(
            "The clipboard doesn't contain a stack trace. Copy a stack trace or the JSON of an event, and try again.",
          )
        : t(
            'Neither the selection nor the clipboard contains a stack trace. Copy a stack trace or the JSON of an event, and try again.',
          ),
      [],
    );
    return;
  }
  await revealPasted(pasted.add(traces, clock.now()).id);
}

function selectedText(): string {
  const editor = window.activeTextEditor;
  return editor === undefined || editor.selection.isEmpty ? '' : editor.document.getText(editor.selection);
}

function sourceOf(argument: CommandArgument): TraceSource | undefined {
  const target = argument?.target;
  if (target?.kind === 'tracked-error') return { kind: 'latest', error: target.error };
  if (target?.kind === 'pasted-trace') return { kind: 'pasted', id: target.id };
  return target?.kind === 'frame' ? target.frame.source : undefined;
}

/** Returns the web page of an error. The API doesn't return its URL. */
function pageOf(source: TraceSource): string | undefined {
  if (source.kind !== 'latest') return undefined;
  const { base, path, error } = source.error;
  return webPage(`${base}/${path}/-/error_tracking/${encodeAny(error)}/details`);
}
