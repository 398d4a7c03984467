import { t } from '../../base/localize';
import type { StackFrame, StackTrace } from '../../domain/errors/stack-trace';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { ago, moment } from '../shared/time-labels';
import {
  countFacts,
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

const SETTINGS_WORDS: Readonly<Record<SettingsState, () => string | undefined>> = {
  integrated: () => t('integrated backend'),
  external: () => t('external backend'),
  inactive: () => t('off'),
  disabled: () => t('monitoring disabled'),
  unknown: () => undefined,
};

/** A project whose errors are listed. */
export function errorProjectRow(project: {
  readonly path: string;
  readonly base: string;
  readonly open: boolean;
  /** Undefined until they were read. */
  readonly settings: SettingsState | undefined;
  /** How the list is searched and ordered, in words. */
  readonly filter: string;
  readonly hasErrors: boolean;
}): Row {
  const host = project.base.replace(/^https?:\/\//, '');
  const state = SETTINGS_WORDS[project.settings ?? 'unknown']();
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

/** An error that a server keeps. */
export function trackedErrorRow(error: ErrorFacts, now: number): Row {
  const times = timesLabel(error.count);
  const users = usersLabel(error.userCount);
  const status = errorStatusWord(error.status);
  const age = ago(error.lastSeen, now);
  return {
    label: errorLabel(error),
    description: parts(age, status, users),
    icon: errorIcon(error),
    get details() {
      return detailsOf(
        [t('Error'), error.title],
        [t('Status'), status],
        [t('Level'), error.tags?.level],
        [t('Location'), error.culprit],
        ...countFacts(error),
        [t('Last seen'), moment(error.lastSeen)],
        [t('First seen'), moment(error.firstSeen)],
        [t('Frequency'), frequencyLabel(error)],
        [t('First release'), error.firstReleaseVersion],
        [t('Last release'), error.lastReleaseVersion],
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

/** In place of an error that no list has any more. */
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

/** One call of a stack trace; a click opens its line. */
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

/** Calls in libraries that follow each other. */
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

/** What caused what is told above it. */
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

/** The end of what is known of a list, with the way to go on. */
export function moreErrorsRow(shown: number): Row {
  return {
    label: t('Load More Errors'),
    description: t('{0} shown', shown),
    icon: { id: 'fold-down' },
    accessibleLabel: t('Load more errors, {0} shown', shown),
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

/** A stack trace that a person pasted. */
export function pastedRow(trace: StackTrace | undefined, at: number, now: number): Row {
  const title = trace === undefined ? t('Stack trace') : traceTitle(trace);
  const age = ago(new Date(at).toISOString(), now);
  return {
    label: title,
    description: t('pasted {0}', age ?? ''),
    icon: { id: 'bug', color: COLOR.failed },
    details: detailsOf(
      [t('Error'), title],
      [t('Message'), trace?.message],
      [t('Pasted'), moment(new Date(at).toISOString())],
    ),
    accessibleLabel: accessibleLabel(t('Pasted stack trace'), title, t('pasted {0}', age ?? '')),
    contextTokens: ['pastedTrace'],
    expandable: 'expanded',
  };
}
