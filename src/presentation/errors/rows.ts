import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { ago, moment, momentWithAge, shortAge } from '../shared/time-labels';
import {
  type ErrorFacts,
  errorIcon,
  errorLabel,
  errorStatusWord,
  frameCode,
  frameName,
  framePlace,
  frameWhere,
  frequencyLabel,
  shortFrameName,
  timesLabel,
  traceTitle,
  usersLabel,
} from './labels';

export type SettingsState = 'integrated' | 'external' | 'inactive' | 'disabled' | 'unknown';

const SETTINGS_LABELS: Readonly<Record<SettingsState, () => string | undefined>> = {
  integrated: () => t('integrated backend'),
  external: () => t('external backend'),
  inactive: () => t('off'),
  disabled: () => t('monitoring disabled'),
  unknown: () => undefined,
};

/** Row of a project whose errors are listed. */
export function errorProjectRow(project: {
  readonly path: string;
  readonly base: string;
  readonly open: boolean;
  /** Undefined until loaded. */
  readonly settings: SettingsState | undefined;
  /** Search and order of the list, as text. */
  readonly filter: string;
  readonly hasErrors: boolean;
}): Row {
  const host = project.base.replace(/^https?:\/\//, '');
  const state = SETTINGS_LABELS[project.settings ?? 'unknown']();
  const mayChange = project.settings !== 'unknown' && project.settings !== 'disabled';
  return {
    label: project.path,
    description: parts(state, project.filter),
    icon: { id: 'repo' },
    details: detailsOf(
      [t('Project'), project.path],
      [t('Server'), project.base],
      [t('Error tracking'), state],
      [t('Filter'), project.filter],
    ),
    accessibleLabel: accessibleLabel(
      t('Errors in project {0}', project.path),
      t('on {0}', host),
      state,
      project.filter,
    ),
    contextTokens: [
      'errorProject',
      'web',
      ...(project.hasErrors ? ['listed'] : []),
      ...(mayChange ? ['settings'] : []),
    ],
    expandable: project.open ? 'expanded' : 'collapsed',
  };
}

/** Row of an error that a server tracks. */
export function trackedErrorRow(error: ErrorFacts, now: number): Row {
  const times = timesLabel(error.count);
  const users = usersLabel(error.userCount);
  const status = errorStatusWord(error.status);
  const age = ago(error.lastSeen, now);
  return {
    label: errorLabel(error),
    description: parts(shortAge(error.lastSeen, now), status, users),
    icon: errorIcon(error),
    get details() {
      return detailsOf(
        [t('Error'), error.title],
        [t('Level'), error.tags?.level],
        [t('Location'), error.culprit],
        [t('Count'), parts(times, users)],
        [t('Last seen'), momentWithAge(error.lastSeen, now)],
        [t('First seen'), moment(error.firstSeen)],
        [t('Frequency'), frequencyLabel(error)],
        [t('Releases'), releases(error)],
        [t('ID'), error.shortId],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Error {0}', error.title),
      status,
      times,
      users,
      age === undefined ? undefined : t('last seen {0}', age),
    ),
    contextTokens: ['trackedError', 'web'],
    expandable: 'collapsed',
    onClick: { command: COMMAND.openFrame, title: t('Open Stack Frame') },
  };
}

/** `1.2 → 1.4`, or the only release. */
function releases({ firstReleaseVersion: first, lastReleaseVersion: last }: ErrorFacts): string | undefined {
  const known = [first, last].filter((each) => each !== null && each !== undefined && each !== '');
  return known.length === 0 ? undefined : [...new Set(known)].join(' → ');
}

/** Row of an error that is no longer in a list. */
export function unknownErrorRow(id: string): Row {
  const label = t('Error #{0}', id);
  return {
    label,
    icon: { id: 'bug' },
    accessibleLabel: label,
    contextTokens: ['trackedError', 'web'],
    expandable: 'collapsed',
  };
}

/** Row of a frame; a click opens its line. */
export function frameRow(frame: StackFrame): Row {
  const place = framePlace(frame);
  const isLibrary = frame.own === false;
  return {
    label: shortFrameName(frame),
    description: place,
    icon: { id: 'symbol-method', ...(isLibrary ? { color: COLOR.inactive } : {}) },
    get details() {
      return detailsOf(
        [t('Function'), frame.function],
        [t('Location'), frameWhere(frame)],
        [t('Code'), frameCode(frame)],
        [t('Origin'), isLibrary ? t('library code') : undefined],
      );
    },
    accessibleLabel: accessibleLabel(
      t('Frame {0}', frameName(frame)),
      place === '' ? undefined : t('at {0}', place),
      isLibrary ? t('library code') : undefined,
    ),
    contextTokens: ['frame', ...(frame.file === '' && frame.context.length === 0 ? [] : ['place'])],
    expandable: 'no',
    onClick: { command: COMMAND.openFrame, title: t('Open Stack Frame') },
  };
}

/** Row of consecutive library frames. */
export function libraryFramesRow(count: number): Row {
  const label = t('{0, plural, one {# library frame} other {# library frames}}', count);
  return {
    label,
    icon: { id: 'library' },
    accessibleLabel: label,
    contextTokens: [],
    expandable: 'collapsed',
  };
}

/** Row of the cause of the stack trace above. */
export function causeRow(trace: StackTrace): Row {
  const title = traceTitle(trace);
  return {
    label: t('Caused by {0}', title),
    icon: { id: 'arrow-small-right' },
    details: detailsOf([t('Cause'), trace.type], [t('Message'), trace.message]),
    accessibleLabel: t('Caused by {0}', title),
    contextTokens: ['cause'],
    expandable: 'collapsed',
  };
}

/** Last row of an incomplete list; a click loads more. */
export function moreErrorsRow(shown: number): Row {
  return {
    label: t('Load More Errors'),
    description: t('{0} shown', shown),
    icon: { id: 'fold-down' },
    accessibleLabel: accessibleLabel(t('Load More Errors'), t('{0} shown', shown)),
    contextTokens: [],
    expandable: 'no',
    onClick: { command: COMMAND.loadMoreErrors, title: t('Load More Errors') },
  };
}

export function pastedGroupRow(count: number): Row {
  return {
    label: t('Pasted Stack Traces'),
    description: String(count),
    icon: { id: 'clippy' },
    details: detailsOf([t('Available'), t('in this window only')]),
    accessibleLabel: t('Pasted stack traces: {0}', count),
    contextTokens: ['pastedGroup'],
    expandable: 'expanded',
  };
}

/** Row of a pasted stack trace. */
export function pastedRow(trace: StackTrace | undefined, at: number, now: number): Row {
  const title = trace === undefined ? t('Stack trace') : traceTitle(trace);
  const age = ago(new Date(at).toISOString(), now);
  return {
    label: title,
    description: shortAge(new Date(at).toISOString(), now) ?? '',
    icon: { id: 'bug', color: COLOR.failed },
    details: detailsOf(
      [t('Error'), title],
      [t('Message'), trace?.message],
      [t('Pasted'), momentWithAge(new Date(at).toISOString(), now)],
    ),
    accessibleLabel: accessibleLabel(t('Pasted stack trace'), title, t('pasted {0}', age ?? '')),
    contextTokens: ['pastedTrace'],
    expandable: 'expanded',
  };
}
