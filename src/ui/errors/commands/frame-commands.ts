import { env, Range, Uri, ViewColumn, window, workspace } from 'vscode';
import type { FramePlace } from '../../../app/errors/frame-finder';
import type { FramePlaces } from '../../../app/errors/frame-places';
import type { FrameKey, TrackedErrorKey } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import type { StackFrame } from '../../../domain/errors/stack-trace';
import { frameWhere } from '../../../presentation/errors/labels';
import { frameText } from '../../../presentation/errors/markdown';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface FrameCommandDeps {
  readonly places: FramePlaces;
  readonly prompts: Prompts;
  /** Shows the source code that the event contains for a frame; returns false if it contains none. */
  readonly showContext: (key: FrameKey, frame: StackFrame, toSide: boolean) => Promise<boolean>;
  /** Expands the row of an error without moving the focus. */
  readonly expand: (error: TrackedErrorKey) => Promise<void>;
}

/** Commands for frames of a stack trace. */
export function frameCommands(deps: FrameCommandDeps): readonly CommandRow[] {
  const failure = (): string => t("Couldn't open the frame.");
  return [
    { id: COMMAND.openFrame, failure, run: (argument) => openFrame(argument, deps) },
    { id: COMMAND.openFrameToSide, failure, run: (argument) => open(keyOf(argument), deps, true) },
    {
      id: COMMAND.copyFrame,
      failure: () => t("Couldn't copy the frame."),
      run: async (argument) => {
        const key = keyOf(argument);
        const frame = key && (await deps.places.frameOf(key));
        if (frame !== undefined) await env.clipboard.writeText(frameText(frame));
      },
    },
  ];
}

/** For an error, opens the frame in which it occurred. */
async function openFrame(argument: CommandArgument, deps: FrameCommandDeps): Promise<void> {
  const target = argument?.target;
  if (target?.kind !== 'tracked-error') {
    await open(keyOf(argument), deps, false);
    return;
  }
  const { error } = target;
  const source = { kind: 'latest', error } as const;
  const [traces] = await Promise.all([
    deps.prompts.progress.inView(
      t('Loading stack trace…'),
      (signal) => deps.places.tracesOf(source, signal),
      VIEW.errors,
    ),
    deps.expand(error),
  ]);
  const frames = traces?.[0]?.frames ?? [];
  if (frames.length === 0) return;
  // Frames are sorted with the innermost call first. Prefers the user's code to libraries.
  const own = frames.findIndex((frame) => frame.own !== false);
  await open({ source, trace: 0, frame: Math.max(own, 0) }, deps, false);
}

async function open(key: FrameKey | undefined, deps: FrameCommandDeps, toSide: boolean): Promise<void> {
  const { places, prompts, showContext } = deps;
  if (key === undefined) return;
  const found = await deps.prompts.progress.inView(
    t('Searching for the file…'),
    async (signal) => {
      const frame = await places.frameOf(key, signal);
      if (frame === undefined) return undefined;
      const place = await places.find(key.source, frame, signal);
      if (place !== undefined) return { frame, place };
      // The file may have been created since the last search.
      places.forget();
      return { frame, place: await places.find(key.source, frame, signal) };
    },
    VIEW.errors,
  );
  if (found === undefined) {
    prompts.showMessage('info', t('This stack trace is no longer available.'), []);
    return;
  }
  const { frame, place } = found;
  if (place !== undefined) {
    await show(place, toSide);
    const word = differs(frame, place);
    if (word !== undefined) prompts.showStatus(word);
  } else if (!(await showContext(key, frame, toSide))) {
    prompts.showMessage(
      'info',
      t(
        "{0} isn't in this workspace, and the event doesn't include its source code.",
        frameWhere(frame) || frameText(frame),
      ),
      [],
    );
  }
}

async function show({ file, line, column }: FramePlace, toSide: boolean): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(file, true));
  const at = document.validatePosition(new Range(line - 1, column - 1, line - 1, column - 1).start);
  await window.showTextDocument(document, {
    selection: new Range(at, at),
    preview: true,
    ...(toSide ? { viewColumn: ViewColumn.Beside } : {}),
  });
}

/** Returns a note about how the displayed line differs from the frame. */
function differs({ line }: StackFrame, { moved, guessed }: FramePlace): string | undefined {
  if (moved) return t('The code has moved. It was on line {0} when the error occurred.', line ?? '?');
  if (guessed) return t('No source map found. The line number is from the built file.');
  return undefined;
}

function keyOf(argument: CommandArgument): FrameKey | undefined {
  const target = argument?.target;
  return target?.kind === 'frame' ? target.frame : undefined;
}
