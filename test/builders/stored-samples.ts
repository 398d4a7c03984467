import { AccountList } from '../../src/app/accounts/account-list';
import { NotifiedPipelines } from '../../src/app/branch/notified-pipelines';
import { readWatched } from '../../src/app/branch/pipeline-notifications';
import { ReviewedVersions } from '../../src/app/changes/reviewed-versions';
import { ViewedFiles } from '../../src/app/changes/viewed-files';
import { ActivityViewStore } from '../../src/app/discussions/activity/view';
import { CommentOutbox } from '../../src/app/discussions/comment-outbox';
import { UnfinishedComments } from '../../src/app/discussions/unfinished-comments';
import { ErrorFilter } from '../../src/app/errors/filter';
import { KeyRotations } from '../../src/app/errors/key-rotation';
import { StartedStashes } from '../../src/app/git/started-stashes';
import { VariableMemory } from '../../src/app/jobs/variable-memory';
import { CreateDrafts } from '../../src/app/merge-requests/create/drafts';
import { DescriptionDrafts } from '../../src/app/merge-requests/description-drafts';
import { SeenMergeRequests } from '../../src/app/merge-requests/last-seen';
import { MergeMessages } from '../../src/app/merge-requests/messages/merge-messages';
import { Pins } from '../../src/app/merge-requests/pins';
import { PipelineFilterStore } from '../../src/app/pipelines/filter-store';
import { AddedGroups } from '../../src/app/projects/added-groups';
import { AddedProjects } from '../../src/app/projects/added-projects';
import { ProjectRenames } from '../../src/app/projects/project-renames';
import { notifyOnce } from '../../src/app/shared/notify-once';
import { OpenEditorList } from '../../src/app/shared/open-editors';
import { RecentItems } from '../../src/app/shared/recent-items';
import type { StateKey } from '../../src/app/shared/stored-state';
import { ManualClock } from '../api/helpers/clocks';
import { ROW_SAMPLES } from './stored-row-samples';
import { heldMemory, heldSecrets } from './stores';

const BASE = 'https://gitlab.example.com';
const [FIRST, SECOND] = [
  { base: BASE, project: 1, iid: 12 },
  { base: BASE, project: 'a/b', iid: 13 },
];
const CLOCK = { now: () => 5 };

export type HeldMemory = ReturnType<typeof heldMemory>;

export interface StoredSample {
  readonly key: StateKey;
  /** A value with two entries, or with several fields. */
  readonly stored: unknown;
  /** Returns the values read from each entry, in the same order. */
  readonly read: (memory: HeldMemory) => readonly unknown[];
}

const ids = ({ base, project, iid }: typeof FIRST | typeof SECOND): string =>
  `${base} ${project} merge request ${iid}`;
const bothOf = <T>(read: (key: typeof FIRST | typeof SECOND) => T): T[] => [read(FIRST), read(SECOND)];
/** Returns the elements of a list with the given names, in the order of the names. */
const named = <T>(list: readonly T[], nameOf: (each: T) => unknown, ...names: readonly unknown[]) =>
  names.map((name) => list.find((each) => nameOf(each) === name));

const POSITION = {
  base_sha: 'a',
  start_sha: 'b',
  head_sha: 'c',
  old_path: 'd',
  new_path: 'd',
  old_line: 1,
  new_line: 2,
  line_range: { start: { line_code: 'e', type: 'old' }, end: { line_code: 'f', type: 'new' } },
  ...{ x: 3, y: 4, width: 5, height: 6 },
};
const MARKS = [FIRST, SECOND].map((mergeRequest) => ({
  mergeRequest,
  file: { path: `${mergeRequest.iid}.ts`, patchKey: 'patch' },
}));

/** Returns a sample of a list of shown notifications. */
const shownNotifications = (key: StateKey): StoredSample => ({
  key,
  stored: ['first', 'second'],
  read: (memory) =>
    ['first', 'second'].map((about) => {
      let times = 0;
      void notifyOnce({ ...memory, set: () => Promise.resolve() }, key, about, () => times++);
      return times;
    }),
});

