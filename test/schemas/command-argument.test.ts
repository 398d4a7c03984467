import assert from 'node:assert/strict';
import {
  COMMAND_ARGUMENTS,
  commandArgumentSchema,
  InvalidArgumentError,
  readArgument,
  rowOr,
} from '../../src/schemas/command-argument';
import type { Target } from '../../src/schemas/target';

const project = { base: 'https://host', project: 7 };
const pipeline = { ...project, pipeline: 3 };
const mergeRequest = { ...project, iid: 12 };
const error = { ...project, path: 'group/project', error: 'abc' };
const TARGETS: Readonly<Record<Target['kind'], Target>> = {
  project: { kind: 'project', project, path: 'group/project' },
  pipeline: { kind: 'pipeline', pipeline: { ...pipeline, project: 'group/project' } },
  job: { kind: 'job', pipeline, job: 5 },
  bridge: { kind: 'bridge', pipeline, job: 5 },
  stage: { kind: 'stage', pipeline, stage: 'test' },
  artifact: { kind: 'artifact', pipeline, job: 5, path: 'dist/main.js' },
  older: { kind: 'older', project },
  'merge-request': { kind: 'merge-request', mergeRequest },
  change: { kind: 'change', mergeRequest, path: 'a.ts' },
  'change-folder': { kind: 'change-folder', mergeRequest, group: 'generated', path: '' },
  thread: { kind: 'thread', mergeRequest, discussion: 'abc' },
  draft: { kind: 'draft', mergeRequest, draft: 9 },
  unsent: { kind: 'unsent', mergeRequest, id: '1' },
  reviewer: { kind: 'reviewer', mergeRequest, user: 3 },
  commit: { kind: 'commit', mergeRequest, sha: 'abc' },
  issue: { kind: 'issue', mergeRequest, issue: 'ABC-1' },
  'merge-request-list': {
    kind: 'merge-request-list',
    queries: [
      { place: { kind: 'group', base: 'https://host', group: 'group' }, filters: { state: 'opened' } },
    ],
    saved: '1',
  },
  todo: { kind: 'todo', base: 'https://host', todo: 3 },
  'todo-list': { kind: 'todo-list', base: 'https://host' },
  place: { kind: 'place', place: { kind: 'host', base: 'https://host' } },
  'tracked-error': { kind: 'tracked-error', error },
  frame: { kind: 'frame', frame: { source: { kind: 'latest', error }, trace: 0, frame: 1 } },
  'pasted-trace': { kind: 'pasted-trace', id: '1' },
  'client-key': { kind: 'client-key', clientKey: { ...project, path: 'group/project', key: 4 } },
};

describe('command argument', () => {
  for (const [kind, target] of Object.entries(TARGETS)) {
    it(`can be a row of the kind ${kind}`, () => {
      assert.deepEqual(readArgument(commandArgumentSchema, { target, sha: 'abc' }), { target, sha: 'abc' });
    });

    it(`can't be a row of the kind ${kind} without its IDs`, () => {
      for (const key of Object.keys(target)) {
        if (key === 'kind' || key === 'saved') continue;
        const partial = Object.fromEntries(Object.entries(target).filter(([name]) => name !== key));
        assert.throws(
          () => readArgument(commandArgumentSchema, { target: partial }),
          InvalidArgumentError,
          key,
        );
        assert.throws(() => readArgument(commandArgumentSchema, { target: { ...target, [key]: null } }));
      }
    });
  }

  it('can be a row with a computed target or without a target', () => {
    class Row {
      readonly data = TARGETS.job;
      get target(): Target | undefined {
        return this.data;
      }
    }
    assert.deepEqual(readArgument(commandArgumentSchema, new Row()), { target: TARGETS.job });
    assert.deepEqual(readArgument(commandArgumentSchema, { target: undefined })?.target, undefined);
    assert.deepEqual(readArgument(commandArgumentSchema, { other: 1 }), {});
  });

  it('can be undefined, but not a string or a number', () => {
    assert.equal(readArgument(commandArgumentSchema, undefined), undefined);
    for (const given of ['retry', 5, true]) {
      assert.throws(() => readArgument(commandArgumentSchema, given), InvalidArgumentError);
    }
  });

  it('can be an object of VS Code if the command supports it', () => {
    const schema = rowOr((given) => (given instanceof Date ? given : undefined));
    const pressed = new Date();
    assert.deepEqual(readArgument(schema, pressed), { pressed });
    assert.deepEqual(readArgument(schema, { target: TARGETS.thread }), { target: TARGETS.thread });
    assert.throws(() => readArgument(schema, { target: { kind: 'note' } }), InvalidArgumentError);
  });
});

describe('arguments of specific commands', () => {
  const row = { target: TARGETS['merge-request'] };
  const place = { ...project, job: 5, name: 'unit-tests' };

  it('ignore invalid line numbers', () => {
    assert.equal(readArgument(COMMAND_ARGUMENTS.openLogLine, { ...place, line: 0 }).line, 0);
    assert.equal(readArgument(COMMAND_ARGUMENTS.openLogLine, { ...place, line: -1 }).line, undefined);
    assert.equal(readArgument(COMMAND_ARGUMENTS.openFileDiff, { ...row, line: 0 })?.line, undefined);
    assert.equal(readArgument(COMMAND_ARGUMENTS.openFileDiff, { ...row, line: 1 })?.line, 1);
  });

  it('require the log to open', () => {
    assert.throws(() => readArgument(COMMAND_ARGUMENTS.openLogLine, undefined), InvalidArgumentError);
    assert.throws(
      () => readArgument(COMMAND_ARGUMENTS.openLogLine, { ...place, job: '5' }),
      InvalidArgumentError,
    );
  });

  it('accept a history, and ignore a row', () => {
    const history = { ...project, name: 'unit-tests', ref: 'main' };
    assert.deepEqual(readArgument(COMMAND_ARGUMENTS.refreshHistory, history), history);
    assert.equal(readArgument(COMMAND_ARGUMENTS.refreshHistory, row), undefined);
    assert.equal(readArgument(COMMAND_ARGUMENTS.find, row), undefined);
    assert.equal(readArgument(COMMAND_ARGUMENTS.find, '!12'), '!12');
  });

  it('contain the repository of the Source Control view as text', () => {
    const rootUri = new URL('file:///home/me/project');
    assert.deepEqual(readArgument(COMMAND_ARGUMENTS.createMergeRequest, { rootUri }), {
      rootUri: 'file:///home/me/project',
    });
  });

  it('reject values of another type', () => {
    assert.throws(
      () => readArgument(COMMAND_ARGUMENTS.openThread, { ...row, note: '1' }),
      InvalidArgumentError,
    );
    assert.throws(
      () => readArgument(COMMAND_ARGUMENTS.compareVersions, { ...row, version: 1 }),
      InvalidArgumentError,
    );
    assert.throws(
      () => readArgument(COMMAND_ARGUMENTS.createMergeRequest, { values: { title: 1 } }),
      InvalidArgumentError,
    );
  });
});
