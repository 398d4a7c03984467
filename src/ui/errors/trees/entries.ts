import type { ErrorList } from '../../../app/errors/tracked-errors';
import type { ProjectOutcome } from '../../../app/projects/projects';
import type { ErrorPlace, FrameKey, TraceSource } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import type { StackTrace } from '../../../domain/errors/stack-trace';
import type { ErrorNote } from '../../../presentation/errors/state-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { errorRow } from '../../../presentation/shared/error-row';
import type { Entry } from '../../tree-node';
import type { ErrorDeps } from './deps';
import type { ErrorNodeData } from './node';

/** The stack traces of a source, from the cached data. */
export function tracesOf(
  { traces, pasted }: Pick<ErrorDeps, 'traces' | 'pasted'>,
  source: TraceSource,
): readonly StackTrace[] | undefined {
  return source.kind === 'latest' ? traces.peek(source.error) : pasted.get(source.id)?.traces;
}

/** Children of the root below the pasted stack traces: a row for each project of the workspace. */
export function errorProjectEntries(outcomes: readonly ProjectOutcome[]): Entry[] {
  return outcomes.map((outcome): Entry => {
    if (!outcome.ok) {
      const { base, path, error } = outcome;
      const row = errorRow(
        { what: t("Couldn't load {0}", path), subject: path },
        error,
        COMMAND.refreshErrors,
      );
      return { key: `${base}/${path}`, data: { kind: 'note', row } };
    }
    const { key, path } = outcome.project;
    const place = { ...key, path };
    return {
      key: `${key.base}/${String(key.project)}`,
      data: { kind: 'error-project', place, alone: outcomes.length === 1 },
    };
  });
}

/** Returns the errors of a project, or notes with the reason and next steps. */
export function listedErrorEntries(place: ErrorPlace, list: ErrorList, search: string): Entry[] {
  const note = (which: ErrorNote): Entry => ({
    key: `note ${which}`,
    data: { kind: 'error-note', place, note: which },
  });
  if (list.state !== 'listed') {
    const why = list.state === 'off' && list.settings?.state === 'disabled' ? 'disabled' : list.state;
    return [note(why), note('paste')];
  }
  if (list.items.length === 0) return [note(search === '' ? 'none' : 'nothing-found')];
  return [
    ...list.items.map(({ sentryId }): Entry => ({
      key: `error ${sentryId}`,
      data: { kind: 'tracked-error', error: { ...keyOf(place), error: sentryId } },
    })),
    ...(list.cursor === undefined ? [] : [{ key: 'more', data: { kind: 'more-errors', place } } as const]),
  ];
}

/** Copies only the fields that identify the project. */
const keyOf = ({ base, project, path }: ErrorPlace): ErrorPlace => ({ base, project, path });

/**
 * Returns the frames of one of several stack traces, latest call first, with consecutive library frames
 * combined. For the first stack trace, also returns its causes.
 */
export function traceEntries(
  source: TraceSource,
  traces: readonly StackTrace[],
  at: number,
): readonly Entry[] {
  const frames = traces[at]?.frames ?? [];
  const entries: Entry[] = [];
  for (let from = 0; from < frames.length;) {
    let to = from;
    while (frames[to]?.own === false) to++;
    const frame: FrameKey = { source, trace: at, frame: from };
    if (to === from) entries.push(frameEntry(frame));
    else
      entries.push({
        key: `libraries ${from}`,
        data: { kind: 'library-frames', frame, count: to - from },
      });
    from = Math.max(to, from + 1);
  }
  if (at === 0) {
    for (const [index] of traces.entries()) {
      if (index > 0) entries.push({ key: `cause ${index}`, data: { kind: 'cause', source, trace: index } });
    }
  }
  if (entries.length > 0) return entries;
  const row = emptyRow(t('The latest event has no stack trace'));
  return [{ key: 'none', data: { kind: 'note', row } }];
}

/** Returns the frames of a row that combines them. */
export function libraryEntries({
  frame,
  count,
}: Extract<ErrorNodeData, { readonly kind: 'library-frames' }>): Entry[] {
  return Array.from({ length: count }, (_, index) => frameEntry({ ...frame, frame: frame.frame + index }));
}

const frameEntry = (frame: FrameKey): Entry => ({
  key: `frame ${frame.frame}`,
  data: { kind: 'frame', frame },
});
