import assert from 'node:assert/strict';
import { pageButton, type PageButtonName } from '../../../src/presentation/merge-request-page/buttons';
import {
  commandAttributes,
  type PageItem,
  pipelineItem,
  readPageCommand,
} from '../../../src/presentation/merge-request-page/page-command';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { aPipeline } from '../../builders/jobs';

const key = { base: 'https://git.example.com', project: 1, iid: 7 };
const SHA = 'a'.repeat(40);

/** Reads what the page sends when a button is pressed. */
function pressed(name: PageButtonName, item?: PageItem) {
  const { 'data-command': command = '', value } = commandAttributes(name, item);
  return readPageCommand({ command, value }, key, SHA);
}

describe('buttons of the merge request page', () => {
  it('run commands with the commit that the page shows', () => {
    const target = { kind: 'merge-request', mergeRequest: key };
    assert.deepEqual(pressed('merge'), {
      ...{ command: COMMAND.mergeMergeRequest, target },
      argument: { target, sha: SHA },
    });
  });

  it('run commands on an item of the merge request', () => {
    const items = [
      ['showCommit', { kind: 'commit', sha: 'abc' }],
      ['requestReview', { kind: 'reviewer', user: 3 }],
      ['markViewed', { kind: 'change', path: 'a "b" <c>.ts' }],
      ['resolveThread', { kind: 'thread', discussion: 'd' }],
      ['openThread', { kind: 'draft', draft: 4 }],
      ['discardComment', { kind: 'unsent', id: 'u' }],
    ] as const;
    for (const [name, item] of items) {
      const read = pressed(name, item);
      assert.equal(read?.command, pageButton(name).command);
      assert.deepEqual(read?.target, { ...item, mergeRequest: key });
    }
  });

  it('compare the versions before and after a push', () => {
    const version = { id: 7, startSha: 'b'.repeat(40) };
    const target = { kind: 'merge-request', mergeRequest: key };
    assert.deepEqual(pressed('compareVersions', { kind: 'merge-request', version })?.argument, {
      ...{ target, sha: SHA, version, open: true },
    });
  });

  it('show a pipeline, also one that runs in a fork', () => {
    const parts = { pipelines: { items: [aPipeline({ id: 12, project_id: 2 })], cut: false } };
    const shown = (id: number) => pressed('showPipeline', pipelineItem({ parts }, id))?.target;
    assert.deepEqual(shown(12), { kind: 'pipeline', pipeline: { base: key.base, project: 2, pipeline: 12 } });
    assert.deepEqual(shown(11), { kind: 'pipeline', pipeline: { base: key.base, project: 1, pipeline: 11 } });
  });

  it('do nothing if the page sends another command or an invalid item', () => {
    const read = (command: string, value?: string) => readPageCommand({ command, value }, key, SHA);
    for (const command of ['workbench.action.quit', COMMAND.signOut, '', 'constructor', 'merge'])
      assert.equal(read(command), undefined, command);
    for (const value of ['', '[]', 'null', '7', '{}', '{"kind":"thread"}', '{"kind":"job","job":1}'])
      assert.equal(read(COMMAND.resolveThread, value), undefined, value);
  });

  it('act on no other merge request and no other server', () => {
    const other = { base: 'https://other.example.com', project: 9, iid: 9 };
    const read = (value: object) =>
      readPageCommand({ command: COMMAND.resolveThread, value: JSON.stringify(value) }, key, SHA)?.target;
    assert.deepEqual(read({ kind: 'thread', discussion: 'd', mergeRequest: other }), {
      ...{ kind: 'thread', discussion: 'd', mergeRequest: key },
    });
    assert.deepEqual(read({ kind: 'pipeline', pipeline: { ...other, pipeline: 5 } }), {
      ...{ kind: 'pipeline', pipeline: { base: key.base, project: 9, pipeline: 5 } },
    });
  });
});
