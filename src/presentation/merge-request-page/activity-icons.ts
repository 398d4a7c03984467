import type { ActivityChange } from '../../domain/discussions/activity';
import { type NoteTopic, topicOf } from '../../domain/discussions/system-notes';
import { type Html, html } from '../shared/html';

type Kind = NoteTopic | 'label' | 'milestone' | 'merged' | 'closed' | 'reopened';

/** Outlines of the codicons of the same meaning, in 16 × 16 pixels. */
const OUTLINES: Readonly<Record<Kind, string>> = {
  push: 'M8 5.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1.5 8h4M10.5 8h4',
  title: 'M3 13l.7-3L11 2.7l2.3 2.3L6 12.3zM9.5 4.2l2.3 2.3',
  people: 'M8 2.5a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 1 1 0-5.5zM2.5 13.5c.5-3 2.7-4 5.5-4s5 1 5.5 4',
  approval: 'M3 8.5l3.5 3.5L13 4.5',
  branch:
    'M4.5 5.5v5M4.5 2.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM4.5 10.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM11.5 3.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM11.5 6.5c0 3-7 1.5-7 4',
  thread: 'M2.5 3.5h11v7.5h-6l-3 2.5v-2.5h-2zM5.5 7l1.7 1.7 3.3-3',
  merge:
    'M4.5 5.5v5M4.5 2.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM4.5 10.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM11.5 7.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM4.5 5.5c.5 2.5 2.5 3.5 5.5 3.5',
  time: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM8 5v3.5l2 1.5',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  reference:
    'M7 9.5a2.5 2.5 0 0 0 3.5 0l2.5-2.5a2.5 2.5 0 0 0-3.5-3.5L8.5 4.500M9 6.500a2.5 2.5 0 0 0-3.5 0L3 9a2.5 2.5 0 0 0 3.5 3.500l1-1',
  label: 'M2.5 2.500h5.500l5.5 5.5-5.5 5.500L2.5 8zM5.5 5.500h.01',
  milestone: 'M8 1.500v2M8 9v5.500M3 3.500h8.500l2 2.75-2 2.750H3z',
  merged:
    'M4.5 5.5v5M4.5 2.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM4.5 10.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM11.5 7.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3zM4.5 5.5c.5 2.5 2.5 3.5 5.5 3.5',
  closed: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM6 6l4 4M10 6l-4 4',
  reopened: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM8 7v2',
  other: 'M8 6.500a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z',
};

const STATES: Readonly<Record<string, Kind>> = { merged: 'merged', closed: 'closed', reopened: 'reopened' };

function kindOf(change: ActivityChange): Kind {
  switch (change.kind) {
    case 'note':
      return topicOf(change.body);
    case 'state':
      return (Object.hasOwn(STATES, change.state) ? STATES[change.state] : undefined) ?? 'other';
    case 'label':
    case 'milestone':
      return change.kind;
  }
}

/** Returns the icon of a change. Screen readers skip it, because the text has the same meaning. */
export function changeIcon(change: ActivityChange): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="${OUTLINES[kindOf(change)]}"></path>
  </svg>`;
}
