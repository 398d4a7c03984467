import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type ViewCommandDeps, viewCommands } from '../../../../src/ui/shared/commands/view-commands';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const project = { base: 'https://host', project: 7 };

/** Records the calls of the commands. */
class View implements ViewCommandDeps<Date> {
  readonly calls: unknown[] = [];
  readonly prompts = new ScriptedPrompts();
  hasUpstream = true;
  isDown = false;
  isFailureShown = false;
  error: Error = new Error('down');
  readonly pipelines = {
    loadOlder: (key: unknown) => {
      this.calls.push(key);
      return Promise.resolve();
    },
  };
  readonly poller = {
    refresh: () => (this.isDown ? Promise.reject(this.error) : Promise.resolve()),
  };
  showsFailure = (): boolean => this.isFailureShown;
  repaint = (): void => {
    this.calls.push('repaint');
  };
  showNew = (shown: unknown): void => {
    this.calls.push(['new', shown]);
  };
  collapseAll = (view: string): Promise<void> => {
    this.calls.push(view);
    return Promise.resolve();
  };
  nodeOf = (given: unknown): Date | undefined => (given instanceof Date ? given : undefined);
  revealUpstream = (node: Date | undefined): Promise<boolean> => {
    this.calls.push(node);
    return Promise.resolve(this.hasUpstream);
  };
  showOutput = (): void => undefined;
  showTraffic = (): Promise<void> => Promise.resolve();
}

describe('Pipelines view commands', () => {
  it('reload rows that failed to load, even if refreshing fails', async () => {
    const view = new View();
    await runCommand(viewCommands(view), COMMAND.refreshPipelines);
    view.isDown = true;
    await assert.rejects(runCommand(viewCommands(view), COMMAND.refreshPipelines), /down/);
    assert.deepEqual(view.calls, ['repaint', 'repaint']);
  });

  it("don't notify about a failed refresh that the view shows, unless the user has to sign in", async () => {
    const view = new View();
    [view.isDown, view.isFailureShown] = [true, true];
    await runCommand(viewCommands(view), COMMAND.refreshPipelines);
    assert.deepEqual(view.calls, ['repaint']);
    view.error = new ApiError({
      kind: 'unauthorized',
      endpoint: 'listPipelines',
      host: 'git.example',
      status: 401,
    });
    await assert.rejects(runCommand(viewCommands(view), COMMAND.refreshPipelines), ApiError);
  });

  it('collapse all rows of the view', async () => {
    const view = new View();
    await runCommand(viewCommands(view), COMMAND.collapsePipelines);
    assert.deepEqual(view.calls, ['switchyard.pipelines']);
  });

  it('show the new pipelines of a project, or of all projects', async () => {
    const view = new View();
    const rows = viewCommands(view);
    await runCommand(rows, COMMAND.showNewPipelines, {
      target: { kind: 'project', project, path: 'group/project' },
    });
    await runCommand(rows, COMMAND.showNewPipelines);
    assert.deepEqual(view.calls, [
      ['new', project],
      ['new', undefined],
    ]);
  });

  it('load older pipelines of a project, or of the project of a row', async () => {
    const view = new View();
    const rows = viewCommands(view);
    await runCommand(rows, COMMAND.loadOlderPipelines, { target: { kind: 'older', project } });
    await runCommand(rows, COMMAND.loadOlderPipelines, {
      target: { kind: 'project', project, path: 'group/project' },
    });
    await runCommand(rows, COMMAND.loadOlderPipelines, { target: { kind: 'pasted-trace', id: '1' } });
    await runCommand(rows, COMMAND.loadOlderPipelines);
    assert.deepEqual(view.calls, [project, project]);
  });

  it('show the upstream pipeline of a row, or a message if it has none', async () => {
    const view = new View();
    const row = new Date();
    await runCommand(viewCommands(view), COMMAND.openUpstream, row);
    assert.deepEqual(view.prompts.messages, []);
    view.hasUpstream = false;
    await runCommand(viewCommands(view), COMMAND.openUpstream);
    assert.deepEqual(view.calls, [row, undefined]);
    assert.deepEqual(
      view.prompts.messages.map(({ message }) => message),
      ["This pipeline's upstream pipeline isn't shown in the Pipelines view."],
    );
  });
});
