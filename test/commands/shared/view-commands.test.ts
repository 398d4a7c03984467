import assert from 'node:assert/strict';
import { type ViewCommandDeps, viewCommands } from '../../../src/commands/shared/view-commands';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

const project = { base: 'https://host', project: 7 };

/** Remembers what commands asked for. */
class View implements ViewCommandDeps<Date> {
  readonly asked: unknown[] = [];
  readonly prompts = new ScriptedPrompts();
  hasUpstream = true;
  isDown = false;
  readonly pipelines = {
    loadOlder: (key: unknown) => {
      this.asked.push(key);
      return Promise.resolve();
    },
  };
  readonly poller = {
    refresh: () => (this.isDown ? Promise.reject(new Error('down')) : Promise.resolve()),
  };
  repaint = (): void => {
    this.asked.push('repaint');
  };
  nodeOf = (given: unknown): Date | undefined => (given instanceof Date ? given : undefined);
  revealUpstream = (node: Date | undefined): Promise<boolean> => {
    this.asked.push(node);
    return Promise.resolve(this.hasUpstream);
  };
  showOutput = (): void => undefined;
  showTraffic = (): Promise<void> => Promise.resolve();
}

describe('commands of the Pipelines view', () => {
  it('read rows again that failed to load, also if refreshing fails', async () => {
    const view = new View();
    await runCommand(viewCommands(view), COMMAND.refreshPipelines);
    view.isDown = true;
    await assert.rejects(runCommand(viewCommands(view), COMMAND.refreshPipelines), /down/);
    assert.deepEqual(view.asked, ['repaint', 'repaint']);
  });

  it('load older pipelines of a project and of the row at the end of its list', async () => {
    const view = new View();
    const rows = viewCommands(view);
    await runCommand(rows, COMMAND.loadOlderPipelines, { target: { kind: 'older', project } });
    await runCommand(rows, COMMAND.loadOlderPipelines, {
      target: { kind: 'project', project, path: 'group/project' },
    });
    await runCommand(rows, COMMAND.loadOlderPipelines, { target: { kind: 'pasted-trace', id: '1' } });
    await runCommand(rows, COMMAND.loadOlderPipelines);
    assert.deepEqual(view.asked, [project, project]);
  });

  it('show the upstream pipeline of a row, and say if it has none', async () => {
    const view = new View();
    const row = new Date();
    await runCommand(viewCommands(view), COMMAND.openUpstream, row);
    assert.deepEqual(view.prompts.told, []);
    view.hasUpstream = false;
    await runCommand(viewCommands(view), COMMAND.openUpstream);
    assert.deepEqual(view.asked, [row, undefined]);
    assert.deepEqual(
      view.prompts.told.map(({ message }) => message),
      ['No upstream pipeline of this pipeline is shown in the Pipelines view.'],
    );
  });
});