/** A sample of every stored key, with two entries or several fields. */
export const STORED_SAMPLES: readonly StoredSample[] = [
  {
    key: 'recently-opened',
    stored: [
      { what: 'job', base: BASE, project: 1, id: 1, label: 'first' },
      { what: 'merge-request', base: BASE, project: 'a/b', id: 2, label: 'second' },
    ],
    read: (memory) => named(new RecentItems(memory).list(), ({ label }) => label, 'first', 'second'),
  },
  ...ROW_SAMPLES,
  {
    key: 'open-editors',
    stored: [
      { base: BASE, uri: 'log:first', column: 1, preview: false, active: true },
      { base: BASE, uri: 'log:second', column: 2, preview: true, active: false },
    ],
    read: (memory) => named(new OpenEditorList(memory).list(), ({ uri }) => uri, 'log:first', 'log:second'),
  },
  {
    key: 'accounts',
    stored: [
      { server: 'x', version: 3, account: { base: BASE, username: 'ada', user: 1, id: 'one' } },
      // The format of earlier versions.
      { base: 'https://other.example.com', username: 'bob', id: 'two' },
    ],
    read: (memory) => named(new AccountList(memory, heldSecrets()).accounts(), ({ id }) => id, 'one', 'two'),
  },
  {
    key: 'pinned-merge-requests',
    stored: [FIRST, SECOND],
    read: (memory) => named(new Pins(memory, CLOCK).pinned(), ({ iid }) => iid, 12, 13),
  },
  {
    key: 'snoozed-merge-requests',
    stored: [
      { ...FIRST, until: 9 },
      { ...SECOND, changes: '2026-01-01' },
    ],
    read: (memory) => bothOf((key) => new Pins(memory, CLOCK).snoozeOf(key)),
  },
  {
    key: 'seen-merge-requests',
    stored: [
      [ids(FIRST), '2026-01-01'],
      [ids(SECOND), '2026-01-01'],
    ],
    read: (memory) => bothOf((key) => new SeenMergeRequests(memory).isUnread(key, '2026-01-02')),
  },
  {
    key: 'descriptionDrafts',
    stored: {
      [ids(FIRST)]: { text: 'a', base: { title: 'b', description: 'c', updated_at: '2026-01-01' } },
      [ids(SECOND)]: { text: 'd', base: { title: 'e', description: null, updated_at: null } },
    },
    read: (memory) => bothOf((key) => new DescriptionDrafts(memory).get(key)),
  },
  {
    key: 'mergeMessages',
    stored: { [`${ids(FIRST)} merge`]: 'a', [`${ids(SECOND)} merge`]: 'b' },
    read: (memory) => bothOf((key) => new MergeMessages(memory).get(key, 'merge')),
  },
  {
    key: 'new-merge-requests',
    stored: [
      [
        `${BASE} 1 from main`,
        { typed: { title: 'a', draft: true, labels: ['b'] }, names: { b: 'B' }, at: 1 },
      ],
      [`${BASE} 1 from next`, { typed: {}, names: {}, at: 2 }],
    ],
    read: (memory) =>
      ['main', 'next'].map((branch) =>
        new CreateDrafts(memory).find({ base: BASE, project: 1, repository: 'r', branch }),
      ),
  },
  {
    key: 'told-pipelines',
    stored: {
      [`${BASE} 1 pipeline 1`]: { by: 'window', at: 10 },
      [`${BASE} 1 pipeline 2`]: { by: 'window', at: 10 },
    },
    // Empty if the notification was already claimed.
    read: (memory) =>
      [1, 2].map((pipeline) => {
        const writes: unknown[] = [];
        const recordingMemory = { ...memory, set: () => Promise.resolve(void writes.push('claimed')) };
        void new NotifiedPipelines(recordingMemory, new ManualClock(), 'other').claim(
          { base: BASE, project: 1, pipeline },
          5,
        );
        return writes;
      }),
  },
  {
    key: 'watched-pipelines',
    stored: [
      { base: BASE, project: 1, pipeline: 1, why: 'mine' },
      { base: BASE, project: 'a/b', pipeline: 2, why: 'asked' },
    ],
    read: (memory) =>
      named([...readWatched(memory.get('watched-pipelines'), 7).values()], ({ why }) => why, 'mine', 'asked'),
  },
  {
    key: 'pipeline-filter',
    stored: {
      mode: 'branch',
      statuses: ['failed'],
      jobStatuses: ['manual'],
      sources: ['push'],
      ref: 'main',
      author: 'ada',
    },
    read: (memory) => {
      const { mode, statuses, jobStatuses, sources, ref, author } = new PipelineFilterStore(memory).current;
      return [mode, statuses, jobStatuses, sources, ref, author];
    },
  },
  {
    key: 'error-filter',
    stored: { search: 'a', order: 'frequency' },
    read: (memory) => {
      const { search, order } = new ErrorFilter(memory).current;
      return [search, order];
    },
  },
  {
    key: 'key-rotations',
    stored: [
      {
        place: { base: BASE, project: 1, path: 'a/b' },
        rotation: { old: 1, step: 'create', before: [1, 2] },
      },
      { place: { base: BASE, project: 2, path: 'a/c' }, rotation: { old: 1, fresh: 3, step: 'confirm' } },
    ],
    read: (memory) => {
      const failing = (): Promise<never> => Promise.reject(new Error('not asked'));
      const clientKeys = { listed: failing, peek: () => undefined, create: failing, remove: failing };
      return named(new KeyRotations({ clientKeys, memory }).list(), ({ place }) => place.path, 'a/b', 'a/c');
    },
  },
  {
    key: 'last-variables',
    stored: {
      [`${BASE} 1 job test`]: [{ key: 'A', value: 'b' }],
      [`${BASE} 1 ref main`]: [{ key: 'C', secret: true }],
    },
    read: (memory) =>
      [{ job: 'test' }, { ref: 'main' }].map((started) =>
        new VariableMemory(memory).recall({ base: BASE, project: 1 }, started),
      ),
  },
  {
    key: 'added-groups',
    stored: [
      { base: BASE, group: 'a' },
      { base: BASE, group: 2 },
    ],
    read: (memory) => named(new AddedGroups(memory).list(), ({ group }) => group, 'a', 2),
  },
  {
    key: 'added-projects',
    stored: [
      { base: BASE, project: 1, path: 'a/b', repository: 'r', remote: 'origin' },
      { base: BASE, project: 'a/c', path: 'a/c' },
    ],
    read: (memory) => named(new AddedProjects(memory).list(), ({ path }) => path, 'a/b', 'a/c'),
  },
  {
    key: 'moved-projects',
    stored: { [`${BASE} a/b`]: 1, [`${BASE} a/c`]: 2 },
    read: (memory) => ['a/b', 'a/c'].map((path) => new ProjectRenames(memory).idOf(BASE, path)),
  },
  {
    key: 'comment-outbox',
    stored: [
      {
        ...{ id: 'first', mergeRequest: FIRST, at: 1, body: 'a', draft: true, thread: true, discussion: 'b' },
        ...{ note: 1, position: POSITION, why: 'timeout', unconfirmed: true, newest: 5 },
      },
      { id: 'second', mergeRequest: SECOND, at: 1, body: 'a' },
    ],
    read: (memory) => ['first', 'second'].map((id) => new CommentOutbox(memory).find(id)),
  },
  {
    key: 'unfinished-comments',
    stored: [
      {
        ...{ mergeRequest: FIRST, name: 'comment', text: 'a' },
        box: { path: 'b', side: 'old', start: 1, end: 2, closed: true },
        image: { x: 1, y: 2, width: 3, height: 4 },
      },
      { mergeRequest: SECOND, name: 'comment', text: 'a' },
    ],
    read: (memory) =>
      bothOf((mergeRequest) => new UnfinishedComments(memory).get({ mergeRequest, name: 'comment' })),
  },
  {
    key: 'reviewed-versions',
    stored: [
      [ids(FIRST), 3, 'abc'],
      [ids(SECOND), 4, 'def'],
    ],
    read: (memory) => bothOf((key) => new ReviewedVersions(memory).last(key)),
  },
  {
    key: 'viewed-files',
    stored: viewed(),
    read: (memory) =>
      MARKS.map(({ mergeRequest, file }) =>
        new ViewedFiles(memory, heldMemory(), CLOCK).isViewed(mergeRequest, file),
      ),
  },
  {
    key: 'started-stashes',
    stored: [
      { repository: 'file:///one', name: 'first', isMissing: false },
      { repository: 'file:///two', name: 'second', isMissing: true },
    ],
    read: (memory) => named(new StartedStashes(memory).current, ({ name }) => name, 'first', 'second'),
  },
  {
    key: 'activity-view',
    stored: { filter: 'history', order: 'newest' },
    read: (memory) => {
      const { filter, order } = new ActivityViewStore(memory).current;
      return [filter, order];
    },
  },
  shownNotifications('offered-clean-ups'),
  shownNotifications('insecure-told'),
];

function viewed(): unknown {
  const memory = heldMemory();
  const files = new ViewedFiles(memory, heldMemory(), CLOCK);
  for (const { mergeRequest, file } of MARKS) void files.set(mergeRequest, [file], true);
  return memory.get('viewed-files');
}
